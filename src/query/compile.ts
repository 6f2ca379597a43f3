import { metricLabel, type QueryColumn, type QueryMetric } from "../model/adhoc.ts";
import { badRequest } from "../model/errors.ts";
import type { QueryObject, ResultType } from "../model/query-context.ts";
import type { Dialect } from "./dialect.ts";
import { boundsCondition, filterCondition } from "./filters.ts";
import { type NormalQuery, normaliseQuery, TIMESTAMP_ALIAS } from "./normal-query.ts";
import type { QueryDataset } from "./query-dataset.ts";
import {
  type CheckedExpression,
  checkedExpression,
  columnItem,
  columnOf,
  datasetColumnSql,
  inParentheses,
  metricItem,
  missingColumns,
  type SelectItem,
  temporalSql,
  type Writing,
} from "./select-items.ts";
import { joinedSeries } from "./series-limit.ts";
import { withoutTrailer } from "./sql/statement-text.ts";
import type { TimeAnchors } from "./time-expression.ts";
import { appliedTimeExtras } from "./time-extras.ts";
import { isFixedTimeRange, parseTimeRange, type TimeRange } from "./time-range.ts";

/**
 * A query object over a dataset as one SQL statement. Pure: custom SQL is only collected in `checks`, which the
 * caller must put to the connection before running `sql`. Invalid requests throw a 400 with the wire's text.
 */
export interface CompiledQuery {
  sql: string;
  /** Result columns in order, by the labels that the request expects. */
  items: SelectItem[];
  checks: CheckedExpression[];
  /** SQL of a virtual dataset, to be checked as one read-only statement. */
  statement: string | null;
  appliedFilters: { column: string }[];
  rejectedFilters: { column: string; reason: string }[];
  bounds: TimeRange;
  /** The SQL depends on the clock. */
  isRelativeToNow: boolean;
  query: NormalQuery;
}

export interface CompileInput {
  query: QueryObject;
  dataset: QueryDataset;
  dialect: Dialect;
  /** Wall clock: milliseconds of the local clock, counted as if it were UTC. */
  now: number;
  formData?: Record<string, unknown> | null;
  resultType?: ResultType;
  /** Row-level security, already checked: each is ANDed into every WHERE. */
  predicates?: readonly string[];
  /** Shifts every time bound, as an entry of `time_offsets` says. */
  timeOffset?: string;
}

export function compileQuery(input: CompileInput): CompiledQuery {
  const query = normaliseQuery(input.query, input.dataset, input);
  const writing: Writing = { dataset: input.dataset, dialect: input.dialect, checks: [] };
  assertColumnsExist(query, input.dataset);
  const items = selectItems(writing, query);
  assertUniqueLabels(items);
  const conditions = conditionsOf(writing, query, input);
  const from = fromClause(writing);
  const series = joinedSeries({ writing, query, items, from, where: conditions.where });
  const text = statementText(writing, query, { ...conditions, items: series.items, from: series.from });
  const { sql: virtualSql } = input.dataset;
  const extras = appliedTimeExtras(input.query.applied_time_extras, input.dataset);
  return {
    sql: query.isRowCount ? countOf(writing, text) : text,
    items: query.isRowCount ? [rowCountItem] : items,
    checks: writing.checks,
    statement: virtualSql?.trim() ? virtualSql : null,
    appliedFilters: [...conditions.applied, ...extras.applied],
    rejectedFilters: [...conditions.rejected, ...extras.rejected],
    bounds: conditions.bounds,
    isRelativeToNow: conditions.isRelativeToNow,
    query,
  };
}

const rowCountItem: SelectItem = {
  label: "rowcount",
  sql: "COUNT(*)",
  type: "numeric",
  isTemporal: false,
  isMetric: true,
  sources: ["rowcount"],
};

function countOf({ dialect }: Writing, sql: string): string {
  return `SELECT COUNT(*) AS ${dialect.quoteIdentifier("rowcount")}\nFROM (\n${sql}\n) AS rowcount_qry`;
}

function assertColumnsExist(query: NormalQuery, dataset: QueryDataset): void {
  if (query.columns.length === 0 && !query.metrics?.length && !query.isRowCount) throw badRequest("Empty query?");
  const names = query.columns.filter((column) => typeof column === "string" && column !== TIMESTAMP_ALIAS) as string[];
  const metricColumns = (query.metrics ?? []).flatMap((metric) =>
    typeof metric !== "string" && metric.expressionType === "SIMPLE" && metric.column
      ? [metric.column.column_name]
      : [],
  );
  const missing = [...names, ...metricColumns].filter((name) => !columnOf(dataset, name));
  if (missing.length > 0) throw missingColumns(missing);
}

function selectItems(writing: Writing, query: NormalQuery): SelectItem[] {
  const columns = query.columns
    .filter((column) => column !== TIMESTAMP_ALIAS)
    .map((column) => columnItem(writing, column));
  const metrics = (query.metrics ?? []).map((metric) => metricItem(writing, metric));
  const axis = query.isTimeseries ? [timestampItem(writing, query)] : [];
  const items = [...axis, ...columns, ...metrics];
  if (items.length === 0 && query.isRowCount)
    return writing.dataset.columns.slice(0, 1).map((c) => columnItem(writing, c.column_name));
  return items;
}

function timestampItem(writing: Writing, query: NormalQuery): SelectItem {
  const name = query.granularity ?? writing.dataset.main_dttm_col;
  if (!name) {
    throw badRequest("Datetime column not provided as part table configuration and is required by this type of chart");
  }
  const column = timeColumnOf(writing.dataset, name);
  const sql = temporalSql(writing, column, query.timeGrain);
  return { label: TIMESTAMP_ALIAS, sql, type: "temporal", isTemporal: true, isMetric: false, column, sources: [name] };
}

function timeColumnOf(dataset: QueryDataset, name: string) {
  const column = columnOf(dataset, name);
  if (!column) throw badRequest(`Time column "${name}" does not exist in dataset`);
  return column;
}

function assertUniqueLabels(items: readonly SelectItem[]): void {
  const seen = new Set<string>();
  const duplicates = new Set<string>();
  for (const { label } of items) (seen.has(label) ? duplicates : seen).add(label);
  if (duplicates.size === 0) return;
  const labels = [...duplicates].map((label) => `"${label}"`).join(", ");
  throw badRequest(
    `Duplicate column/metric labels: ${labels}. Please make sure all columns and metrics have a unique label.`,
  );
}

interface Conditions {
  where: string[];
  having: string[];
  applied: { column: string }[];
  rejected: { column: string; reason: string }[];
  bounds: TimeRange;
  isRelativeToNow: boolean;
}

function conditionsOf(writing: Writing, query: NormalQuery, input: CompileInput): Conditions {
  const anchors: TimeAnchors = { now: input.now, relativeStart: query.relativeStart, relativeEnd: query.relativeEnd };
  const ranges = [query.timeRange];
  const resolveRange = (text: string) => {
    ranges.push(text);
    return parseTimeRange(text, anchors, input.timeOffset ?? query.timeShift);
  };
  const filtering = { ...writing, resolveRange };
  const bounds = resolveRange(query.timeRange);
  const where = timeConditions(writing, query, bounds);
  const having: string[] = [];
  const applied: Conditions["applied"] = [];
  const rejected: Conditions["rejected"] = [];
  for (const filter of query.filters) {
    const outcome = filterCondition(filtering, filter);
    if (outcome.kind === "rejected") {
      rejected.push({ column: outcome.column, reason: outcome.reason });
      continue;
    }
    applied.push({ column: outcome.column });
    if (outcome.sql) (outcome.kind === "where" ? where : having).push(outcome.sql);
  }
  where.push(...(input.predicates ?? []).map(inParentheses), ...fetchPredicate(writing, query));
  if (query.where) where.push(checkedExpression(writing, query.where, "where"));
  if (query.having) having.push(checkedExpression(writing, query.having, "having"));
  return { where, having, applied, rejected, bounds, isRelativeToNow: !ranges.every(isFixedTimeRange) };
}

function timeConditions(writing: Writing, query: NormalQuery, bounds: TimeRange): string[] {
  if (!query.granularity) return [];
  const { dataset } = writing;
  const names = new Set([query.granularity]);
  if (dataset.always_filter_main_dttm && dataset.main_dttm_col) names.add(dataset.main_dttm_col);
  return [...names].flatMap((name) => {
    const column = timeColumnOf(dataset, name);
    const subject = { sql: datasetColumnSql(writing, column), type: "temporal" as const, column };
    return boundsCondition(writing, subject, bounds) ?? [];
  });
}

function fetchPredicate(writing: Writing, query: NormalQuery): string[] {
  const predicate = writing.dataset.fetch_values_predicate;
  return query.useFetchPredicate && predicate?.trim() ? [checkedExpression(writing, predicate, "where")] : [];
}

function fromClause({ dataset, dialect }: Writing): string {
  const sql = dataset.sql?.trim();
  if (sql) return `(\n${withoutTrailer(sql)}\n) AS ${dialect.quoteIdentifier("virtual_table")}`;
  if (dataset.sql !== null && dataset.sql !== undefined && dataset.sql !== "") {
    throw badRequest("Virtual dataset query cannot be empty");
  }
  return [dataset.catalog, dataset.schema, dataset.table_name]
    .filter((part): part is string => Boolean(part))
    .map((part) => dialect.quoteIdentifier(part))
    .join(".");
}

interface StatementParts {
  items: readonly SelectItem[];
  from: string;
  where: readonly string[];
  having: readonly string[];
}

function statementText(writing: Writing, query: NormalQuery, parts: StatementParts): string {
  const { items, from, where, having } = parts;
  const select = items.map(
    (item) => `  ${item.sql} AS ${writing.dialect.quoteIdentifier(outputName(writing.dialect, item))}`,
  );
  const groups = query.metrics === null ? [] : items.filter((item) => !item.isMetric).map((item) => item.sql);
  const order = orderTerms(writing, query, items);
  return [
    `SELECT\n${select.join(",\n")}`,
    `FROM ${from}`,
    ...(where.length > 0 ? [`WHERE ${where.join("\n  AND ")}`] : []),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(", ")}`] : []),
    ...(having.length > 0 ? [`HAVING ${having.join("\n  AND ")}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(", ")}`] : []),
    writing.dialect.limitClause(query.rowLimit, query.rowOffset),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** The label itself, or a short hash of one that the engine would cut. */
export function outputName(dialect: Dialect, { label }: { label: string }): string {
  const { maxLabelLength } = dialect;
  if (maxLabelLength === null || new TextEncoder().encode(label).length <= maxLabelLength) return label;
  let hash = 0xcbf29ce484222325n;
  for (const char of label) hash = ((hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).slice(0, maxLabelLength);
}

function orderTerms(writing: Writing, query: NormalQuery, items: readonly SelectItem[]): string[] {
  if (query.isRowCount) return [];
  return query.orderBy.map(([term, isAscending]) =>
    writing.dialect.orderTerm(orderSql(writing, term, items), isAscending),
  );
}

function orderSql(writing: Writing, term: QueryMetric | QueryColumn, items: readonly SelectItem[]): string {
  const label = typeof term === "string" ? term : orderLabel(term);
  const selected = items.find((item) => item.label === label);
  const { dialect } = writing;
  if (selected) return dialect.orderByAlias ? dialect.quoteIdentifier(outputName(dialect, selected)) : selected.sql;
  if (typeof term !== "string") {
    return isMetric(term) ? metricItem(writing, term).sql : columnItem(writing, term).sql;
  }
  const column = columnOf(writing.dataset, term);
  if (column) return datasetColumnSql(writing, column);
  if (writing.dataset.metrics.some((metric) => metric.metric_name === term)) return metricItem(writing, term).sql;
  throw badRequest(`Unknown column used in orderby: ${term}`);
}

const isMetric = (term: Exclude<QueryMetric | QueryColumn, string>): term is Exclude<QueryMetric, string> =>
  term.expressionType === "SIMPLE" ||
  (term.expressionType === "SQL" && !("columnType" in term) && !("isColumnReference" in term));

const orderLabel = (term: Exclude<QueryMetric | QueryColumn, string>) =>
  isMetric(term) ? metricLabel(term) : String(term.label ?? term.sqlExpression);
