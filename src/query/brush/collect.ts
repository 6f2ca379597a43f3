import {
  type Component,
  type ComponentValues,
  type DistinctValues,
  MISSING_INTEGER,
  type QueryIndex,
} from "./query-index.ts";
import { EXACT_POWERS, numberOf, type Value } from "./values.ts";

/** Bins of a dimension, from the first up to the last, which isn't included. */
export type BinRange = readonly [from: number, to: number];

/** The groups that have rows in the ranges, and their components. */
export interface Collected {
  groups: readonly number[];
  valueAt(component: number, group: number): Value;
  numberAt(component: number, group: number): number | null;
  /** All groups as one, with the number 0. */
  whole(): Collected;
}

type Totals = Float64Array | BigInt64Array;

/**
 * Sums up the cells in the ranges. They are read one after the other in typed arrays; with one dimension, those of other
 * bins aren't read.
 */
export function collectorOf(index: QueryIndex): (ranges: readonly BinRange[]) => Collected {
  const { shape } = index;
  const starts = startsOf(index.bins[0], shape.sizes[0] ?? 0);
  const distinct = index.components.map((values) =>
    "pairs" in values
      ? { starts: startsOf(values.bins[0], shape.sizes[0] ?? 0), seen: new Uint8Array(values.groups.length) }
      : null,
  );
  const isWhole = shape.keys.length === 0;
  return (ranges) => {
    const cells = cellsIn(index.bins, starts, ranges);
    const collect = (groups: number, groupOf: Int32Array | null): Collected => {
      const totals = index.components.map((values, at): Totals => {
        const own = distinct[at];
        if (own && "pairs" in values) {
          const rows = cellsIn(values.bins, own.starts, ranges);
          return countDistinct({ values, rows, seen: own.seen, groups });
        }
        return combine(values as Exclude<ComponentValues, DistinctValues>, {
          cells,
          groups,
          groupOf,
          how: shape.components[at]?.combine ?? "sum",
        });
      });
      const present = groupOf ? groupsIn(cells, groupOf, groups) : [0];
      return {
        groups: present,
        valueAt: (at, group) => valueIn(totals[at], group, shape.components[at]),
        numberAt: (at, group) => numberIn(totals[at], group, shape.components[at]),
        whole: () => collect(1, null),
      };
    };
    return collect(shape.groups, isWhole ? null : index.groups);
  };
}

/** The first cell of each bin, and the number of cells. */
function startsOf(bins: Int32Array | undefined, size: number): Int32Array {
  const starts = new Int32Array(size + 1);
  for (const bin of bins ?? []) starts[bin + 1] = (starts[bin + 1] ?? 0) + 1;
  for (let bin = 0; bin < size; bin++) starts[bin + 1] = (starts[bin + 1] ?? 0) + (starts[bin] ?? 0);
  return starts;
}

/** Numbers of cells from `from` up to `to`, or those in the list. */
interface Cells {
  from: number;
  to: number;
  list: Int32Array | null;
}

function cellsIn(bins: readonly Int32Array[], starts: Int32Array, ranges: readonly BinRange[]): Cells {
  const [first = [0, 0], second] = ranges;
  const last = starts.length - 1;
  const from = starts[Math.min(last, Math.max(0, first[0]))] ?? 0;
  const to = Math.max(from, starts[Math.min(last, Math.max(0, first[1]))] ?? 0);
  const others = bins[1];
  if (!second || !others) return { from, to, list: null };
  const list = new Int32Array(to - from);
  let count = 0;
  for (let cell = from; cell < to; cell++) {
    const bin = others[cell] ?? -1;
    if (bin >= second[0] && bin < second[1]) list[count++] = cell;
  }
  return { from: 0, to: count, list };
}

function groupsIn({ from, to, list }: Cells, groupOf: Int32Array, groups: number): number[] {
  const seen = new Uint8Array(groups);
  for (let i = from; i < to; i++) seen[groupOf[list ? (list[i] ?? 0) : i] ?? 0] = 1;
  const found: number[] = [];
  for (let group = 0; group < groups; group++) if (seen[group] === 1) found.push(group);
  return found;
}

interface Combining {
  cells: Cells;
  groups: number;
  groupOf: Int32Array | null;
  how: Component["combine"];
}

function combine(values: Float64Array | Int32Array | BigInt64Array, combining: Combining): Totals {
  return values instanceof BigInt64Array ? combineIntegers(values, combining) : combineNumbers(values, combining);
}

function combineNumbers(
  values: Float64Array | Int32Array,
  { cells: { from, to, list }, groups, groupOf, how }: Combining,
) {
  const totals = new Float64Array(groups).fill(Number.NaN);
  for (let i = from; i < to; i++) {
    const cell = list ? (list[i] as number) : i;
    const value = values[cell] as number;
    if (Number.isNaN(value)) continue;
    const group = groupOf ? (groupOf[cell] as number) : 0;
    const total = totals[group] as number;
    if (Number.isNaN(total)) totals[group] = value;
    else if (how === "sum" || how === "count") totals[group] = total + value;
    else if (how === "min" ? value < total : value > total) totals[group] = value;
  }
  return totals;
}

function combineIntegers(values: BigInt64Array, { cells: { from, to, list }, groups, groupOf, how }: Combining) {
  const totals = new BigInt64Array(groups).fill(MISSING_INTEGER);
  for (let i = from; i < to; i++) {
    const cell = list ? (list[i] as number) : i;
    const value = values[cell] as bigint;
    if (value === MISSING_INTEGER) continue;
    const group = groupOf ? (groupOf[cell] as number) : 0;
    const total = totals[group] as bigint;
    if (total === MISSING_INTEGER) totals[group] = value;
    else if (how === "sum" || how === "count") totals[group] = total + value;
    else if (how === "min" ? value < total : value > total) totals[group] = value;
  }
  return totals;
}

interface Counting {
  values: DistinctValues;
  rows: Cells;
  seen: Uint8Array;
  groups: number;
}

function countDistinct({ values: { pairs, groups: groupOf }, rows: { from, to, list }, seen, groups }: Counting) {
  const counts = new Float64Array(groups);
  seen.fill(0);
  for (let i = from; i < to; i++) {
    const pair = pairs[list ? (list[i] as number) : i] as number;
    if (seen[pair] === 1) continue;
    seen[pair] = 1;
    const group = groupOf[pair] as number;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

function valueIn(totals: Totals | undefined, group: number, component: Component | undefined): Value {
  const missing = component?.combine === "count" ? { digits: 0n, scale: 0 } : null;
  const scale = component?.scale ?? null;
  if (totals instanceof BigInt64Array) {
    const digits = totals[group] ?? MISSING_INTEGER;
    return digits === MISSING_INTEGER ? missing : { digits, scale: scale ?? 0 };
  }
  const value = totals?.[group] ?? Number.NaN;
  if (Number.isNaN(value)) return missing;
  return scale === null ? value : { digits: BigInt(value), scale };
}

function numberIn(totals: Totals | undefined, group: number, component: Component | undefined): number | null {
  const scale = component?.scale ?? 0;
  if (totals instanceof BigInt64Array || scale > EXACT_POWERS) return numberOf(valueIn(totals, group, component));
  const value = totals?.[group] ?? Number.NaN;
  if (Number.isNaN(value)) return component?.combine === "count" ? 0 : null;
  return scale === 0 ? value : value / 10 ** scale;
}
