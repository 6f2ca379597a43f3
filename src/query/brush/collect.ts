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

type Numbers = Exclude<ComponentValues, DistinctValues>;
type Totals = Float64Array | BigInt64Array;

/**
 * Sums up the cells in the ranges, which are read one after the other in typed arrays. With one dimension, cells of other
 * bins aren't read, and bins in the middle of a range are read as spans of several.
 */
export function collectorOf(index: QueryIndex): (ranges: readonly BinRange[]) => Collected {
  const { shape } = index;
  const levels = levelsOf(index);
  const distinct = index.components.map((values) =>
    "pairs" in values
      ? { starts: startsOf(values.bins[0], shape.sizes[0] ?? 0), seen: new Uint8Array(values.groups.length) }
      : null,
  );
  const isWhole = shape.keys.length === 0;
  return (ranges) => {
    const blocks = blocksIn(levels, index.bins, ranges);
    const collect = (groups: number, isOne: boolean): Collected => {
      const totals = index.components.map((values, at): Totals => {
        const own = distinct[at];
        if (own && "pairs" in values) {
          const rows = cellsIn(values.bins, own.starts, ranges);
          return countDistinct({ values, rows, seen: own.seen, groups });
        }
        const how = shape.components[at]?.combine ?? "sum";
        const sums = missing(groups, values instanceof BigInt64Array);
        for (const { cells, level } of blocks) {
          const own = level.values[at] as Numbers;
          combine(own, { cells, into: isOne ? null : level.groups, totals: sums, how });
        }
        return sums;
      });
      const present = isOne ? [0] : groupsIn(blocks, groups);
      return {
        groups: present,
        valueAt: (at, group) => valueIn(totals[at], group, shape.components[at]),
        numberAt: (at, group) => numberIn(totals[at], group, shape.components[at]),
        whole: () => collect(1, true),
      };
    };
    return collect(shape.groups, isWhole);
  };
}

/** The first cell of each bin, and the number of cells. */
function startsOf(bins: Int32Array | undefined, size: number): Int32Array {
  const starts = new Int32Array(size + 1);
  for (const bin of bins ?? []) starts[bin + 1] = (starts[bin + 1] ?? 0) + 1;
  for (let bin = 0; bin < size; bin++) starts[bin + 1] = (starts[bin + 1] ?? 0) + (starts[bin] ?? 0);
  return starts;
}

/** Cells of spans of bins with the same length. */
interface Level {
  /** The first cell of each span, and the number of cells. */
  starts: Int32Array;
  groups: Int32Array;
  /** By component; null for distinct counts. */
  values: readonly (Numbers | null)[];
}

/** Each level has spans of this many spans of the one before. */
const SPAN = 4;
/** Reading fewer cells takes less than a millisecond. */
const FEW_CELLS = 10_000;

/** Of each bin, and of 4, 16, ... bins together where that halves the cells. Two dimensions have the first. */
function levelsOf({ shape, bins, groups, components }: QueryIndex): Level[] {
  const starts = startsOf(bins[0], shape.sizes[0] ?? 0);
  const levels: Level[] = [{ starts, groups, values: components.map((values) => ("pairs" in values ? null : values)) }];
  if (bins.length > 1) return levels;
  for (;;) {
    const last = levels[levels.length - 1] as Level;
    if (last.groups.length <= FEW_CELLS || last.starts.length <= SPAN) return levels;
    const next = inSpans(last, shape);
    if (next.groups.length * 2 > last.groups.length) return levels;
    levels.push(next);
  }
}

function inSpans(level: Level, shape: QueryIndex["shape"]): Level {
  const spans = Math.ceil((level.starts.length - 1) / SPAN);
  const starts = new Int32Array(spans + 1);
  const groups = new Int32Array(level.groups.length);
  const into = new Int32Array(level.groups.length);
  const cellOf = new Int32Array(shape.groups);
  let count = 0;
  const last = level.starts.length - 1;
  for (let span = 0; span < spans; span++) {
    const first = count;
    const to = level.starts[Math.min(last, (span + 1) * SPAN)] as number;
    for (let cell = level.starts[span * SPAN] as number; cell < to; cell++) {
      const group = level.groups[cell] as number;
      const known = cellOf[group] as number;
      if (known < first || known >= count || groups[known] !== group) {
        cellOf[group] = count;
        groups[count] = group;
        count += 1;
      }
      into[cell] = cellOf[group] as number;
    }
    starts[span + 1] = count;
  }
  const cells = { from: 0, to: into.length, list: null };
  const values = level.values.map((own, at) => {
    if (!own) return null;
    const totals = missing(count, own instanceof BigInt64Array);
    combine(own, { cells, into, totals, how: shape.components[at]?.combine ?? "sum" });
    return totals;
  });
  return { starts, groups: groups.slice(0, count), values };
}

/** Numbers of cells from `from` up to `to`, or those in the list. */
interface Cells {
  from: number;
  to: number;
  list: Int32Array | null;
}

interface Block {
  level: Level;
  cells: Cells;
}

function blocksIn(levels: readonly Level[], bins: readonly Int32Array[], ranges: readonly BinRange[]): Block[] {
  const [base] = levels as [Level];
  if (ranges.length > 1) return [{ level: base, cells: cellsIn(bins, base.starts, ranges) }];
  const blocks: Block[] = [];
  const size = base.starts.length - 1;
  let [from, to] = (ranges[0] ?? [0, 0]).map((bin) => Math.min(size, Math.max(0, bin))) as [number, number];
  for (const [depth, level] of levels.entries()) {
    const add = (first: number, end: number) => {
      if (first >= end) return;
      const cells = { from: level.starts[first] as number, to: level.starts[end] as number, list: null };
      blocks.push({ level, cells });
    };
    const inner = [Math.ceil(from / SPAN), Math.floor(to / SPAN)] as const;
    if (depth === levels.length - 1 || inner[0] >= inner[1]) {
      add(from, to);
      return blocks;
    }
    add(from, inner[0] * SPAN);
    add(inner[1] * SPAN, to);
    [from, to] = inner;
  }
  return blocks;
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

function groupsIn(blocks: readonly Block[], groups: number): number[] {
  const seen = new Uint8Array(groups);
  for (const { level, cells } of blocks) {
    const { from, to, list } = cells;
    for (let i = from; i < to; i++) seen[level.groups[list ? (list[i] ?? 0) : i] ?? 0] = 1;
  }
  const found: number[] = [];
  for (let group = 0; group < groups; group++) if (seen[group] === 1) found.push(group);
  return found;
}

const missing = (length: number, isInteger: boolean): Totals =>
  isInteger ? new BigInt64Array(length).fill(MISSING_INTEGER) : new Float64Array(length).fill(Number.NaN);

interface Combining {
  cells: Cells;
  /** Which of the totals each cell goes into; null: all into the first. */
  into: Int32Array | null;
  totals: Totals;
  how: Component["combine"];
}

function combine(values: Numbers, { totals, ...combining }: Combining): void {
  if (values instanceof BigInt64Array) combineIntegers(values, totals as BigInt64Array, combining);
  else combineNumbers(values, totals as Float64Array, combining);
}

type Places = Omit<Combining, "totals">;

function combineNumbers(
  values: Float64Array | Int32Array,
  totals: Float64Array,
  { cells: { from, to, list }, into, how }: Places,
): void {
  for (let i = from; i < to; i++) {
    const cell = list ? (list[i] as number) : i;
    const value = values[cell] as number;
    if (Number.isNaN(value)) continue;
    const place = into ? (into[cell] as number) : 0;
    const total = totals[place] as number;
    if (Number.isNaN(total)) totals[place] = value;
    else if (how === "sum" || how === "count") totals[place] = total + value;
    else if (how === "min" ? value < total : value > total) totals[place] = value;
  }
}

function combineIntegers(
  values: BigInt64Array,
  totals: BigInt64Array,
  { cells: { from, to, list }, into, how }: Places,
): void {
  for (let i = from; i < to; i++) {
    const cell = list ? (list[i] as number) : i;
    const value = values[cell] as bigint;
    if (value === MISSING_INTEGER) continue;
    const place = into ? (into[cell] as number) : 0;
    const total = totals[place] as bigint;
    if (total === MISSING_INTEGER) totals[place] = value;
    else if (how === "sum" || how === "count") totals[place] = total + value;
    else if (how === "min" ? value < total : value > total) totals[place] = value;
  }
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
