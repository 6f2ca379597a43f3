import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control } from "../../../chart-seam/control.ts";
import { controlsOf, isEmptyValue, visibleControls } from "../../../chart-seam/define.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { AdhocFilter, QueryColumn, QueryMetric } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import { type Dataset, datasourceKey } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { readFixedOrMetric, type SpatialDraft, spatialColumns } from "../../../model/map-values.ts";
import { readDimension } from "../../../model/matrix.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { columnOf, columnTitle, metricTitle, referencedName } from "../../../web/control-words/dataset-words.ts";
import { timeColumn } from "./columns.ts";
import { isSameValue, toList } from "./form-values.ts";

export interface SwapResult {
  formData: FormData;
  /** Labels of visible controls that have a value. */
  all: string[];
  /** Labels of visible controls that keep their value, with a count if only partly. */
  kept: string[];
  /** Labels of controls, with the columns and metrics that the new dataset doesn't have. */
  lost: string[];
  /** Labels of controls that get the new dataset's main time column, with its name. */
  replaced: string[];
}

export interface SwapInput {
  type: ChartType;
  formData: FormData;
  from: Dataset | undefined;
  to: Dataset;
}

/** Keeps values whose columns and metrics exist in the new dataset. Custom SQL is kept as written. */
export function swapDataset({ type, formData, from, to }: SwapInput): SwapResult {
  const next: FormData = { ...formData, datasource: datasourceKey(to) };
  const all: string[] = [];
  const kept: string[] = [];
  const lost: string[] = [];
  const replaced: string[] = [];
  const visible = new Set(visibleControls(type.sections, { formData, dataset: from }).map((control) => control.name));
  for (const control of controlsOf(type.sections)) {
    const value = formData[control.name];
    if (isEmptyValue(value)) continue;
    const fitted = fitTo(control, value, to);
    if (fitted === undefined) continue;
    const time = fitted.value === null ? replacementTime(control, { value, from, to }) : undefined;
    next[control.name] = time?.column_name ?? fitted.value;
    if (!visible.has(control.name)) continue;
    const label = controlLabel(control, { formData, dataset: from });
    const [before, after] = [toList(value).length, toList(fitted.value).length];
    all.push(label);
    if (time)
      replaced.push(t("{control}: {column}", { control: label, column: time.verbose_name || time.column_name }));
    else if (isSameValue(fitted.value, value)) kept.push(label);
    else {
      if (after > 0) kept.push(partText(label, after, before));
      lost.push(lostText(label, lostNames(control, { value, fitted: fitted.value, from })));
    }
  }
  return { formData: next, all: [...new Set(all)], kept: [...new Set(kept)], lost: [...new Set(lost)], replaced };
}

const partText = (control: string, count: number, total: number) =>
  t("{control} ({count, number} of {total, number})", { control, count, total });

const lostText = (control: string, names: readonly string[]) =>
  names.length > 0 ? t("{control} ({names})", { control, names: list([...new Set(names)], "commas") }) : control;

interface Lost {
  value: unknown;
  fitted: unknown;
  from: Dataset | undefined;
}

function lostNames({ widget }: Control, { value, fitted, from }: Lost): string[] {
  const kept = new Set(toList(fitted));
  const lost = toList(value).filter((one) => !kept.has(one));
  switch (widget) {
    case "metrics":
      return lost.map((one) => metricTitle(from, one as QueryMetric));
    case "columns":
      return lost.map((one) => columnTitle(from, one as QueryColumn));
    case "filters":
      return lost.flatMap((one) => subjectTitle(from, (one as AdhocFilter).subject));
    case "order-by":
      return lost.map((one) => columnTitle(from, orderedColumn(one as string)));
    default:
      return [];
  }
}

const subjectTitle = (from: Dataset | undefined, subject: string | null | undefined) =>
  subject ? [columnOf(from, subject) ? columnTitle(from, subject) : metricTitle(from, subject)] : [];

function replacementTime(control: Control, { value, from, to }: { value: unknown } & Pick<SwapInput, "from" | "to">) {
  if (control.widget !== "columns" || !control.required || control.multi) return undefined;
  const before = columnOf(from, referencedName(value as QueryColumn) ?? "");
  return before && columnKind(before) === "temporal" ? timeColumn(to) : undefined;
}

export function clearedForm(type: ChartType, formData: FormData, to: Dataset): FormData {
  const { slice_id } = formData;
  return { ...type.defaults(to), viz_type: type.key, datasource: datasourceKey(to), ...(slice_id ? { slice_id } : {}) };
}

function fitTo(control: Control, value: unknown, to: Dataset): { value: unknown } | undefined {
  switch (control.widget) {
    case "metrics":
      return fitList(control.multi, value, (one) => hasMetric(to, one as QueryMetric));
    case "columns":
      return fitList(control.multi, value, (one) => hasColumn(to, one as QueryColumn));
    case "filters":
      return { value: toList(value as AdhocFilter[]).filter((filter) => hasSubject(to, filter)) };
    case "order-by":
      return { value: toList(value as string[]).filter((entry) => hasColumn(to, orderedColumn(entry))) };
    case "select":
      return control.name === "time_grain_sqla" ? { value: hasGrain(to, value) ? value : null } : undefined;
    default:
      return fitWhole(control, value, to);
  }
}

function fitWhole(control: Control, value: unknown, to: Dataset): { value: unknown } | undefined {
  switch (control.widget) {
    case "spatial":
      return { value: spatialColumns(value as SpatialDraft).every((column) => hasColumn(to, column)) ? value : null };
    case "matrix-dimension":
      return { value: hasColumn(to, readDimension(value).dimension) ? value : null };
    case "fixed-or-metric":
      return { value: hasSize(to, value) ? value : null };
    default:
      return undefined;
  }
}

function fitList(multi: boolean, value: unknown, fits: (one: unknown) => boolean): { value: unknown } {
  const list = toList(value).filter(fits);
  return { value: multi ? list : (list[0] ?? null) };
}

function hasMetric(to: Dataset, metric: QueryMetric): boolean {
  if (typeof metric === "string") return to.metrics.some((saved) => saved.metric_name === metric);
  if (metric.expressionType === "SQL") return true;
  return !metric.column || columnOf(to, metric.column.column_name) !== undefined;
}

function hasColumn(to: Dataset, column: QueryColumn): boolean {
  const name = referencedName(column);
  return name === undefined || columnOf(to, name) !== undefined;
}

function hasSize(to: Dataset, value: unknown): boolean {
  const read = readFixedOrMetric(value);
  return read?.type !== "metric" || !read.value || hasMetric(to, read.value);
}

function hasSubject(to: Dataset, filter: AdhocFilter): boolean {
  if (filter.expressionType === "SQL" || !filter.subject) return true;
  return columnOf(to, filter.subject) !== undefined || hasMetric(to, filter.subject);
}

function orderedColumn(entry: string): string {
  try {
    const parsed: unknown = JSON.parse(entry);
    return Array.isArray(parsed) ? String(parsed[0]) : entry;
  } catch {
    return entry;
  }
}

function hasGrain(to: Dataset, grain: unknown): boolean {
  return !to.time_grain_sqla || to.time_grain_sqla.some(([duration]) => duration === grain);
}
