import type { Slot } from "./calendar.ts";

export interface Frame {
  cell: number;
  padding: number;
  blocks: ReadonlyMap<number, { x: number; y: number }>;
  height: number;
  width: number;
  fits: boolean;
  isDense: boolean;
}

interface LayoutInput {
  slots: readonly Slot[];
  width: number;
  height: number;
  cell: number;
  padding: number;
  label: number;
  labelWidth: number;
  rowWidth: number;
}

const BLOCK_GAP = 8;
const MIN_CELL = 2;
const DENSE_CELLS = [10, 8, 6, 5, 4, 3.5, 3, 2.5, 2, 1.5, 1];
const DENSE_GAP = 1.5;

/** Blocks with smaller cells are joined if that makes cells larger. */
const CLEAR_CELL = 12;
const JOINED = { gap: 2, padding: 1 };

export function frameOf(input: LayoutInput): Frame {
  const extent = extentOf(input.slots);
  const separate = largestOf(input, extent, false);
  const joined = (separate?.cell ?? 0) < Math.min(CLEAR_CELL, input.cell) ? largestOf(input, extent, true) : undefined;
  const best = joined && joined.cell > (separate?.cell ?? MIN_CELL) ? joined : separate;
  if (best) return best;
  const left = input.label > 0 ? input.rowWidth : 0;
  const dense = DENSE_CELLS.filter((cell) => cell <= Math.max(MIN_CELL, input.cell)).map((cell) =>
    framed({ ...input, cell, padding: 0, label: 0, gap: DENSE_GAP, left }, extent),
  );
  return { ...(dense.find(({ fits }) => fits) ?? (dense.at(-1) as Frame)), isDense: true };
}

function largestOf(input: LayoutInput, extent: Extent, isJoined: boolean): Frame | undefined {
  for (let cell = Math.max(MIN_CELL, input.cell); cell >= MIN_CELL; cell -= cell > 8 ? 1 : 0.5) {
    const joined = { gap: JOINED.gap, padding: Math.min(JOINED.padding, input.padding), isJoined };
    const frame = framed({ ...input, cell, gap: BLOCK_GAP, left: 0, ...(isJoined ? joined : {}) }, extent);
    if (frame.fits) return frame;
  }
  return undefined;
}

interface BlockExtent {
  block: number;
  count: number;
  firstColumn: number;
  /** Of the first column, and the last row of the last column. */
  firstRow: number;
  lastRow: number;
}

interface Extent {
  blocks: readonly BlockExtent[];
  rows: number;
}

function extentOf(slots: readonly Slot[]): Extent {
  const blocks = [...Map.groupBy(slots, ({ block }) => block)].map(([block, own]): BlockExtent => {
    const [first, last] = own.reduce(
      ([least, most], { column }) => [Math.min(least, column), Math.max(most, column)] as const,
      [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
    );
    const rowsIn = (at: number) => own.filter(({ column }) => column === at).map(({ row }) => row);
    const [firstRow, lastRow] = [Math.min(...rowsIn(first)), Math.max(...rowsIn(last))];
    return { block, count: last + 1, firstColumn: first, firstRow, lastRow };
  });
  const rows = slots.reduce((most, { row }) => Math.max(most, row + 1), 0);
  return { blocks: blocks.sort((a, b) => a.block - b.block), rows };
}

/** The last week of one month and the first of the next are often the same column. */
const shareColumn = (one: BlockExtent | undefined, next: BlockExtent) =>
  one !== undefined && next.firstColumn === 0 && one.lastRow < next.firstRow;

type Arranged = Omit<LayoutInput, "slots" | "rowWidth"> & { gap: number; left: number; isJoined?: boolean };

function framed(
  { width, height, cell, padding, label, labelWidth, gap, left, isJoined }: Arranged,
  { blocks: extents, rows }: Extent,
): Frame {
  const step = cell + padding;
  const blocks = new Map<number, { x: number; y: number }>();
  let [x, y, across] = [left, 0, 0];
  let [isInside, endsWithCells] = [true, false];
  for (const [i, extent] of extents.entries()) {
    const { block, count } = extent;
    const own = count * step - padding;
    const usedWidth = Math.max(own, label > 0 ? labelWidth : 0);
    if (isJoined && endsWithCells && shareColumn(extents[i - 1], extent)) x -= step;
    if (x > left && x + usedWidth > width) {
      x = left;
      y += rows * step + label + gap;
    }
    if (left + own > width) isInside = false;
    blocks.set(block, { x, y });
    across = Math.max(across, x + usedWidth);
    x += usedWidth + (isJoined ? padding : gap);
    endsWithCells = usedWidth === own;
  }
  const needed = blocks.size > 0 ? y + rows * step + label : 0;
  return { cell, padding, blocks, height: needed, width: across, fits: isInside && needed <= height, isDense: false };
}

export function rowStarts({ blocks }: Frame, line: number): number[] {
  const starts: number[] = [];
  let [row, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [block, { y }] of blocks) {
    if (y === row) continue;
    row = y;
    if (y - last < line) continue;
    starts.push(block);
    last = y;
  }
  return starts;
}
