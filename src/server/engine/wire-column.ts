import type { EngineColumn } from "./protocol.ts";

/**
 * A column as the engine's process sends it: numbers as doubles, texts as consecutive UTF-8, so that nothing is
 * allocated per cell before it is needed.
 */
export type WireColumn = Pick<EngineColumn, "name" | "type" | "kind"> & WireValues;

export type WireValues = WireNumbers | WireTexts | WireBooleans | WireOthers;

export interface WireNumbers {
  form: "numbers";
  /** NaN = null; NaN and infinities of the engine count as null. Temporal values are epoch milliseconds. */
  numbers: Float64Array;
  hasGaps: boolean;
  /** Some aren't integers; for temporal values, the fraction is microseconds. */
  hasFractions: boolean;
  /** Values that a double can't hold: bigints, or decimals as digits. */
  exact: [row: number, value: bigint | string][];
}

export interface WireTexts {
  form: "texts";
  bytes: Uint8Array;
  lengths: Int32Array;
  isAscii: boolean;
}

export interface WireBooleans {
  form: "booleans";
  flags: Uint8Array;
}

export interface WireOthers {
  form: "values";
  values: (string | null)[];
}

/** Timestamps are whole milliseconds unless microseconds are requested. */
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
