import { createHmac, randomBytes } from "node:crypto";

/**
 * Counts per key over the last minute in fixed memory: a count-min sketch per second. Keys are never evicted, so
 * made-up keys can't reset a counter, only raise it, which takes about a million a minute. The hash is keyed to prevent
 * chosen collisions.
 */

const SECONDS = 60;
const ROWS = 4;
const WIDTH = 4096;

interface Attempts {
  allowed: number;
  nowMs: number;
  attempts?: number;
}

interface Slot {
  second: number;
  readonly cells: Uint16Array;
}

export class AttemptSketch {
  private readonly hashKey = randomBytes(32);
  private readonly slots: Slot[] = [];

  /** Returns 0 if counted, else the seconds to wait. */
  attempt(key: string, { allowed, nowMs, attempts = 1 }: Attempts): number {
    const second = Math.floor(nowMs / 1000);
    const cells = this.cellsOf(key);
    const recent = this.recent(second);
    let count = recent.reduce((sum, slot) => sum + countIn(slot, cells), 0);
    if (count + attempts <= allowed) {
      const slot = this.slotAt(second);
      for (const cell of cells) slot.cells[cell] = (slot.cells[cell] ?? 0) + attempts;
      return 0;
    }
    for (const slot of recent) {
      count -= countIn(slot, cells);
      if (count + attempts <= allowed) return slot.second + SECONDS + 1 - second;
    }
    return SECONDS;
  }

  undo(key: string, attempts: number): void {
    const cells = this.cellsOf(key);
    let left = attempts;
    for (const slot of this.slots.toSorted((a, b) => b.second - a.second)) {
      const count = Math.min(left, countIn(slot, cells));
      for (const cell of cells) slot.cells[cell] = (slot.cells[cell] ?? 0) - count;
      left -= count;
    }
  }

  private recent(second: number): Slot[] {
    return this.slots
      .filter((slot) => slot.second >= second - SECONDS && slot.second <= second)
      .sort((a, b) => a.second - b.second);
  }

  private slotAt(second: number): Slot {
    const index = second % (SECONDS + 1);
    const slot = this.slots.find((one) => one.second % (SECONDS + 1) === index);
    if (!slot) {
      const added = { second, cells: new Uint16Array(ROWS * WIDTH) };
      this.slots.push(added);
      return added;
    }
    if (slot.second !== second) {
      slot.second = second;
      slot.cells.fill(0);
    }
    return slot;
  }

  private cellsOf(key: string): number[] {
    const hash = createHmac("sha256", this.hashKey).update(key).digest();
    return Array.from({ length: ROWS }, (_, row) => row * WIDTH + (hash.readUInt16LE(row * 2) % WIDTH));
  }
}

function countIn(slot: Slot, cells: readonly number[]): number {
  return Math.min(...cells.map((cell) => slot.cells[cell] ?? 0));
}
