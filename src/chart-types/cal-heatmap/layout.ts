import type { Slot } from "./calendar.ts";

export interface Frame {
  /** Of a cell without its padding, pixels. */
  cell: number;
  /** Left and top of each block, by its start. */
  blocks: ReadonlyMap<number, { x: number; y: number }>;
  /** What all blocks of one metric take. */
  height: number;
  width: number;
}

interface Wanted {
  slots: readonly Slot[];
  width: number;
  height: number;
  cell: number;
  padding: number;
  /** Height of the label over a block; 0 for none. */
  label: number;
  /** Of the widest of those labels. */
  labelWidth: number;
}

const BLOCK_GAP = 8;
const LEAST = 2;

/** The largest cells, at most the wanted size, with which all blocks fit, row after row. */
export function frameOf(wanted: Wanted): Frame {
  for (let cell = Math.max(LEAST, wanted.cell); cell > LEAST; cell -= cell > 8 ? 1 : 0.5) {
    const frame = framed({ ...wanted, cell });
    if (frame.height <= wanted.height && frame.isInside) return frame;
  }
  return framed({ ...wanted, cell: LEAST });
}

function framed({ slots, width, cell, padding, label, labelWidth }: Wanted): Frame & { isInside: boolean } {
  const step = cell + padding;
  const columns = new Map<number, number>();
  let rows = 0;
  for (const { block, column, row } of slots) {
    columns.set(block, Math.max(columns.get(block) ?? 0, column + 1));
    rows = Math.max(rows, row + 1);
  }
  const blocks = new Map<number, { x: number; y: number }>();
  let [x, y, across] = [0, 0, 0];
  let isInside = true;
  for (const [block, count] of [...columns].sort(([a], [b]) => a - b)) {
    const own = count * step - padding;
    const taken = Math.max(own, label > 0 ? labelWidth : 0);
    if (x > 0 && x + taken > width) {
      x = 0;
      y += rows * step + label + BLOCK_GAP;
    }
    if (own > width) isInside = false;
    blocks.set(block, { x, y });
    across = Math.max(across, x + taken);
    x += taken + BLOCK_GAP;
  }
  return { cell, blocks, height: blocks.size > 0 ? y + rows * step + label : 0, width: across, isInside };
}
