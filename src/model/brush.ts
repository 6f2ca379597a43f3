import { z } from "zod";
import { FilterScalar, QueryColumn } from "./adhoc.ts";
import type { SelectionClause } from "./cross-filter.ts";

/** More bins than this are wider ones: a chart has no more pixels. */
export const MOST_BINS = 1000;

/** Bins between ascending edges: numbers, or times in epoch milliseconds. The start of a bin is in it, its end isn't. */
const RangeDimension = z.object({
  column: QueryColumn,
  kind: z.enum(["time", "number"]),
  edges: z
    .array(z.number())
    .min(2)
    .max(MOST_BINS + 1),
  /** The last bin has its end, too. */
  includesEnd: z.boolean().optional(),
  /** Edges are points with two bins each: the point itself, and what is between it and the next one. */
  points: z.boolean().optional(),
});

/** A bin per value. */
const CategoryDimension = z.object({
  column: QueryColumn,
  kind: z.literal("category"),
  values: z.array(FilterScalar).min(1).max(MOST_BINS),
  grain: z.string().optional(),
});

/** A column of which a chart selects ranges, in bins that are the smallest of these. */
export const BrushDimension = z.discriminatedUnion("kind", [RangeDimension, CategoryDimension]);
export type BrushDimension = z.infer<typeof BrushDimension>;

/** Positions of bins, from the first up to the one before the second. */
export type BinSpan = readonly [from: number, to: number];

/** The bins of a selected range: whole ones, the closest where a chart has more ranges than bins. */
export function binsOf(dimension: BrushDimension, clause: SelectionClause): BinSpan | undefined {
  if (dimension.kind === "category") return binsOfValues(dimension.values, clause.values);
  const { range } = clause;
  if (!range) return undefined;
  const [first, last] = [closest(dimension.edges, range.from), closest(dimension.edges, range.to)];
  if (dimension.points) return [2 * first, 2 * last + 1];
  return [Math.min(first, dimension.edges.length - 2), Math.max(last, first + 1)];
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

/** Fewer edges at about equal distances in the list, with the first and last one. */
export function thinned(edges: readonly number[], most = MOST_BINS + 1): number[] {
  if (edges.length <= most) return [...edges];
  const step = (edges.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => edges[Math.round(i * step)] ?? 0);
}
