import { t } from "../../i18n/translate.ts";
import type { QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { FormData } from "../../model/form-data.ts";
import type { QueryObject } from "../../model/query-context.ts";

export interface LegacyType {
  query(form: LegacyForm): LegacyQuery;
  shape(rows: readonly Row[], form: LegacyForm, range: Range): unknown;
}

export type LegacyQuery = Pick<
  QueryObject,
  "columns" | "metrics" | "is_timeseries" | "orderby" | "row_limit" | "time_offsets" | "granularity" | "filters"
> & { grain?: string };

export type LegacyForm = FormData & Record<string, unknown>;

export type Row = Readonly<Record<string, unknown>>;

export interface Range {
  from: number | null;
  to: number | null;
}

export const TIMESTAMP = "__timestamp";

export const formError = (error: string) => new TesseraError(400, { error } as never);

export function listOf<T>(value: unknown): T[] {
  const list = Array.isArray(value) ? value : value === "" ? [] : [value];
  return list.filter((entry) => entry !== null && entry !== undefined) as T[];
}

export function columnsOf(value: unknown): QueryColumn[] {
  const columns = listOf<QueryColumn>(value);
  if (columns.some((column) => typeof columnLabel(column) !== "string")) throw formError(t("Bad column"));
  return columns;
}

export function metricsOf(...values: unknown[]): QueryMetric[] {
  const metrics = values.flatMap((value) => listOf<QueryMetric>(value));
  const labels = metrics.map(metricLabel);
  return metrics.filter((_, i) => labels.indexOf(labels[i] ?? "") === i);
}

export const labelsOf = (columns: readonly QueryColumn[]) => columns.map(columnLabel);
export const metricLabels = (metrics: readonly QueryMetric[]) => metrics.map(metricLabel);
export const labelOfMetric = (value: unknown) => metricLabels(metricsOf(value))[0];

export function byMetric(
  form: LegacyForm,
  metrics: readonly QueryMetric[],
  ascending?: boolean,
): LegacyQuery["orderby"] {
  const [metric] = metricsOf(form.timeseries_limit_metric, ...metrics);
  return metric === undefined ? [] : [[metric, ascending ?? !form.order_desc]];
}

export function compareKeys(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : 1;
}

export function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [i, part] of a.entries()) {
    const order = compareKeys(part, b[i]);
    if (order !== 0) return order;
  }
  return 0;
}

export const numberOf = (value: unknown): number | null =>
  typeof value === "number" ? value : value === null || value === undefined ? null : Number(value);

const MAX_CELLS = 2_500_000;

export function assertCellCount(cells: number): void {
  if (cells > MAX_CELLS)
    throw typedError("RESULT_TOO_LARGE_ERROR", t("The chart's data is too large: group by fewer values."));
}
