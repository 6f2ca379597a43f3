import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { type MapForm, tooltipParts } from "./map-form.ts";
import { locationFilters } from "./spatial.ts";

export interface MapQuestion {
  /** Rows without a location are excluded unless the author includes them. */
  places: readonly QueryColumn[];
  columns?: readonly (QueryColumn | null | undefined)[];
  metrics?: readonly (QueryMetric | null | undefined)[];
  isDistinct?: boolean;
}

export function mapQuery(form: MapForm, question: MapQuestion): QueryContext {
  const { places, columns = [], metrics = [], isDistinct = false } = question;
  const parts = tooltipParts(form);
  const allColumns = distinct(
    [...places, ...columns, ...form.js_columns, ...parts.map((part) => ("column" in part ? part.column : null))],
    columnLabel,
  );
  const allMetrics = distinct(
    [...metrics, ...parts.map((part) => ("metric" in part ? part.metric : null))],
    metricLabel,
  );
  const base = baseQuery(form);
  const [first] = allMetrics;
  return queryContext(form, [
    {
      ...base,
      filters: [...(base.filters ?? []), ...(form.filter_nulls ? locationFilters(distinct(places, columnLabel)) : [])],
      columns: allColumns,
      ...(first === undefined
        ? isDistinct
          ? { metrics: [] }
          : {}
        : { metrics: allMetrics, orderby: [[first, false]] }),
    },
  ]);
}

export function distinct<T>(values: readonly (T | null | undefined)[], labelOf: (value: T) => string): T[] {
  const byLabel = new Map<string, T>();
  for (const value of values) {
    if (value !== null && value !== undefined && !byLabel.has(labelOf(value))) byLabel.set(labelOf(value), value);
  }
  return [...byLabel.values()];
}
