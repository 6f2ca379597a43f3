import { scheduler } from "node:timers/promises";
import type { FrameColumn, FrameValues } from "../../query/post-processing/frame.ts";

const ROWS_AT_ONCE = 4000;

/**
 * Row objects as JSON, made column by column: of a portion of rows first every column's values, then the rows. Pauses
 * between portions, so that no big result holds up others. Integers and decimals of any size are numbers with all their
 * digits.
 */
export async function rowsJson(
  columns: readonly { label: string; column: FrameColumn }[],
  rows: number,
): Promise<string> {
  if (columns.length === 0) return `[${Array(rows).fill("{}").join(",")}]`;
  const keys = columns.map(({ label }, i) => `${i === 0 ? "{" : ","}${JSON.stringify(label)}:`);
  const portions: string[] = [];
  for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
    if (start > 0) await scheduler.yield();
    const end = Math.min(rows, start + ROWS_AT_ONCE);
    const cells = columns.map(({ column }) => cellsJson(column, start, end));
    let text = "";
    for (let row = 0; row < end - start; row++) {
      for (let i = 0; i < keys.length; i++) text += (keys[i] as string) + (cells[i] as string[])[row];
      text += "},";
    }
    portions.push(text);
  }
  return `[${portions.join("").slice(0, -1)}]`;
}

function cellsJson({ kind, values }: FrameColumn, start: number, end: number): string[] {
  if (values instanceof Float64Array) return numbersJson(values, start, end);
  if (kind === "text") return textsJson(values, start, end);
  const cells: string[] = new Array(end - start);
  for (let row = start; row < end; row++) cells[row - start] = valueJson(values[row], kind);
  return cells;
}

function numbersJson(values: Float64Array, start: number, end: number): string[] {
  const cells: string[] = new Array(end - start);
  for (let row = start; row < end; row++) {
    const value = values[row] as number;
    cells[row - start] = Number.isFinite(value) ? `${value}` : "null";
  }
  return cells;
}

/** Few texts of a column differ, mostly: each is written once. */
const MAX_KNOWN = 1000;

function textsJson(values: FrameValues, start: number, end: number): string[] {
  const cells: string[] = new Array(end - start);
  const known = new Map<unknown, string>();
  for (let row = start; row < end; row++) {
    const value = values[row];
    let cell = known.get(value);
    if (cell === undefined) {
      cell = valueJson(value);
      if (known.size < MAX_KNOWN) known.set(value, cell);
    }
    cells[row - start] = cell;
  }
  return cells;
}

const DIGITS = /^-?\d+(?:\.\d+)?$/;

/** One value. Decimals of numeric columns that came as their digits stay numbers. */
export function valueJson(value: unknown, kind?: FrameColumn["kind"]): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string" && kind === "numeric" && DIGITS.test(value)) return value;
  return JSON.stringify(value);
}
