import type { QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import type { Conditions } from "../conditions.ts";
import {
  type Aggregate,
  Aggregates,
  type Comparison,
  comparisonIn,
  decomposed,
  type Expression,
} from "../decompose.ts";
import type { BrushDialect } from "../dialect.ts";
import type { NormalQuery } from "../normal-query.ts";
import { isMetric, orderLabel } from "../order-by.ts";
import { columnOf, metricItem, type SelectItem, type SqlContext } from "../select-items.ts";
import { sourceText } from "../statement-parts.ts";
import { type BinItem, binItem, binsOf, type Dimension, MAX_TEXT, wholeFilters } from "./bins.ts";
import type { NotCovered } from "./query-index.ts";

/** The statements of a query's index, and how the query's rows follow from theirs. */
export interface IndexStatements {
  /** Bins, keys and these components, in this order. A cell may have several rows. */
  cells(of: readonly Aggregate[]): string;
  /** The same for indexes whose cells have the same rows, bins and keys, so that one statement can read them. */
  groups: string;
  /** Bins, keys and the counted values of each distinct count, by component. */
  distinct: ReadonlyMap<number, string>;
  /**
   * Returns a row if numbers of these floating-point aggregates are infinite or NaN, which results don't tell from
   * missing ones; null if there can't be any.
   */
  infinite(among: readonly { at: number; type: string }[]): string | null;
  /** Bins per dimension. */
  sizes: readonly number[];
  /** Edges of dimensions whose values are returned instead of their bins. */
  edges: readonly (readonly number[] | null)[];
  keys: readonly SelectItem[];
  /** Ranks of these keys follow the components. */
  ranked: readonly number[];
  aggregates: readonly Aggregate[];
  metrics: ReadonlyMap<SelectItem, Expression>;
  order: readonly { by: SelectItem | Expression; ascending: boolean }[];
  having: readonly Comparison[];
  /** Of the rows that are read, to compare with that of a query of totals. */
  source: string;
}

interface IndexInput {
  writing: SqlContext;
  query: NormalQuery;
  items: readonly SelectItem[];
  prefix: string;
  from: string;
  conditions: Pick<Conditions, "where" | "having" | "unshift">;
  dimensions: readonly Dimension[];
}

/** Cells, or distinct values, of one index. */
const MAX_CELLS = 2_000_000;

/** Of all rows and columns of an index, which are in memory together. */
export const MAX_VALUES = 8_000_000;

/** Rows with so many columns. */
export const mostRows = (columns: number) => Math.min(MAX_CELLS, Math.floor(MAX_VALUES / columns));

export type IndexOutcome = { isCovered: true; statements: IndexStatements } | { isCovered: false; reason: NotCovered };

const notCovered = (reason: NotCovered): IndexOutcome => ({ isCovered: false, reason });

export function indexStatements(input: IndexInput): IndexOutcome {
  const { writing, items, dimensions } = input;
  const { brush } = writing.dialect;
  if (!brush) return notCovered("engine");
  const refused = refusalOf(input);
  if (refused) return notCovered(refused);
  // Their SQL is checked with the filter of the brush.
  const bins = dimensions.map((dimension) => binItem({ ...writing, checks: [] }, dimension));
  if (!bins.every((bin) => bin !== undefined)) return notCovered("bins");
  const aggregates = new Aggregates();
  const metrics = new Map<SelectItem, Expression>();
  for (const item of items.filter(({ isMetric }) => isMetric)) {
    const expression = decomposed(item.sql, brush, aggregates);
    if (!expression) return notCovered("metric");
    metrics.set(item, expression);
  }
  const order = orderOf(input, aggregates);
  if (!order) return notCovered("order");
  const having = input.conditions.having.map((sql) => decomposedComparison(sql, brush, aggregates));
  if (!having.every((one) => one !== undefined)) return notCovered("having");
  const keys = items.filter(({ isMetric }) => !isMetric);
  const ranked = brush.ordersByCodePoint
    ? []
    : keys.flatMap((key, at) => (order.some(({ by }) => by === key) && !isOrderedAlike(key) ? [at] : []));
  const parts = { ...input, bins, keys, ranked, aggregates: aggregates.list };
  if (textLength(parts) > MAX_TEXT) return notCovered("size");
  const statements = {
    cells: (of: readonly Aggregate[]) => cellsSql({ ...parts, aggregates: of }),
    groups: JSON.stringify([sourceOf(input), bins.map(({ sql }) => sql), keys.map(({ sql }) => sql), ranked]),
    distinct: distinctSql(parts),
    infinite: (among: Unsure) => infiniteSql(parts, among),
    sizes: dimensions.map(binsOf),
    edges: bins.map(({ edges }) => edges),
    keys,
    ranked,
    aggregates: aggregates.list,
    metrics,
    order,
    having,
    source: sourceOf(input),
  };
  return { isCovered: true, statements };
}

const sourceOf = ({ prefix, from, conditions: { where } }: IndexInput) => `${prefix}${sourceText({ from, where })}`;

const isOrderedAlike = ({ type, isTemporal }: SelectItem) => isTemporal || type === "numeric" || type === "boolean";

function refusalOf({ query, conditions, dimensions, writing }: IndexInput): NotCovered | undefined {
  if (query.metrics === null || query.isRowCount) return "rows";
  if (conditions.having.length > 0 && query.havingColumns.length > 0) return "having";
  if (query.seriesLimit > 0) return "series";
  if (query.sampleRows !== null) return "sample";
  if (conditions.unshift || query.timeShift || query.instantShift) return "comparison";
  const filters = new Set(query.filters.map((filter) => JSON.stringify(filter)));
  const isApplied = dimensions.flatMap(wholeFilters).every((filter) => filters.has(JSON.stringify(filter)));
  return isApplied && dimensions.every(({ column }) => isOfRows(writing, column)) ? undefined : "dimension";
}

/** Names of metrics are conditions on groups. */
const isOfRows = ({ dataset }: SqlContext, column: QueryColumn) =>
  typeof column !== "string" || columnOf(dataset, column) !== undefined;

const OPERATORS = new Set(["=", "==", "<>", "!=", "<", "<=", ">", ">="]);

function decomposedComparison(sql: string, brush: BrushDialect, aggregates: Aggregates): Comparison | undefined {
  const { operator = "", left = "", right = "" } = comparisonIn(sql, brush.lexis) ?? {};
  const [a, b] = [decomposed(left, brush, aggregates), decomposed(right, brush, aggregates)];
  return OPERATORS.has(operator) && a && b ? { operator, left: a, right: b } : undefined;
}

type Ordered = IndexStatements["order"][number];

/** By selected items or metrics, then by the keys as `orderTerms` does; undefined if by something else. */
function orderOf({ writing, query, items }: IndexInput, aggregates: Aggregates): Ordered[] | undefined {
  const order: Ordered[] = [];
  for (const [term, ascending] of query.orderBy) {
    const by = items.find((item) => item.label === orderLabel(term)) ?? otherMetric(writing, term, aggregates);
    if (!by) return undefined;
    order.push({ by, ascending });
  }
  if (order.length === 0) return [];
  return [...order, ...items.filter(({ isMetric }) => !isMetric).map((by) => ({ by, ascending: true }))];
}

type Term = NormalQuery["orderBy"][number][0];

function otherMetric(writing: SqlContext, term: Term, aggregates: Aggregates): Expression | undefined {
  const { brush } = writing.dialect;
  if (!brush || (typeof term === "string" ? !isSaved(writing, term) : !isMetric(term))) return undefined;
  return decomposed(metricItem(writing, term as QueryMetric).sql, brush, aggregates);
}

const isSaved = ({ dataset }: SqlContext, name: string) =>
  columnOf(dataset, name) === undefined && dataset.metrics.some(({ metric_name }) => metric_name === name);

interface StatementInput extends IndexInput {
  bins: readonly BinItem[];
  keys: readonly SelectItem[];
  ranked: readonly number[];
  aggregates: readonly Aggregate[];
}

/** About the length of all statements, before they are written. */
function textLength({ bins, keys, aggregates, prefix, from, conditions: { where } }: StatementInput): number {
  const repeated = [prefix, from, ...where, ...bins.map(({ sql }) => sql), ...keys.map(({ sql }) => sql)];
  const counted = aggregates.filter(({ combine }) => combine === "distinct");
  // A distinct count's SQL is in its statement twice.
  const own = [...aggregates, ...counted, ...counted].map(({ sql }) => sql);
  return lengthOf(repeated) * (1 + counted.length) + lengthOf(own);
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

function cellsSql(input: StatementInput): string {
  const { bins, keys, ranked, aggregates, writing } = input;
  const values = aggregates.map(({ combine, sql }, i) => `${combine === "distinct" ? "COUNT(*)" : sql} AS v${i}`);
  const selected = [...bins.map(({ sql }, i) => `${sql} AS b${i}`), ...keys.map(({ sql }, i) => `${sql} AS k${i}`)];
  const grouped = `${selectText(input, [...selected, ...values])}\nGROUP BY ${positions(selected.length)}`;
  const limit = writing.dialect.limitClause(mostRows(selected.length + values.length + ranked.length) + 1, 0);
  if (ranked.length === 0) return `${input.prefix}${grouped}\n${limit}`;
  const ranks = ranked.map((at) => `DENSE_RANK() OVER (ORDER BY k${at}) AS r${at}`);
  return `${input.prefix}SELECT *, ${ranks.join(", ")}\nFROM (\n${grouped}\n${limit}\n) AS cells`;
}

function distinctSql(input: StatementInput): Map<number, string> {
  const { bins, keys, aggregates, writing } = input;
  const groups = [...bins.map(({ sql }, i) => `${sql} AS b${i}`), ...keys.map(({ sql }, i) => `${sql} AS k${i}`)];
  const limit = writing.dialect.limitClause(mostRows(groups.length + 1) + 1, 0);
  return new Map(
    aggregates.flatMap(({ combine, sql }, at) => {
      if (combine !== "distinct") return [];
      const isPresent = [...input.conditions.where, `(${sql}\n) IS NOT NULL`];
      const text = selectText({ ...input, conditions: { ...input.conditions, where: isPresent } }, [
        ...groups,
        `(${sql}\n) AS v`,
      ]);
      return [[at, `${input.prefix}${text}\nGROUP BY ${positions(groups.length + 1)}\n${limit}`] as const];
    }),
  );
}

type Unsure = Parameters<IndexStatements["infinite"]>[0];

function infiniteSql({ aggregates, writing, ...input }: StatementInput, among: Unsure): string | null {
  const tests = among.flatMap(({ at, type }) => {
    const of = aggregates[at]?.of;
    return of ? (writing.dialect.isInfinite(`(${of}\n)`, type) ?? []) : [];
  });
  if (tests.length === 0) return null;
  const where = [...input.conditions.where, `(${[...new Set(tests)].join(" OR ")})`];
  const text = selectText({ from: input.from, conditions: { where } }, ["1 AS found"]);
  return `${input.prefix}${text}\n${writing.dialect.limitClause(1, 0)}`;
}

const selectText = (
  { from, conditions: { where } }: { from: string; conditions: { where: readonly string[] } },
  items: readonly string[],
) => `SELECT ${items.join(",\n  ")}\n${sourceText({ from, where })}`;

const positions = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(", ");
