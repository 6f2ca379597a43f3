import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control, ControlState } from "../../../chart-seam/control.ts";
import { visibleControls } from "../../../chart-seam/define.ts";
import { filterOfColumn, metricOfColumn } from "../../../features/adhoc/adhoc.ts";
import { t } from "../../../i18n/translate.ts";
import { type AdhocFilter, columnLabel, type QueryColumn, type QueryMetric } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import { readFixedOrMetric, type SpatialDraft, spatialColumns } from "../../../model/map-values.ts";
import { readDimension } from "../../../model/matrix.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { columnOf, metricTitle, referencedName } from "../../../web/control-words/dataset-words.ts";
import { isSameValue, toList } from "./form-values.ts";

export type DatasetItem = { kind: "column"; name: string } | { kind: "metric"; name: string };

/** `column:date` -> "X axis": the control that uses it. */
export function rolesOf(type: ChartType | undefined, state: ControlState): Map<string, string> {
  const roles = new Map<string, string>();
  if (!type) return roles;
  const controls = visibleControls(type.sections, state);
  const ordered = [
    ...controls.filter((one) => one.widget !== "filters"),
    ...controls.filter((one) => one.widget === "filters"),
  ];
  for (const control of ordered) {
    for (const key of usedItems(control, state)) {
      if (!roles.has(key)) roles.set(key, roleName(controlLabel(control, state)));
    }
  }
  return roles;
}

function usedItems(control: Control, state: ControlState): string[] {
  const value = state.formData[control.name];
  switch (control.widget) {
    case "columns":
      return toList(value as QueryColumn).flatMap((column) => {
        const metric = metricNameIn(column);
        if (metric !== undefined) return [`metric:${metric}`];
        const name = referencedName(column);
        return name === undefined ? [] : [`column:${name}`];
      });
    case "metrics":
      return toList(value as QueryMetric).flatMap(usedMetric);
    case "spatial":
      return spatialColumns(value as SpatialDraft).map((column) => `column:${columnLabel(column)}`);
    case "fixed-or-metric": {
      const read = readFixedOrMetric(value);
      return read?.type === "metric" && read.value ? usedMetric(read.value) : [];
    }
    case "matrix-dimension": {
      const { dimension } = readDimension(value);
      return dimension ? [`column:${dimension}`] : [];
    }
    case "filters":
      return toList(value as AdhocFilter).flatMap((filter) => (filter.subject ? [`column:${filter.subject}`] : []));
    default:
      return [];
  }
}

export interface MetricItem {
  item_type: "metric";
  metric_name: string;
}

export const metricItem = (name: string): MetricItem => ({ item_type: "metric", metric_name: name });

export function metricNameIn(choice: QueryColumn): string | undefined {
  const { metric_name } = choice as { metric_name?: unknown };
  return typeof metric_name === "string" ? metric_name : undefined;
}

const takesMetrics = (control: Control) => control.widget === "columns" && control.metricsAllowed === true;

function usedMetric(metric: QueryMetric): string[] {
  if (typeof metric === "string") return [`metric:${metric}`];
  return metric.expressionType === "SIMPLE" && metric.column ? [`column:${metric.column.column_name}`] : [];
}

function roleName(label: string): string {
  const singulars: Readonly<Record<string, string>> = {
    [t("Columns")]: t("Column"),
    [t("Dimensions")]: t("Dimension"),
    [t("Filters")]: t("Filter"),
    [t("ISO 3166-2 codes")]: t("ISO 3166-2 code"),
    [t("Metrics")]: t("Metric"),
    [t("Percentage metrics")]: t("Percentage metric"),
    [t("Rows")]: t("Row"),
    [t("Tooltip columns")]: t("Tooltip column"),
    [t("Tooltip contents")]: t("Tooltip content"),
    [t("Tooltip metrics")]: t("Tooltip metric"),
  };
  return singulars[label] ?? label;
}

export interface Placement {
  control: Control;
  value: unknown;
  text: string;
}

export function placeItem(control: Control, item: DatasetItem, state: ControlState): Placement | undefined {
  const current = state.formData[control.name];
  if (item.kind === "metric") {
    const text = metricTitle(state.dataset, item.name);
    if (control.widget === "metrics") return added(control, current, { one: item.name, text });
    if (control.widget !== "columns" || !takesMetrics(control)) return undefined;
    return added(control, current, { one: metricItem(item.name), text });
  }
  const column = columnOf(state.dataset, item.name);
  return column && placeColumn(control, column, state);
}

function placeColumn(control: Control, column: DatasetColumn, state: ControlState): Placement | undefined {
  const current = state.formData[control.name];
  switch (control.widget) {
    case "metrics": {
      if (disallowsAdhocMetrics(state.dataset)) return undefined;
      const metric = metricOfColumn(column);
      return added(control, current, { one: metric, text: `${aggregateOf(metric)}(${titleOf(column)})` });
    }
    case "columns":
      if (!acceptsColumn(control.accepts, column)) return undefined;
      return added(control, current, { one: column.column_name, text: titleOf(column) });
    case "matrix-dimension":
      return { control, value: { dimension: column.column_name, values: [] }, text: titleOf(column) };
    case "filters":
      if (column.filterable === false) return undefined;
      return {
        control,
        value: [...toList(current), filterOfColumn(column)],
        text: t("Filter by {column}", { column: titleOf(column) }),
      };
    default:
      return undefined;
  }
}

export function rejectionReason(control: Control, item: DatasetItem, state: ControlState): string {
  const { dataset } = state;
  if (item.kind === "metric") {
    return control.widget === "metrics" || takesMetrics(control)
      ? alreadyUsed(metricTitle(dataset, item.name))
      : t("Only columns can be added here");
  }
  const column = columnOf(dataset, item.name);
  const title = column ? titleOf(column) : item.name;
  if (control.widget === "metrics" && disallowsAdhocMetrics(dataset)) return t("Only saved metrics can be added here");
  if (control.widget === "filters") return t("{column} can't be used as a filter", { column: title });
  const accepts = control.widget === "columns" ? control.accepts : undefined;
  const fits = column === undefined || acceptsColumn(accepts, column);
  if (fits) return alreadyUsed(title);
  return accepts === "temporal"
    ? t("Only time columns can be added here")
    : t("Only numeric columns can be added here");
}

const alreadyUsed = (title: string) => t("{name} is already used here", { name: title });

function added(
  control: Extract<Control, { multi: boolean }>,
  current: unknown,
  { one, text }: { one: unknown; text: string },
): Placement | undefined {
  if (!control.multi) return { control, value: one, text };
  const list = toList(current);
  if (list.some((other) => isSameValue(other, one))) return undefined;
  return { control, value: [...list, one], text };
}

function aggregateOf(metric: QueryMetric): string {
  return typeof metric !== "string" && metric.expressionType === "SIMPLE" ? (metric.aggregate ?? "COUNT") : "COUNT";
}

function titleOf(column: DatasetColumn): string {
  return column.verbose_name || column.column_name;
}

export function acceptsColumn(accepts: "temporal" | "numeric" | undefined, column: DatasetColumn): boolean {
  return !accepts || columnKind(column) === accepts;
}

export function disallowsAdhocMetrics(dataset: Dataset | undefined): boolean {
  const extra = (dataset as { extra?: unknown } | undefined)?.extra;
  if (typeof extra !== "string") return false;
  try {
    return (JSON.parse(extra) as { disallow_adhoc_metrics?: boolean })?.disallow_adhoc_metrics === true;
  } catch {
    return false;
  }
}

export function placementsOf(type: ChartType | undefined, item: DatasetItem, state: ControlState): Placement[] {
  if (!type) return [];
  const found = visibleControls(type.sections, state)
    .map((control) => placeItem(control, item, state))
    .filter((one): one is Placement => one !== undefined);
  const kind = item.kind === "metric" ? "metric" : columnKindOf(state.dataset, item.name);
  return found.sort((a, b) => rank(b, kind, state) - rank(a, kind, state));
}

/** Never replaces another value, and never adds a duplicate. */
export function bestPlacement(
  type: ChartType | undefined,
  item: DatasetItem,
  state: ControlState,
): Placement | undefined {
  const key = `${item.kind}:${item.name}`;
  const isUsed = visibleControls(type?.sections ?? [], state).some(
    (control) => control.widget !== "filters" && usedItems(control, state).includes(key),
  );
  if (isUsed) return undefined;
  return placementsOf(type, item, state).find(
    ({ control }) => ("multi" in control && control.multi) || toList(state.formData[control.name]).length === 0,
  );
}

function columnKindOf(dataset: Dataset | undefined, name: string): string {
  const column = columnOf(dataset, name);
  return column ? columnKind(column) : "text";
}

const PREFERRED: Readonly<Record<string, readonly string[]>> = {
  metric: ["metrics", "metric"],
  numeric: ["metrics", "metric", "column", "all_columns"],
  temporal: ["x_axis", "all_columns", "groupby", "columns"],
  text: ["groupby", "columns", "series", "entity", "all_columns", "x_axis"],
  boolean: ["groupby", "columns", "series", "entity", "all_columns", "x_axis"],
};

function rank({ control }: Placement, kind: string, state: ControlState): number {
  const names = PREFERRED[kind] ?? [];
  const place = names.indexOf(control.name);
  const score = place < 0 ? 0 : names.length - place;
  const isWaiting = control.required && toList(state.formData[control.name]).length === 0;
  return score + (isWaiting && place >= 0 ? 10 : 0);
}
