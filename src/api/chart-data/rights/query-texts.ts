import type { QueryColumn, QueryFilter, QueryMetric } from "../../../model/adhoc.ts";
import type { QueryObject } from "../../../model/query-context.ts";

/** Parts of queries as texts that are equal where the parts mean the same. */

export function metricsOf({ metrics, series_limit_metric, timeseries_limit_metric }: QueryObject): QueryMetric[] {
  return [...(metrics ?? []), series_limit_metric, timeseries_limit_metric].flatMap((metric) => metric ?? []);
}

export function columnsOf({ columns, groupby, series_columns }: QueryObject): QueryColumn[] {
  return [...(columns ?? []), ...(groupby ?? []), ...(series_columns ?? [])];
}

/** The columns that a query groups by or shows: `groupby` takes the place of `columns`. */
export const shownColumnsOf = ({ columns, groupby }: QueryObject): QueryColumn[] =>
  groupby?.length ? groupby : (columns ?? []);

export function isSubset(
  asked: readonly unknown[] | null | undefined,
  saved: readonly unknown[] | null | undefined,
): boolean {
  const known = new Set((saved ?? []).map(textOf));
  return (asked ?? []).every((one) => known.has(textOf(one)));
}

/** The grain of an axis is the viewer's to choose, and an axis over a column is that column. */
export function columnText(column: QueryColumn): string {
  if (typeof column === "string") return textOf(column);
  if (column.isColumnReference && [undefined, column.sqlExpression].includes(column.label))
    return textOf(column.sqlExpression);
  const { timeGrain: _, columnType: __, ...rest } = column;
  return textOf(rest);
}

export function filterText({ isExtra: _, ...filter }: QueryFilter): string {
  return textOf(filter);
}

/** Equal values have equal texts, whatever the order of their keys; what is undefined or null is not there. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).filter(([, one]) => one !== undefined && one !== null);
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
