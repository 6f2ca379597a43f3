import { t } from "../i18n/translate.ts";
import type { QueryColumn } from "../model/adhoc.ts";
import { badRequest, requestError } from "../model/errors.ts";
import type { QueryObject, ResultType } from "../model/query-context.ts";
import { maybeHoisted } from "./common-tables.ts";
import { boundsOf, type Conditions, type ConditionsInput, conditionsOf, timeColumnOf } from "./conditions.ts";
import type { Dialect } from "./dialect.ts";
import { type GroupedRead, groupedRead } from "./fusion.ts";
import { type NormalQuery, normaliseQuery, TIMESTAMP_ALIAS } from "./normal-query.ts";
import { orderTerms } from "./order-by.ts";
import { outputNames } from "./output-names.ts";
import { type ColumnType, type QueryDataset, typeOfColumn } from "./query-dataset.ts";
import {
  type CheckedExpression,
  clockOf,
  columnItem,
  columnOf,
  groupTerms,
  inParentheses,
  metricItem,
  missingColumns,
  type SelectItem,
  type SqlContext,
  temporalSql,
} from "./select-items.ts";
import type { FoundValues } from "./series-limit.ts";
import { type LimitedSeries, limitedSeries, rowsOfShownGroups, type SeriesRanking } from "./series-limit.ts";
import { withoutTrailer } from "./sql/statement-shape.ts";
import { type StatementParts, sourceText, statementText, tailText } from "./statement-parts.ts";
import { templateQueryOf } from "./templates/template-query.ts";
import type { Templates } from "./templates/templates.ts";
import { appliedTimeExtras } from "./time-extras.ts";
import type { TimeRange } from "./time-range.ts";

/** Determines metric types from the values that a statement computes over made-up rows. */
interface TypeProbe {
  sql: string;
  items: readonly number[];
}

const SAMPLES: Readonly<Record<ColumnType, readonly [string, string]>> = {
  numeric: ["1", "2"],
  boolean: ["0", "1"],
  temporal: ["'2001-01-01 00:00:00'", "'2001-01-02 00:00:00'"],
  text: ["'a'", "'b'"],
  unknown: ["'a'", "'b'"],
};

/**
 * For engines that know an expression's type only from its values: the statement to run when a query finds no rows or
 * only missing values. Null if the types are known.
 */
function typeProbeOf({ dataset, dialect }: SqlContext, items: readonly SelectItem[]): TypeProbe | null {
  if (!dialect.typedByValue) return null;
  const unknownIndexes = items.flatMap(({ isMetric, type }, i) => (isMetric && type === "unknown" ? [i] : []));
  const columns = dataset.columns.filter(({ expression }) => !expression);
  if (unknownIndexes.length === 0 || columns.length === 0) return null;
  const row = (at: 0 | 1) =>
    columns.map((column) => `${SAMPLES[typeOfColumn(column)][at]} AS ${dialect.quoteIdentifier(column.column_name)}`);
  const select = unknownIndexes.map((i) => items[i]?.sql).join(",\n  ");
  return {
    items: unknownIndexes,
    sql: `SELECT\n  ${select}\nFROM (SELECT ${row(0)} UNION ALL SELECT ${row(1)}) AS made_up`,
  };
}

/**
 * Compiles a query object over a dataset to one SQL statement. Pure: custom SQL is only collected in `checks`, which
 * the caller must check with the connection before running `sql`. Throws a 400 with the API's message for invalid
 * requests.
 */
export interface CompiledQuery {
  sql: string;
  /**
   * Runs first if the engine can't join sub-queries. From the columns of its result, `complete` builds the statement to
   * run instead of `sql`, which returns no rows.
   */
  prequery: { sql: string; complete(found: readonly FoundValues[]): string } | null;
  /** In result order, with the labels that the request expects. */
  items: SelectItem[];
  typeProbe: TypeProbe | null;
  checks: CheckedExpression[];
  /** SQL of a virtual dataset, to be checked as one read-only statement. */
  statement: string | null;
  appliedFilters: { column: string }[];
  rejectedFilters: { column: string; reason: string }[];
  bounds: TimeRange;
  /** The reader's. */
  zone: string | undefined;
  /** Moves result times back from the query's `time_shift`; undefined without a shift. */
  unshift: ((ms: number) => number) | undefined;
  isRelativeToNow: boolean;
  /** Length of its shortest time range that depends on the time of day, in milliseconds; null without one. */
  movingMs: number | null;
  /** The statement in parts, if it can share a scan with others. */
  grouped: GroupedRead | null;
  /** Maximum number of rows; null = unknown. */
  mostRows: number | null;
  query: NormalQuery;
  /** Effects of the SQL's templates besides their text; null without templates. */
  templates: Templates | null;
  /** What the input's `indexOf` returns; null without it. */
  index: unknown;
}

interface QueryParts {
  writing: SqlContext;
  query: NormalQuery;
  items: readonly SelectItem[];
  prefix: string;
  from: string;
  conditions: Conditions;
}

export interface CompileInput {
  query: QueryObject;
  dataset: QueryDataset;
  dialect: Dialect;
  /** Wall clock: milliseconds of the local clock, counted as if they were UTC. */
  now: number;
  /** Of the reader: moments are cut and compared by its clocks. By default as the engine does. */
  zone?: string | undefined;
  formData?: Record<string, unknown> | null;
  resultType?: ResultType;
  isFile?: boolean;
  /** Row-level security, already checked. Only rows that match all of these belong to the dataset. */
  predicates?: readonly string[];
  /** Shifts all time bounds, in the format of `time_offsets`. */
  timeOffset?: string;
  /** Renders templates in custom SQL. Without it, SQL is used unchanged. */
  templates?: Templates;
  /** SQL of the virtual dataset, already rendered and secured, so it isn't rendered again. */
  securedSql?: string | null;
  /** For a sub-query of another statement, whose time bounds its templates see; it has no LIMIT. */
  outerBounds?: TimeRange;
  /** Derives another statement over the same rows. */
  indexOf?: ((parts: QueryParts) => unknown) | undefined;
}

export function compileQuery(input: CompileInput): CompiledQuery {
  const normal = normaliseQuery(input.query, input.dataset, input);
  const query = input.outerBounds ? { ...normal, rowLimit: null } : normal;
  input.templates?.begin(templateQueryOf(input, query));
  const render = (text: string) => input.templates?.render(text) ?? text;
  const writing: SqlContext = {
    dataset: withRenderedSql(input, render),
    dialect: input.dialect,
    checks: [],
    zone: input.zone,
    boundsOf: boundsOf(query, input),
    render,
  };
  assertColumnsExist(query, input);
  const items = inColumnOrder(selectItems(writing, query), query.columnOrder);
  const groups = query.havingColumns.map((column) => groupItem(writing, query, column));
  assertUniqueLabels(items);
  const limits: ConditionsInput = {
    now: input.now,
    timeOffset: input.timeOffset,
    removed: input.templates?.removed,
  };
  const conditions = conditionsOf(writing, query, limits);
  const source = securedSource(writing, input.predicates ?? [], query.sampleRows);
  const { prefix, from } = source;
  const seriesWhere = () =>
    input.timeOffset === undefined
      ? conditions.where
      : conditionsOf(writing, query, { ...limits, timeOffset: undefined }).where;
  const isOfGroups = groups.length > 0 && conditions.having.length > 0;
  const limited = isOfGroups
    ? rowsOfShownGroups({ ...writing, query, items, groups, from, ...conditions })
    : limitedSeries({ writing, query, items, from, where: seriesWhere });
  const having = isOfGroups ? [] : conditions.having;
  const { sql, prequery, grouped } = writtenStatement(
    { writing, query, source, conditions: { where: conditions.where, having } },
    limited,
  );
  const { sql: virtualSql } = writing.dataset;
  const extras = appliedTimeExtras(input.query.applied_time_extras, query, input.dataset);
  return {
    sql,
    prequery,
    items: query.isRowCount ? [rowCountItem] : items,
    typeProbe: query.isRowCount ? null : typeProbeOf(writing, items),
    checks: writing.checks,
    statement: virtualSql?.trim() ? virtualSql : null,
    appliedFilters: [...conditions.applied, ...extras.applied],
    rejectedFilters: [...conditions.rejected, ...extras.rejected],
    ...timesOf(conditions),
    zone: input.zone,
    grouped,
    mostRows: query.isRowCount || isOneRow(query) ? 1 : query.rowLimit,
    query,
    templates: input.templates?.isUsed ? input.templates : null,
    index: indexOf(input, { writing, query, items, prefix, from, conditions }),
  };
}

const timesOf = ({ bounds, unshift, isRelativeToNow, movingMs }: Conditions) => {
  return { bounds, unshift, isRelativeToNow, movingMs };
};

const indexOf = ({ indexOf: derive }: CompileInput, parts: QueryParts) => derive?.(parts) ?? null;

const isOneRow = ({ metrics, columns }: NormalQuery) => metrics !== null && metrics.length > 0 && columns.length === 0;

interface Written {
  writing: SqlContext;
  query: NormalQuery;
  source: Source;
  conditions: Pick<Conditions, "where" | "having">;
}

function writtenStatement(
  { writing, query, source: { prefix, from }, conditions: { where, having } }: Written,
  limited: LimitedSeries | SeriesRanking,
): Pick<CompiledQuery, "sql" | "prequery" | "grouped"> {
  const partsOf = (series: LimitedSeries) =>
    statementParts(writing, query, { ...series, having, where: [...where, ...series.where] });
  const textOf = (parts: StatementParts) => {
    const text = statementText(parts);
    return `${prefix}${query.isRowCount ? countOf(writing, text) : text}`;
  };
  if ("complete" in limited) {
    const complete = (found: readonly FoundValues[]) => textOf(partsOf(limited.complete(found)));
    return { sql: complete([]), prequery: { sql: `${prefix}${limited.sql}`, complete }, grouped: null };
  }
  const parts = partsOf(limited);
  const isShareable = query.metrics !== null && !query.isRowCount && prefix === "";
  const alias = parts.from === from ? writing.dialect.quoteIdentifier(aliasOf(writing.dataset)) : null;
  return {
    sql: textOf(parts),
    prequery: null,
    grouped: isShareable ? groupedRead(parts, { alias, table: writing }) : null,
  };
}

function withRenderedSql({ dataset, securedSql }: CompileInput, render: (text: string) => string): QueryDataset {
  const sql = securedSql ?? (dataset.sql ? render(dataset.sql) : dataset.sql);
  return sql === dataset.sql ? dataset : { ...dataset, sql };
}

const rowCountItem: SelectItem = {
  label: "rowcount",
  sql: "COUNT(*)",
  type: "numeric",
  isTemporal: false,
  isMetric: true,
  sources: ["rowcount"],
};

function countOf({ dialect }: SqlContext, sql: string): string {
  return `SELECT COUNT(*) AS ${dialect.quoteIdentifier("rowcount")}\nFROM (\n${sql}\n) AS rowcount_qry`;
}

/** Requests for only the SQL may name columns that the dataset doesn't have; these are used as SQL. */
function assertColumnsExist(query: NormalQuery, { dataset, resultType }: CompileInput): void {
  if (query.columns.length === 0 && !query.metrics?.length && !query.isRowCount) throw badRequest(t("Empty query?"));
  if (resultType === "query") return;
  const named = [...query.columns, ...query.havingColumns];
  const names = named.filter((column) => typeof column === "string" && column !== TIMESTAMP_ALIAS) as string[];
  const metricColumns = (query.metrics ?? []).flatMap((metric) =>
    typeof metric !== "string" && metric.expressionType === "SIMPLE" && metric.column
      ? [metric.column.column_name]
      : [],
  );
  const missing = [...names, ...metricColumns].filter((name) => !columnOf(dataset, name));
  if (missing.length > 0) throw missingColumns(missing);
}

function groupItem(writing: SqlContext, query: NormalQuery, column: QueryColumn): SelectItem {
  const hasGrain = query.metrics !== null && column === query.granularity;
  return columnItem(writing, column, hasGrain ? query.timeGrain : null);
}

function selectItems(writing: SqlContext, query: NormalQuery): SelectItem[] {
  const columns = query.columns
    .filter((column) => column !== TIMESTAMP_ALIAS)
    .map((column) => groupItem(writing, query, column));
  const metrics = (query.metrics ?? []).map((metric) => metricItem(writing, metric));
  const axis = query.isTimeseries ? [timestampItem(writing, query)] : [];
  const items = [...axis, ...columns, ...metrics];
  if (items.length === 0 && query.isRowCount)
    return writing.dataset.columns.slice(0, 1).map((c) => columnItem(writing, c.column_name));
  return items;
}

function inColumnOrder(items: SelectItem[], order: readonly string[]): SelectItem[] {
  if (order.length === 0) return items;
  const first = [...new Set(order)].flatMap((label) => items.find((item) => item.label === label) ?? []);
  return [...first, ...items.filter((item) => !first.includes(item))];
}

function timestampItem(writing: SqlContext, query: NormalQuery): SelectItem {
  const name = query.granularity ?? writing.dataset.main_dttm_col;
  if (!name) {
    throw badRequest(
      t("Datetime column not provided as part table configuration and is required by this type of chart"),
    );
  }
  const column = timeColumnOf(writing, name);
  const sql = temporalSql(writing, column, query.timeGrain);
  return {
    label: TIMESTAMP_ALIAS,
    sql,
    type: "temporal",
    isTemporal: true,
    isMetric: false,
    column,
    zone: clockOf(writing, column, query.timeGrain),
    sources: [TIMESTAMP_ALIAS],
  };
}

function assertUniqueLabels(items: readonly SelectItem[]): void {
  const usedLabels = new Set<string>();
  const duplicates = new Set<string>();
  for (const { label } of items) (usedLabels.has(label) ? duplicates : usedLabels).add(label);
  if (duplicates.size === 0) return;
  const labels = [...duplicates].map((label) => `"${label}"`).join(", ");
  throw requestError(
    t("Duplicate column/metric labels: {labels}. Please make sure all columns and metrics have a unique label.", {
      labels,
    }),
  );
}

/**
 * Applies the predicates in a sub-query, before the rest of the query sees the rows. Next to the query's own items,
 * they could be read as referring to aliases (ClickHouse prefers aliases to columns). A sample is of the rows that match.
 */
function securedSource(writing: SqlContext, predicates: readonly string[], sampleRows: number | null): Source {
  const { prefix, from } = fromClause(writing);
  if (predicates.length === 0 && sampleRows === null) return { prefix, from };
  const { dataset, dialect } = writing;
  const alias = dialect.quoteIdentifier(aliasOf(dataset));
  const rows = [`SELECT *`, sourceText({ from, where: predicates.map(inParentheses) })];
  if (sampleRows !== null) {
    const order = dialect.orderWithLimit;
    rows.push(
      ...tailText({
        order: order ? [{ sql: order, isSelected: false }] : [],
        limit: dialect.limitClause(sampleRows, 0),
      }),
    );
  }
  return { prefix, from: `(\n${rows.join("\n")}\n) AS ${alias}` };
}

const aliasOf = ({ sql, table_name }: QueryDataset) => (sql?.trim() ? "virtual_table" : table_name);

/** `prefix` goes before the whole statement. */
interface Source {
  prefix: string;
  from: string;
}

function fromClause({ dataset, dialect }: SqlContext): Source {
  const sql = dataset.sql?.trim();
  if (sql) {
    const alias = dialect.quoteIdentifier("virtual_table");
    const hoisted = dialect.hoistsCte ? maybeHoisted(withoutTrailer(sql)) : undefined;
    if (hoisted) return { prefix: hoisted.prefix, from: `${hoisted.table} AS ${alias}` };
    return { prefix: "", from: `(\n${withoutTrailer(sql)}\n) AS ${alias}` };
  }
  if (dataset.sql !== null && dataset.sql !== undefined && dataset.sql !== "") {
    throw badRequest(t("Virtual dataset query cannot be empty"));
  }
  return { prefix: "", from: tableText(dialect, dataset) };
}

export function tableText(
  dialect: Dialect,
  { catalog, schema, table_name }: Pick<QueryDataset, "catalog" | "schema" | "table_name">,
): string {
  const parts = [catalog, schema, table_name].filter((part): part is string => Boolean(part));
  return parts.map((part) => dialect.quoteIdentifier(part)).join(".");
}

interface StatementSource {
  items: readonly SelectItem[];
  from: string;
  where: readonly string[];
  having: readonly string[];
}

function statementParts(writing: SqlContext, query: NormalQuery, source: StatementSource): StatementParts {
  const { items, from, where, having } = source;
  const { dialect } = writing;
  const names = outputNames(
    dialect,
    items.map(({ label }) => label),
  );
  const isGrouped = query.metrics !== null;
  const order = orderTerms(writing, query, { items, names });
  const limit = dialect.limitClause(query.rowLimit, query.rowOffset);
  const { orderWithLimit } = dialect;
  return {
    select: items.map(({ sql, label }, i) => ({ sql, name: dialect.quoteIdentifier(names[i] ?? label) })),
    from,
    where,
    groups: isGrouped ? groupTerms(dialect, items) : [],
    keys: isGrouped ? items.filter((item) => !item.isMetric).map((item) => item.sql) : [],
    having,
    order: order.length === 0 && limit !== "" && orderWithLimit ? [{ sql: orderWithLimit, isSelected: false }] : order,
    limit,
  };
}
