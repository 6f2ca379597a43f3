import { scheduler } from "node:timers/promises";
import type { FrameColumn } from "../../../query/frame.ts";
import { assertAnswerSize } from "./answer-sizes.ts";

const ROWS_PER_PORTION = 2000;
const CELLS_PER_PORTION = 60_000;
const KEY_BYTES_PER_PORTION = 4_000_000;

/**
 * Builds row objects column by column, one portion of rows at a time. Yields between portions, so that big results
 * don't block others. Integers and decimals of any size keep all digits.
 */
export async function rowsJson(
  columns: readonly { label: string; column: FrameColumn }[],
  rows: number,
): Promise<Buffer[]> {
  if (rows === 0 || columns.length === 0) return [Buffer.from(`[${Array(rows).fill("{}").join(",")}]`)];
  const keys = columns.map(({ label }, i) => `${i === 0 ? "{" : ","}${JSON.stringify(label)}:`);
  const keyBytes = keys.reduce((sum, key) => sum + key.length, 0);
  const most = Math.min(ROWS_PER_PORTION, CELLS_PER_PORTION / columns.length, KEY_BYTES_PER_PORTION / keyBytes);
  const atOnce = Math.max(1, Math.floor(most));
  const portions: Buffer[] = [];
  let bytes = 0;
  for (let start = 0; start < rows; start += atOnce) {
    if (start > 0) await scheduler.yield();
    const end = Math.min(rows, start + atOnce);
    const cells = columns.map(({ column }, i) => cellsJson(keys[i] as string, column, { start, end }));
    let text = start === 0 ? "[" : "";
    for (let row = 0; row < end - start; row++) {
      for (let i = 0; i < cells.length; i++) text += (cells[i] as string[])[row];
      text += start + row === rows - 1 ? "}]" : "},";
    }
    const portion = Buffer.from(text);
    portions.push(portion);
    bytes += portion.length;
    assertAnswerSize(bytes);
  }
  return portions;
}

interface Portion {
  start: number;
  end: number;
}

function cellsJson(key: string, { kind, values }: FrameColumn, portion: Portion): string[] {
  return values instanceof Float64Array
    ? numbersJson(key, values, portion)
    : valuesJson(key, { kind, values }, portion);
}

function numbersJson(key: string, values: Float64Array, { start, end }: Portion): string[] {
  const cells: string[] = new Array(end - start);
  let last = Number.NaN;
  let cell = `${key}null`;
  for (let row = start; row < end; row++) {
    const value = values[row] as number;
    if (value !== last) {
      last = value;
      cell = Number.isFinite(value) ? `${key}${value}` : `${key}null`;
    }
    cells[row - start] = cell;
  }
  return cells;
}

const MAX_KNOWN = 1000;

function valuesJson(key: string, { kind, values }: Pick<FrameColumn, "kind" | "values">, { start, end }: Portion) {
  const cells: string[] = new Array(end - start);
  const known = new Map<unknown, string>();
  for (let row = start; row < end; row++) {
    const value = values[row];
    let cell = known.get(value);
    if (cell === undefined) {
      cell = key + valueJson(value, kind);
      if (known.size < MAX_KNOWN) known.set(value, cell);
    }
    cells[row - start] = cell;
  }
  return cells;
}

const DIGITS = /^-?\d+(?:\.\d+)?$/;

export function valueJson(value: unknown, kind?: FrameColumn["kind"]): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string" && kind === "numeric" && DIGITS.test(value)) return value;
  return JSON.stringify(value);
}
