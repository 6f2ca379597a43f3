import type { QueryColumn } from "../model/adhoc.ts";
import { isTemporalRange, type NormalQuery, TIMESTAMP_ALIAS } from "./normal-query.ts";
import type { QueryDataset } from "./query-dataset.ts";

type Extra = "__time_col" | "__time_grain" | "__time_range";
const EXTRAS: readonly Extra[] = ["__time_col", "__time_grain", "__time_range"];

/**
 * How a dashboard's time overrides (`__time_range`, `__time_col`, `__time_grain`) are reported among the filters: as
 * applied if the query has a time that they apply to.
 */
export function appliedTimeExtras(
  extras: Readonly<Record<string, unknown>> | null | undefined,
  query: NormalQuery,
  dataset: QueryDataset,
): { applied: { column: string }[]; rejected: { column: string; reason: string }[] } {
  const times = dataset.columns.filter((column) => column.is_dttm).map((column) => column.column_name);
  const requestedKeys = EXTRAS.filter((key) => extras?.[key] !== undefined && extras[key] !== null);
  const fits: Readonly<Record<Extra, boolean>> = {
    __time_col: times.includes(String(extras?.__time_col)),
    __time_grain: hasGrain(query, times),
    __time_range: isRanged(query) || TIME_MACRO.test(dataset.sql ?? ""),
  };
  const reason = (key: Extra) => (key === "__time_col" ? "not_in_datasource" : "no_temporal_column");
  return {
    applied: requestedKeys.filter((key) => fits[key]).map((column) => ({ column })),
    rejected: requestedKeys.filter((key) => !fits[key]).map((column) => ({ column, reason: reason(column) })),
  };
}

const TIME_MACRO = /\b(from_dttm|to_dttm|get_time_filter)\b/;

const isRanged = ({ granularity, filters }: NormalQuery) => granularity !== null || filters.some(isTemporalRange);

function hasGrain({ columns, granularity, isTimeseries }: NormalQuery, times: readonly string[]): boolean {
  const isTruncated = (column: QueryColumn) => {
    if (typeof column === "string") return column === granularity || column === TIMESTAMP_ALIAS;
    const isTime = !column.isColumnReference || times.includes(column.sqlExpression);
    return Boolean(column.timeGrain) && isTime;
  };
  return isTimeseries || columns.some(isTruncated);
}
