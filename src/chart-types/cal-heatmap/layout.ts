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

export function frameOf(input: LayoutInput): Frame {
  const extent = extentOf(input.slots);
  for (let cell = Math.max(MIN_CELL, input.cell); cell >= MIN_CELL; cell -= cell > 8 ? 1 : 0.5) {
    const frame = framed({ ...input, cell, gap: BLOCK_GAP, left: 0 }, extent);
    if (frame.fits) return frame;
  }
  const left = input.label > 0 ? input.rowWidth : 0;
  const dense = DENSE_CELLS.filter((cell) => cell <= Math.max(MIN_CELL, input.cell)).map((cell) =>
    framed({ ...input, cell, padding: 0, label: 0, gap: DENSE_GAP, left }, extent),
  );
  return { ...(dense.find(({ fits }) => fits) ?? (dense.at(-1) as Frame)), isDense: true };
}

interface Extent {
  columns: readonly (readonly [block: number, count: number])[];
  rows: number;
}

function extentOf(slots: readonly Slot[]): Extent {
  const columns = new Map<number, number>();
  let rows = 0;
  for (const { block, column, row } of slots) {
    columns.set(block, Math.max(columns.get(block) ?? 0, column + 1));
    rows = Math.max(rows, row + 1);
  }
  return { columns: [...columns].sort(([a], [b]) => a - b), rows };
}

type Arranged = Omit<LayoutInput, "slots" | "rowWidth"> & { gap: number; left: number };

function framed(
  { width, height, cell, padding, label, labelWidth, gap, left }: Arranged,
  { columns, rows }: Extent,
): Frame {
  const step = cell + padding;
  const blocks = new Map<number, { x: number; y: number }>();
  let [x, y, across] = [left, 0, 0];
  let isInside = true;
  for (const [block, count] of columns) {
    const own = count * step - padding;
    const usedWidth = Math.max(own, label > 0 ? labelWidth : 0);
    if (x > left && x + usedWidth > width) {
      x = left;
      y += rows * step + label + gap;
    }
    if (left + own > width) isInside = false;
    blocks.set(block, { x, y });
    across = Math.max(across, x + usedWidth);
    x += usedWidth + gap;
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
