import type { FilterScalar, QueryColumn } from "./adhoc.ts";
import type { SelectionClause } from "./cross-filter.ts";

/**
 * A column of which a chart selects ranges, in the smallest of them: between ascending edges, of which the end isn't part
 * of the range, or by value. Times are epoch milliseconds.
 */
export type BrushDimension =
  | { column: QueryColumn; edges: number[] }
  | { column: QueryColumn; values: FilterScalar[]; grain?: string };

/** A chart has no more pixels than these. */
export const MOST_EDGES = 1001;
export const MOST_VALUES = 200;

/** Positions of ranges, from the first up to the one before the second. */
export type BinSpan = readonly [from: number, to: number];

/** The closest, where a chart has more ranges than edges; undefined for values that aren't next to each other. */
export function binsOf(dimension: BrushDimension, { values, range }: SelectionClause): BinSpan | undefined {
  if ("values" in dimension) return binsOfValues(dimension.values, values);
  if (!range) return undefined;
  const { edges } = dimension;
  const last = closest(edges, range.to);
  const end = range.includesEnd && edges[last] === range.to ? last + 1 : last;
  const first = Math.min(closest(edges, range.from), edges.length - 2);
  return [first, Math.max(first + 1, Math.min(end, edges.length - 1))];
}

function binsOfValues(values: readonly FilterScalar[], chosen: SelectionClause["values"]): BinSpan | undefined {
  const positions = chosen.map((value) => values.indexOf(value));
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  return first >= 0 && last - first + 1 === chosen.length ? [first, last + 1] : undefined;
}

function closest(edges: readonly number[], at: number): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return at - (edges[low] ?? 0) <= (edges[high] ?? 0) - at ? low : high;
}

/** With the first and the last one. */
export function thinnedEdges(edges: readonly number[]): number[] {
  if (edges.length <= MOST_EDGES) return [...edges];
  const step = (edges.length - 1) / (MOST_EDGES - 1);
  return Array.from({ length: MOST_EDGES }, (_, i) => edges[Math.round(i * step)] ?? 0);
}

/** The edge behind a number that is part of its range. */
export function justAbove(value: number): number {
  if (!Number.isFinite(value)) return value;
  const bits = new BigInt64Array(1);
  const number = new Float64Array(bits.buffer);
  number[0] = value === 0 ? 0 : value;
  bits[0] = (bits[0] ?? 0n) + (value < 0 ? -1n : 1n);
  return number[0] ?? value;
}
