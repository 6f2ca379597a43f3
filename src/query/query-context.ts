import type { AdhocColumn, AdhocFilter, FilterScalar, QueryColumn, QueryFilter, QueryMetric } from "../model/adhoc.ts";
import { columnLabel, metricLabel } from "../model/adhoc.ts";
import type { ExtraFormData } from "../model/data-mask.ts";
import type { FormData } from "../model/form-data.ts";
import { parseDatasource } from "../model/form-data.ts";
import type { QueryContext, QueryExtras, QueryObject } from "../model/query-context.ts";

/**
 * Building blocks of a chart type's `buildQuery`. A chart's query is its form data plus what dashboard filters add
 * (`extra_form_data`): filters are appended; time range, time column and grain are overridden.
 */

export function queryContext(formData: FormData, queries: readonly QueryObject[]): QueryContext {
  return {
    datasource: parseDatasource(formData.datasource ?? ""),
    queries: [...queries],
    result_format: "json",
    result_type: "full",
    form_data: formData,
  };
}

export function baseQuery(formData: FormData): QueryObject {
  const extra = formData.extra_form_data ?? {};
  const split = splitFilters([...(formData.adhoc_filters ?? []), ...(extra.adhoc_filters ?? [])]);
  const timeRange = extra.time_range ?? formData.time_range;
  const granularity = timeColumnOf(extra) ?? formData.granularity_sqla;
  return {
    filters: [...split.filters, ...(extra.filters ?? []).map((filter) => ({ ...filter, isExtra: true }))],
    extras: extrasOf(formData, split),
    applied_time_extras: appliedTimeExtras(extra),
    ...(granularity ? { granularity } : {}),
    ...(timeRange ? { time_range: timeRange } : {}),
    ...(formData.row_limit ? { row_limit: Number(formData.row_limit) } : {}),
    ...(formData.url_params ? { url_params: toScalars(formData.url_params) } : {}),
  };
}

function extrasOf(formData: FormData, { where, having }: SplitFilters): QueryExtras {
  const { relative_start, relative_end } = formData.extra_form_data ?? {};
  const grain = timeGrainOf(formData);
  return {
    where,
    having,
    ...(grain ? { time_grain_sqla: grain } : {}),
    ...(relative_start ? { relative_start } : {}),
    ...(relative_end ? { relative_end } : {}),
  };
}

function timeColumnOf(extra: ExtraFormData): string | undefined {
  return extra.granularity_sqla ?? extra.granularity ?? extra.time_column;
}

export function timeGrainOf(formData: FormData): string | null {
  const extra = formData.extra_form_data;
  return extra?.time_grain_sqla ?? extra?.time_grain ?? formData.time_grain_sqla ?? null;
}

/** For totals next to a query of rows: its conditions on metrics select rows, and the totals cover only those. */
export function ofShownRows({ columns, groupby, extras, filters, metrics }: QueryObject): Partial<QueryObject> {
  const labels = new Set((metrics ?? []).map(metricLabel));
  const hasConditions = extras?.having || filters?.some(({ col }) => labels.has(columnLabel(col)));
  return hasConditions ? { having_columns: groupby?.length ? groupby : columns } : {};
}

/** The x axis in the API's format: an ad hoc column marked as the base axis, with its grain. */
export function baseAxis(column: QueryColumn, grain: string | null): AdhocColumn {
  const base = typeof column === "string" ? { sqlExpression: column, isColumnReference: true } : column;
  return {
    ...base,
    label: columnLabel(column),
    expressionType: "SQL",
    columnType: "BASE_AXIS",
    ...(grain ? { timeGrain: grain } : {}),
  };
}

/** Orders by name, so that a row limit always keeps the same rows. */
export function nameOrder(
  form: FormData,
  dimensions: readonly (QueryColumn | null | undefined)[],
): Pick<QueryObject, "orderby"> {
  const named = dimensions.filter((column) => column !== null && column !== undefined);
  return form.row_limit && named.length > 0 ? { orderby: named.map((column) => [column, true]) } : {};
}

/**
 * With `sort_by_metric` by the metric, largest first; ties, and everything without it, by name if there is a row limit.
 */
export function metricOrder(
  form: FormData & { sort_by_metric: boolean },
  metric: QueryMetric | null | undefined,
  dimensions: readonly (QueryColumn | null | undefined)[],
): Pick<QueryObject, "orderby"> {
  const named = nameOrder(form, dimensions);
  return form.sort_by_metric && metric ? { orderby: [[metric, false], ...(named.orderby ?? [])] } : named;
}

export function withGrain(columns: readonly QueryColumn[], temporal: ReadonlySet<string>, grain: string | null) {
  return columns.map((column) =>
    typeof column === "string" && grain && temporal.has(column) ? baseAxis(column, grain) : column,
  );
}

export interface SplitFilters {
  filters: QueryFilter[];
  where: string;
  having: string;
}

const UNARY = new Set(["IS NULL", "IS NOT NULL", "IS TRUE", "IS FALSE", "LATEST PARTITION"]);

export function splitFilters(adhocFilters: readonly AdhocFilter[]): SplitFilters {
  const filters: QueryFilter[] = [];
  const where: string[] = [];
  const having: string[] = [];
  for (const filter of adhocFilters) {
    if (filter.expressionType === "SQL") {
      if (filter.sqlExpression?.trim()) (filter.clause === "HAVING" ? having : where).push(filter.sqlExpression);
    } else if (filter.clause === "HAVING") {
      const text = simpleHaving(filter);
      if (text) having.push(text);
    } else {
      const clause = simpleFilter(filter);
      if (clause) filters.push(clause);
    }
  }
  return { filters, where: joinAnd(where), having: joinAnd(having) };
}

function simpleFilter(filter: AdhocFilter): QueryFilter | undefined {
  if (!filter.subject || !filter.operator) return undefined;
  const { isExtra, isExact } = filter;
  const flags = { ...(isExtra ? { isExtra } : {}), ...(isExact ? { isExact } : {}) };
  const base = { col: filter.subject, op: filter.operator, ...flags };
  if (UNARY.has(filter.operator.toUpperCase())) return base;
  const value = filter.comparator;
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  return { ...base, val: value };
}

function simpleHaving({ subject, operator, comparator }: AdhocFilter): string | undefined {
  if (!subject || !operator) return undefined;
  const op = operator === "==" ? "=" : operator.toUpperCase();
  if (UNARY.has(op)) return `${subject} ${op}`;
  if (Array.isArray(comparator)) {
    return comparator.length > 0 ? `${subject} ${op} (${comparator.map(literal).join(", ")})` : undefined;
  }
  return comparator === undefined || comparator === null ? undefined : `${subject} ${op} ${literal(comparator)}`;
}

/** Metrics are mostly numbers, so digits typed into a text field are compared as a number. */
function literal(value: FilterScalar): string {
  if (value === null) return "NULL";
  if (typeof value !== "string") return String(value).toUpperCase();
  const isNumber = value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? value.trim() : `'${value.replaceAll("'", "''")}'`;
}

function joinAnd(parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(" AND ");
}

function appliedTimeExtras(extra: ExtraFormData): Record<string, FilterScalar> {
  const column = timeColumnOf(extra);
  const grain = extra.time_grain_sqla ?? extra.time_grain;
  return {
    ...(extra.time_range ? { __time_range: extra.time_range } : {}),
    ...(column ? { __time_col: column } : {}),
    ...(grain ? { __time_grain: grain } : {}),
  };
}

function toScalars(record: Readonly<Record<string, unknown>>): Record<string, FilterScalar> {
  const scalars: Record<string, FilterScalar> = {};
  for (const [key, value] of Object.entries(record)) {
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) scalars[key] = value as FilterScalar;
  }
  return scalars;
}
