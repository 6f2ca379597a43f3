import { LIMITS, type QueryContext, type QueryObject } from "../../model/query-context.ts";
import { baseQuery, ofShownRows, queryContext, timeGrainOf, withGrain } from "../../query/query-context.ts";
import { axesOf, exactMetrics, type Level, levelsOf } from "./levels.ts";
import type { PivotForm } from "./schema.ts";

/** Cells first. Totals include rows beyond the cell limit. */
export function buildQuery(formData: PivotForm): QueryContext {
  const [cells, ...totals] = levelsOf(formData);
  const leaf = cellQuery(formData, cells ?? { rows: 0, columns: 0 });
  return queryContext(formData, [leaf, ...totals.map((level) => totalQuery(formData, level, leaf))]);
}

function cellQuery(formData: PivotForm, level: Level): QueryObject {
  const by = formData.series_limit_metric ?? formData.metrics[0];
  return {
    ...baseQuery(formData),
    columns: columnsAt(formData, level),
    metrics: formData.metrics,
    orderby: by ? [[by, formData.order_desc === false]] : [],
    ...seriesLimit(formData),
  };
}

function seriesLimit(formData: PivotForm): Partial<QueryObject> {
  if (!formData.series_limit) return {};
  const { rows, columns } = axesOf(formData);
  const level = rows.length > 0 ? { rows: rows.length, columns: 0 } : { rows: 0, columns: columns.length };
  return {
    series_columns: columnsAt(formData, level),
    series_limit: formData.series_limit,
    ...(formData.series_limit_metric ? { series_limit_metric: formData.series_limit_metric } : {}),
  };
}

/** Metric filters select cells, so totals are of these cells. */
export function totalQuery(formData: PivotForm, level: Level, leaf: QueryObject): QueryObject {
  const { series_columns, series_limit, series_limit_metric, ...rest } = leaf;
  const shown = ofShownRows(leaf);
  return {
    ...rest,
    ...shown,
    columns: columnsAt(formData, level),
    // HAVING may use any metric.
    metrics: shown.having_columns ? leaf.metrics : exactMetrics(formData),
    orderby: [],
    row_limit: Math.max(Number(formData.row_limit ?? 0), LIMITS.rowLimit),
  };
}

function columnsAt(formData: PivotForm, level: Level) {
  const { rows, columns } = axesOf(formData);
  const lookup = formData.temporal_columns_lookup ?? {};
  const temporal = new Set(Object.keys(lookup).filter((name) => lookup[name]));
  return withGrain([...columns.slice(0, level.columns), ...rows.slice(0, level.rows)], temporal, timeGrainOf(formData));
}
