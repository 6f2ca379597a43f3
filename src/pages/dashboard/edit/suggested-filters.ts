import { type AdhocFilter, columnLabel, type QueryColumn } from "../../../model/adhoc.ts";
import type { DatasetColumn } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import {
  type FilterType,
  isControl,
  isDivider,
  type NativeFilter,
  type NativeFilterEntry,
} from "../../../model/native-filter.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import type { Dashboard } from "../state/dashboard.ts";
import { newFilter, retarget } from "./filter-draft.ts";

type Charts = Pick<Dashboard, "charts" | "datasets">;

export interface SuggestedFilter {
  datasetId: number;
  column: string;
  label: string;
  filterType: FilterType;
  charts: number;
}

const COLUMN_KEYS = [
  "groupby",
  "columns",
  "all_columns",
  "groupbyRows",
  "groupbyColumns",
  "x_axis",
  "granularity_sqla",
  "column",
  "entity",
  "series",
  "source",
  "target",
];

/** Columns that a chart shows or filters by; expressions are left out. */
export function columnsOfChart(form: FormData): string[] {
  const shown = COLUMN_KEYS.flatMap((key) => [form[key] ?? []].flat()).flatMap(nameOf);
  const filtered = ((form.adhoc_filters ?? []) as AdhocFilter[]).flatMap((one) =>
    one.expressionType === "SIMPLE" && typeof one.subject === "string" ? [one.subject] : [],
  );
  return [...new Set([...shown, ...filtered])];
}

function nameOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  const isReference = (value as { isColumnReference?: unknown } | null)?.isColumnReference === true;
  return isReference ? [columnLabel(value as QueryColumn)] : [];
}

const datasetIdOf = (form: FormData) => Number.parseInt(form.datasource ?? "", 10);

/** Most used first. */
export function datasetsByUse({ charts, datasets }: Charts): number[] {
  const uses = new Map<number, number>();
  for (const { form_data } of charts.values()) {
    const id = datasetIdOf(form_data as FormData);
    if (datasets.has(id)) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return [...uses].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

/** Columns of a dataset -> how many of the dashboard's charts use them. */
export function columnUses({ charts }: Pick<Charts, "charts">, datasetId: number): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { form_data } of charts.values()) {
    if (datasetIdOf(form_data as FormData) !== datasetId) continue;
    for (const column of columnsOfChart(form_data as FormData)) uses.set(column, (uses.get(column) ?? 0) + 1);
  }
  return uses;
}

export function filterTypeOf(column: Pick<DatasetColumn, "is_dttm" | "type_generic">): FilterType {
  if (column.is_dttm || column.type_generic === GENERIC_TYPE.TEMPORAL) return "filter_time";
  return column.type_generic === GENERIC_TYPE.NUMERIC ? "filter_range" : "filter_select";
}

const MAX_SUGGESTED = 6;

/** Columns of the dashboard's charts without a filter yet: of the most used dataset first, then by use. */
export function suggestedFilters(dashboard: Charts, entries: readonly NativeFilterEntry[]): SuggestedFilter[] {
  const existing = entries.filter((entry): entry is NativeFilter => !isDivider(entry) && !isControl(entry));
  const columns = new Set(existing.flatMap(({ targets }) => targets[0]?.column?.name ?? []));
  let hasTime = existing.some(({ filterType }) => filterType === "filter_time");
  const found = datasetsByUse(dashboard).flatMap((datasetId) => columnsByUse(dashboard, datasetId));
  return found
    .filter(({ column, filterType }) => {
      const isNew = filterType === "filter_time" ? !hasTime : !columns.has(column);
      if (filterType === "filter_time") hasTime = true;
      columns.add(column);
      return isNew;
    })
    .slice(0, MAX_SUGGESTED);
}

function columnsByUse(dashboard: Charts, datasetId: number): SuggestedFilter[] {
  const uses = columnUses(dashboard, datasetId);
  const known = dashboard.datasets.get(datasetId)?.columns ?? [];
  return known
    .filter(({ column_name, filterable }) => uses.has(column_name) && filterable !== false)
    .map((column) => suggestionOf(column, datasetId, uses.get(column.column_name) ?? 0))
    .toSorted((a, b) => b.charts - a.charts);
}

function suggestionOf(column: DatasetColumn, datasetId: number, charts: number): SuggestedFilter {
  const { column_name, verbose_name } = column;
  return {
    datasetId,
    column: column_name,
    label: verbose_name || titleOf(column_name),
    filterType: filterTypeOf(column),
    charts,
  };
}

/** `ship_mode` as "Ship mode". Names with capitals stay as they are. */
function titleOf(name: string): string {
  if (/[^\p{Ll}\d_]/u.test(name)) return name;
  const words = name.replace(/_+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Columns of one chart that a filter can have, in the order of its form data. */
export function filtersForChart({ charts, datasets }: Charts, chartId: number): SuggestedFilter[] {
  const form = charts.get(chartId)?.form_data as FormData | undefined;
  const datasetId = form ? datasetIdOf(form) : Number.NaN;
  const known = datasets.get(datasetId)?.columns ?? [];
  const uses = columnUses({ charts }, datasetId);
  return (form ? columnsOfChart(form) : []).flatMap((name) => {
    const column = known.find(({ column_name, filterable }) => column_name === name && filterable !== false);
    return column ? [suggestionOf(column, datasetId, uses.get(name) ?? 0)] : [];
  });
}

export function suggestedFilter(suggested: SuggestedFilter, filter: NativeFilter = newFilter()): NativeFilter {
  const { datasetId, column, label, filterType } = suggested;
  const targets = filterType === "filter_time" ? [{}] : [{ datasetId, column: { name: column } }];
  return retarget({ ...filter, name: filter.name || label }, { filterType, targets });
}

export function newFilterFor(dashboard: Charts): NativeFilter {
  const [datasetId] = datasetsByUse(dashboard);
  return { ...newFilter(), targets: [datasetId === undefined ? {} : { datasetId }] };
}
