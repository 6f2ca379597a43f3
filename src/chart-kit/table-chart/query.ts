import type { BuildOptions } from "../../chart-seam/chart-type.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryFilter, type QueryMetric } from "../../model/adhoc.ts";
import {
  LIMITS,
  type OrderBy,
  type PostProcessing,
  type QueryContext,
  type QueryObject,
} from "../../model/query-context.ts";
import { baseQuery, ofShownRows, queryContext, timeGrainOf, withGrain } from "../../query/query-context.ts";
import { type ColumnFilter, clausesOf } from "./column-filter.ts";
import {
  ownStateOf,
  queryModeOf,
  serverPageSize,
  type TableFormData,
  type TableOwnState,
  timeOffsetOf,
} from "./form-data.ts";

export interface QueryPlan {
  rowCount?: number;
  allRecords?: number;
  totals?: number;
}

export function planOf(formData: TableFormData): QueryPlan {
  const isAggregate = queryModeOf(formData) === "aggregate";
  let next = 1;
  const plan: QueryPlan = {};
  if (formData.server_pagination) plan.rowCount = next++;
  if (isAggregate && needsAllRecords(formData)) plan.allRecords = next++;
  if (isAggregate && formData.show_totals && metricsOf(formData).length > 0) plan.totals = next++;
  return plan;
}

/** A page's rows alone would be 100%. */
function needsAllRecords({ server_pagination, show_totals, ...formData }: TableFormData): boolean {
  if (formData.percent_metrics.length === 0) return false;
  return formData.percent_metric_calculation === "all_records" || (Boolean(server_pagination) && !show_totals);
}

/** Rows first, then as needed: row count, percentages of all records, totals. */
export function buildQuery(formData: TableFormData, options: BuildOptions): QueryContext {
  const own = ownStateOf(options.ownState);
  const data = queryModeOf(formData) === "raw" ? rawQuery(formData) : aggregateQuery(formData);
  const readers = viewerFilters(data, own);
  const found = formData.server_pagination ? withFilters(withSearch(data, own), readers.columns) : data;
  const searched = formData.server_pagination ? withFilters(found, readers.metrics) : data;
  const plan = planOf(formData);
  const countQuery = {
    ...found,
    columns: [],
    orderby: [],
    post_processing: [],
    row_limit: 0,
    row_offset: 0,
    time_offsets: [],
  };
  const queries: QueryObject[] = [formData.server_pagination ? paged(searched, formData, own) : searched];
  if (plan.rowCount) {
    queries.push({
      ...searched,
      time_offsets: [],
      post_processing: [],
      row_limit: Number(formData.row_limit ?? 0),
      row_offset: 0,
      is_rowcount: true,
    });
  }
  if (plan.allRecords) {
    const shown = ofShownRows(data);
    queries.push({
      ...countQuery,
      ...shown,
      metrics: shown.having_columns ? metricsOf(formData) : formData.percent_metrics,
    });
  }
  if (plan.totals) {
    const shown = withFilters(formData.server_pagination ? found : withFilters(data, readers.columns), readers.metrics);
    const { filters, extras } = shown;
    queries.push({ ...countQuery, filters, extras, ...ofShownRows(shown), metrics: metricsOf(formData) });
  }
  return queryContext(formData, queries);
}

function rawQuery(formData: TableFormData): QueryObject {
  return {
    ...baseQuery(formData),
    columns: formData.all_columns,
    orderby: formData.order_by_cols.flatMap(parseOrder),
    post_processing: [],
  };
}

/** An entry of `order_by_cols`: `["column", ascending]` as JSON text. */
function parseOrder(text: string): OrderBy[] {
  try {
    const [column, isAscending] = JSON.parse(text) as unknown[];
    return typeof column === "string" ? [[column, isAscending !== false]] : [];
  } catch {
    return [];
  }
}

function aggregateQuery(formData: TableFormData): QueryObject {
  const offset = timeOffsetOf(formData);
  const sortMetric = formData.timeseries_limit_metric ?? formData.metrics[0] ?? formData.percent_metrics[0];
  const isDescending = formData.timeseries_limit_metric ? formData.order_desc !== false : true;
  return {
    ...baseQuery(formData),
    columns: withGrain(formData.groupby, temporalColumns(formData), timeGrainOf(formData)),
    metrics: metricsOf(formData),
    orderby: sortMetric ? [[sortMetric, !isDescending]] : [],
    ...(offset ? { time_offsets: [offset] } : {}),
    post_processing: percentages(formData, offset),
  };
}

function temporalColumns(formData: TableFormData): ReadonlySet<string> {
  const lookup = formData.temporal_columns_lookup ?? {};
  return new Set(Object.keys(lookup).filter((name) => lookup[name]));
}

export function metricsOf(formData: TableFormData): QueryMetric[] {
  const seen = new Set<string>();
  return [...formData.metrics, ...formData.percent_metrics].filter((metric) => {
    const label = metricLabel(metric);
    return !seen.has(label) && seen.add(label);
  });
}

function percentages(formData: TableFormData, offset: string | undefined): PostProcessing[] {
  if (formData.percent_metrics.length === 0) return [];
  const labels = formData.percent_metrics.map(metricLabel);
  const columns = offset ? labels.flatMap((label) => [label, `${label}__${offset}`]) : labels;
  return [{ operation: "contribution", options: { columns, rename_columns: columns.map((column) => `%${column}`) } }];
}

function withSearch(query: QueryObject, own: TableOwnState): QueryObject {
  const text = own.searchText?.trim();
  if (!text || !own.searchColumn) return query;
  const column = (query.columns ?? []).find((candidate) => columnLabel(candidate) === own.searchColumn);
  return {
    ...query,
    filters: [...(query.filters ?? []), { col: column ?? own.searchColumn, op: "CONTAINS TEXT", val: text }],
  };
}

function viewerFilters(query: QueryObject, { filterModel = {} }: TableOwnState) {
  const columns = new Map((query.columns ?? []).map((column) => [columnLabel(column), column]));
  const metrics = new Set((query.metrics ?? []).map(metricLabel).filter((label) => !columns.has(label)));
  const filters = Object.entries(filterModel);
  return {
    columns: filters.flatMap(([key, filter]) => clausesOn(filter, columns.get(key))),
    metrics: filters.flatMap(([key, filter]) => clausesOn(filter, metrics.has(key) ? key : undefined)),
  };
}

const clausesOn = (filter: ColumnFilter, col: QueryColumn | undefined) => (col ? clausesOf(filter, col) : []);

const withFilters = (query: QueryObject, clauses: readonly QueryFilter[]): QueryObject =>
  clauses.length > 0 ? { ...query, filters: [...(query.filters ?? []), ...clauses] } : query;

/** Columns that the database can filter by; others are computed from the result. */
export function filterableKeys(formData: TableFormData): string[] {
  if (queryModeOf(formData) === "raw") return formData.all_columns.map(columnLabel);
  return [
    ...formData.groupby.map(columnLabel),
    ...(timeOffsetOf(formData) ? [] : metricsOf(formData).map(metricLabel)),
  ];
}

function paged(query: QueryObject, formData: TableFormData, own: TableOwnState): QueryObject {
  const size = serverPageSize(formData, own);
  const offset = (own.currentPage ?? 0) * size;
  const limit = Number(formData.row_limit || LIMITS.tableMaxRowServer);
  const sorted = (own.sortBy ?? []).map(({ key, desc }): OrderBy => [sortTarget(key, query), !desc]);
  return {
    ...query,
    row_limit: Math.max(1, Math.min(size, limit - offset)),
    row_offset: offset,
    ...(sorted.length > 0 ? { orderby: sorted } : {}),
  };
}

function sortTarget(key: string, query: QueryObject): QueryMetric | QueryColumn {
  const labels = [key, key.replace(/^%/, ""), key.replace(/^Main %?/, "")];
  const metric = (query.metrics ?? []).find((candidate) => labels.includes(metricLabel(candidate)));
  return metric ?? (query.columns ?? []).find((column) => columnLabel(column) === key) ?? key;
}
