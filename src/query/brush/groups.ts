import type { FrameValues } from "../frame.ts";

/** Numbers of the distinct values of a column, by row. */
export interface Ids {
  ids: Int32Array;
  count: number;
}

export function idsOf(values: FrameValues): Ids {
  const known = new Map<unknown, number>();
  const ids = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) ids[row] = idOf(known, values[row] ?? null);
  return { ids, count: known.size };
}

function idOf(known: Map<unknown, number>, value: unknown): number {
  const found = known.get(value);
  if (found !== undefined) return found;
  known.set(value, known.size);
  return known.size - 1;
}

/** Numbers of the distinct combinations of key columns, in the order of their first rows. */
export class Groups {
  readonly firstRows: number[] = [];
  readonly #keys: readonly FrameValues[];
  readonly #values: readonly Map<unknown, number>[];
  readonly #combined: readonly Map<number, number>[];

  constructor(keys: readonly FrameValues[]) {
    this.#keys = keys;
    this.#values = keys.map(() => new Map());
    this.#combined = keys.map(() => new Map());
  }

  get count(): number {
    return this.firstRows.length;
  }

  of(row: number): number {
    const group = this.find(this.#keys, row);
    if (group === this.firstRows.length) this.firstRows.push(row);
    return group;
  }

  /** Of a row of other columns with the same keys. */
  find(keys: readonly FrameValues[], row: number): number {
    let group = keys.length > 0 ? idOf(this.#values[0] as Map<unknown, number>, keys[0]?.[row] ?? null) : 0;
    for (let i = 1; i < keys.length; i++) {
      const id = idOf(this.#values[i] as Map<unknown, number>, keys[i]?.[row] ?? null);
      group = idOf(this.#combined[i] as Map<unknown, number>, group * LARGEST + id);
    }
    return group;
  }
}

/** More than a column has distinct values. */
const LARGEST = 2 ** 24;
