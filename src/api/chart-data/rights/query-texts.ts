import type { QueryColumn, QueryFilter, QueryMetric } from "../../../model/adhoc.ts";
import type { QueryObject } from "../../../model/query-context.ts";

export function metricsOf({ metrics, series_limit_metric, timeseries_limit_metric }: QueryObject): QueryMetric[] {
  return [...(metrics ?? []), series_limit_metric, timeseries_limit_metric].flatMap((metric) => metric ?? []);
}

export function columnsOf({ columns, groupby, series_columns }: QueryObject): QueryColumn[] {
  return [...(columns ?? []), ...(groupby ?? []), ...(series_columns ?? [])];
}

export const shownColumnsOf = ({ columns, groupby }: QueryObject): QueryColumn[] =>
  groupby?.length ? groupby : (columns ?? []);

export function isSubset(
  requested: readonly unknown[] | null | undefined,
  saved: readonly unknown[] | null | undefined,
): boolean {
  const known = new Set((saved ?? []).map(textOf));
  return (requested ?? []).every((one) => known.has(textOf(one)));
}

export function columnText(column: QueryColumn): string {
  if (typeof column === "string") return textOf(column);
  if (column.isColumnReference && !column.bin && [undefined, column.sqlExpression].includes(column.label))
    return textOf(column.sqlExpression);
  const { timeGrain: _, columnType: __, ...rest } = column;
  return textOf(rest);
}

export function filterText({ isExtra: _, ...filter }: QueryFilter): string {
  return textOf(filter);
}

/** Equal values give equal text, whatever the key order; undefined and null are left out. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).filter(([, one]) => one !== undefined && one !== null);
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
