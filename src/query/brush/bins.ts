import { columnLabel, exactOption, type FilterScalar, type QueryColumn, type QueryFilter } from "../../model/adhoc.ts";
import type { DatasetColumn } from "../../model/dataset.ts";
import { DAY_MS } from "../calendar.ts";
import type { EvenBins } from "../dialect.ts";
import { filterCondition } from "../filters.ts";
import { isDateType, typeOfColumn } from "../query-dataset.ts";
import { columnOf, datasetColumnSql, type SqlContext } from "../select-items.ts";
import { epochUnit, patternOf } from "../stored-time.ts";

/** A column of the brushed chart: bins between edges, or one for each value. */
export type Dimension =
  | { column: QueryColumn; edges: readonly number[] }
  | { column: QueryColumn; values: readonly FilterScalar[]; grain?: string | null | undefined };

export const binsOf = (dimension: Dimension) =>
  "edges" in dimension ? dimension.edges.length - 1 : dimension.values.length;

/** The cross-filter of a range of bins, from the first up to the last. */
export function rangeFilters(dimension: Dimension, [from, to]: readonly [number, number]): QueryFilter[] {
  const { column: col } = dimension;
  if ("edges" in dimension) {
    return [
      { col, op: ">=", val: dimension.edges[from] ?? null },
      { col, op: "<", val: dimension.edges[to] ?? null },
    ];
  }
  const { grain } = dimension;
  const val = dimension.values.slice(from, to);
  return [{ col, op: "IN", val, ...(grain ? { grain } : {}), ...exactOption(val) }];
}

export const wholeFilters = (dimension: Dimension) => rangeFilters(dimension, [0, binsOf(dimension)]);

/**
 * The number of a row's bin, for rows that match the dimension's whole filter. It compares as the filter of a range does,
 * so both always agree. Undefined if there are too many bins for the engine, or their SQL is too long.
 */
export function binItem(writing: SqlContext, dimension: Dimension): BinItem | undefined {
  const sql = binSql(writing, dimension);
  return sql === undefined ? valueItem(writing, dimension) : { sql, edges: null };
}

export interface BinItem {
  sql: string;
  /** To find the bin of a value outside of the engine; null if the SQL gives the bin. */
  edges: readonly number[] | null;
}

function valueItem(writing: SqlContext, dimension: Dimension): BinItem | undefined {
  const { column } = dimension;
  const own = "edges" in dimension && typeof column === "string" ? columnOf(writing.dataset, column) : undefined;
  if (!own || !("edges" in dimension) || epochUnit(own) || patternOf(own)) return undefined;
  const edges = writing.dialect.brush?.comparedEdges(own.type ?? "", dimension.edges);
  return edges && { sql: datasetColumnSql(writing, own), edges };
}

function binSql(writing: SqlContext, dimension: Dimension): string | undefined {
  const { brush } = writing.dialect;
  const count = binsOf(dimension);
  if (!brush) return undefined;
  if (!("edges" in dimension)) {
    if (count > brush.nestedBins) return undefined;
    if (count === 1) return "0";
    const isOf = conditions(writing, count, (k) => rangeFilters(dimension, [k, k + 1]));
    return isOf && `CASE ${isOf.map((condition, k) => `WHEN ${condition} THEN ${k}`).join(" ")} END`;
  }
  const even = evenBin(writing, dimension);
  if (even !== undefined) return even;
  if (count > brush.nestedBins) return undefined;
  const isAbove = conditions(writing, count - 1, (k) => [
    { col: dimension.column, op: ">=", val: dimension.edges[k + 1] ?? null },
  ]);
  const nested = (from: number, to: number): string => {
    if (to - from === 1) return String(from);
    const middle = (from + to) >> 1;
    return `CASE WHEN ${isAbove?.[middle - 1]} THEN ${nested(middle, to)} ELSE ${nested(from, middle)} END`;
  };
  return isAbove && nested(0, count);
}

/** Of the statements of one query. Each repeats the column's SQL, which may be long, for each bin. */
export const MAX_TEXT = 2_000_000;

/** Undefined if they are longer than a statement may be. */
function conditions(
  writing: SqlContext,
  count: number,
  filtersOf: (k: number) => readonly QueryFilter[],
): string[] | undefined {
  const texts: string[] = [];
  let length = 0;
  for (let k = 0; k < count; k++) {
    const text = filtersOf(k)
      .map((filter) => filterSql(writing, filter))
      .join(" AND ");
    length += text.length;
    if (length > MAX_TEXT) return undefined;
    texts.push(text);
  }
  return texts;
}

function filterSql(writing: SqlContext, filter: QueryFilter): string {
  const outcome = filterCondition({ ...writing, metrics: null, resolveRange: () => UNBOUNDED }, filter);
  return (outcome.kind === "where" && outcome.sql) || "1 = 1";
}

const UNBOUNDED = { since: null, until: null };

/** By arithmetic on a column, which is much faster on engines that compute columns at a time. */
function evenBin(writing: SqlContext, { column, edges }: Extract<Dimension, { edges: unknown }>) {
  const { brush } = writing.dialect;
  const own = columnOf(writing.dataset, columnLabel(column));
  const bins = own && brush && evenBins(edges, kindOf(own));
  if (!bins || typeof column !== "string" || epochUnit(own) || patternOf(own)) return undefined;
  if (isDateType(own.type) && !isOfDays(bins)) return undefined;
  return brush.binNumber(datasetColumnSql(writing, own), own.type ?? "", bins);
}

const kindOf = (column: DatasetColumn) => (column.is_dttm || typeOfColumn(column) === "temporal" ? "time" : "number");

const isOfDays = ({ start, width }: EvenBins) => width % DAY_MS === 0 && start % DAY_MS === 0;

/** Digits that engines read into a double without rounding. */
const EXACT_DIGITS = 15;

function evenBins(edges: readonly number[], kind: EvenBins["kind"]): EvenBins | undefined {
  const isExact = kind === "time" ? Number.isSafeInteger : isShortNumber;
  const [start = 0, second = 0] = edges;
  if (!edges.every(isExact)) return undefined;
  const isEven = edges.every((edge, k) => edge === start + k * (second - start));
  if (isEven) return { kind, start, width: second - start, count: edges.length - 1 };
  const width = edges.reduce((found, edge) => commonDivisor(found, edge - start), 0);
  const count = ((edges.at(-1) ?? start) - start) / width;
  if (!edges.every(Number.isSafeInteger) || count > MAX_PARTS) return undefined;
  const numbers = edges.slice(1).flatMap((edge, k) => Array(Math.round((edge - (edges[k] ?? start)) / width)).fill(k));
  return { kind, start, width, count, numbers };
}

/** Of bins of different widths, such as months, which are looked up by their days. */
const MAX_PARTS = 20_000;

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

const isShortNumber = (value: number) =>
  Number.isSafeInteger(value) ||
  String(value)
    .replace(/e.*$|\D/g, "")
    .replace(/^0+/, "").length <= EXACT_DIGITS;
