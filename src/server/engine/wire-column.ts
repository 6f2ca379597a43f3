import type { EngineColumn } from "./protocol.ts";

/**
 * One column as it travels from the engine's process: numbers as doubles, texts as UTF-8 bytes end to end, so that
 * nothing is made per cell before somebody needs it.
 */
export type WireColumn = Pick<EngineColumn, "name" | "type" | "kind"> & WireValues;

export type WireValues = WireNumbers | WireTexts | WireBooleans | WireOthers;

export interface WireNumbers {
  form: "numbers";
  /** NaN where there is no value: the engine's own NaN and infinities count as none. Temporal ones are epoch ms. */
  numbers: Float64Array;
  hasGaps: boolean;
  /** Some are no integers; of temporal ones, the fraction is microseconds. */
  hasFractions: boolean;
  /** What a double cannot hold, by row: integers as bigint, decimals as their digits. */
  exact: [row: number, value: bigint | string][];
}

export interface WireTexts {
  form: "texts";
  bytes: Uint8Array;
  /** Bytes of each text; -1 where there is none. */
  lengths: Int32Array;
  isAscii: boolean;
}

export interface WireBooleans {
  form: "booleans";
  /** 0, 1; 2 where there is none. */
  flags: Uint8Array;
}

export interface WireOthers {
  form: "values";
  values: (string | null)[];
}

/** Moments are whole milliseconds, unless their microseconds are asked for. */
export function engineColumn(column: WireColumn, microseconds = false): EngineColumn {
  const { name, type, kind } = column;
  return { name, type, kind, values: valuesOf(column, microseconds) };
}

function valuesOf(column: WireColumn, microseconds: boolean): EngineColumn["values"] {
  switch (column.form) {
    case "numbers":
      return numbersOf(
        column.kind === "temporal" && column.hasFractions && !microseconds ? withoutFractions(column) : column,
      );
    case "texts":
      return textsOf(column);
    case "booleans":
      return Array.from(column.flags, (flag) => (flag === 2 ? null : flag === 1));
    case "values":
      return column.values;
  }
}

const withoutFractions = (column: WireNumbers) => ({ ...column, numbers: column.numbers.map(Math.floor) });

function numbersOf({ numbers, hasGaps, exact }: WireNumbers): EngineColumn["values"] {
  if (!hasGaps && exact.length === 0) return numbers;
  const values: unknown[] = Array.from(numbers);
  if (hasGaps) for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) values[i] = null;
  for (const [row, value] of exact) values[row] = value;
  return values;
}

function textsOf({ bytes, lengths, isAscii }: WireTexts): (string | null)[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: (string | null)[] = new Array(lengths.length);
  const whole = isAscii ? buffer.toString("latin1") : "";
  let start = 0;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    if (length < 0) {
      values[i] = null;
      continue;
    }
    const end = start + length;
    values[i] = isAscii ? whole.slice(start, end) : buffer.toString("utf8", start, end);
    start = end;
  }
  return values;
}
