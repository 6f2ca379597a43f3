import type { DataRow } from "../../model/query-context.ts";
import { NOT_AVAILABLE } from "../format/value.ts";
import { alignOf, type TableColumn } from "./column.ts";

/** Column widths from the text they hold, in pixels of the 12 px table type. */

const PADDING = 24;
const MIN_WIDTH = 56;
const MAX_WIDTH = 320;
const MAX_UNCUT_WIDTH = 640;
const SAMPLE = 200;
const SORT_MARK = 14;
/** Room of a bar beside its number. */
export const BAR_TRACK = 88;
const BAR_GAP = 8;
const MAX_BAR_WIDTH = 240;

/** Width of text without a canvas: digits and capitals are wide, `ilt.,` are narrow. Errs on the wide side. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

function charWidth(char: string): number {
  if (/[\u1100-\uffff]/.test(char)) return 12.5;
  if (/[iljtfrI.,:;'|! ()]/.test(char)) return 4.4;
  if (/[MWmw@%—]/.test(char)) return 10.4;
  if (/[A-Z0-9]/.test(char)) return 7.5;
  return 6.8;
}

function sampled(rows: readonly DataRow[]): readonly DataRow[] {
  if (rows.length <= SAMPLE) return rows;
  const step = Math.floor(rows.length / SAMPLE);
  return Array.from({ length: SAMPLE }, (_, index) => rows[index * step] ?? {});
}

function cellText(row: DataRow, column: TableColumn): string {
  const value = row[column.key];
  return value === null || value === undefined ? NOT_AVAILABLE : column.format(value, row);
}

/** What a column's header and values ask for, without bars. */
export function naturalWidth(column: TableColumn, rows: readonly DataRow[]): number {
  if (column.width) return column.width;
  const longest = Math.max(textWidth(column.label) + SORT_MARK, ...rows.map((row) => textWidth(cellText(row, column))));
  const limit = column.truncate === false ? MAX_UNCUT_WIDTH : MAX_WIDTH;
  return Math.round(Math.min(limit, Math.max(MIN_WIDTH, longest + PADDING)));
}

export interface WidthLayout {
  widths: number[];
  /** Bars have room beside their numbers; otherwise they lie behind them. */
  barsBeside: boolean;
}

/**
 * Widths that fill `available` when there is room and scroll sideways when there is not. Bars get their track first,
 * then every column grows in proportion. A width the user dragged (`chosen`) never moves.
 */
export function layoutWidths(
  columns: readonly TableColumn[],
  rows: readonly DataRow[],
  available: number,
  chosen: Readonly<Record<string, number>> = {},
): WidthLayout {
  const sample = sampled(rows);
  const natural = columns.map((column) => chosen[column.key] ?? naturalWidth(column, sample));
  const withBars = natural.map((width, i) => width + (takesTrack(columns[i], chosen) ? BAR_TRACK + BAR_GAP : 0));
  const barsBeside = sum(withBars) <= available;
  const wanted = barsBeside ? withBars : natural;
  const spare = available - sum(wanted);
  if (spare <= 0) return { widths: wanted, barsBeside };
  return { widths: spread(columns, wanted, spare, chosen), barsBeside };
}

function takesTrack(column: TableColumn | undefined, chosen: Readonly<Record<string, number>>): boolean {
  return Boolean(column?.hasBars) && column !== undefined && chosen[column.key] === undefined;
}

function spread(
  columns: readonly TableColumn[],
  wanted: readonly number[],
  spare: number,
  chosen: Readonly<Record<string, number>>,
): number[] {
  const grows = columns.map((column) => chosen[column.key] === undefined);
  const base = sum(wanted.filter((_, i) => grows[i]));
  if (base === 0) return [...wanted];
  const grown = wanted.map((width, i) => {
    if (!grows[i]) return width;
    const wider = Math.floor(width + (spare * width) / base);
    return columns[i]?.hasBars ? Math.max(width, Math.min(wider, MAX_BAR_WIDTH)) : wider;
  });
  const left = Math.round(sum(wanted) + spare - sum(grown));
  const taker = lastIndexOf(columns, grows);
  return grown.map((width, i) => (i === taker ? width + left : width));
}

/** Left-over pixels go to the last text column, else to the last one that may grow. */
function lastIndexOf(columns: readonly TableColumn[], grows: readonly boolean[]): number {
  const text = columns.findLastIndex((column, i) => grows[i] === true && alignOf(column) === "left");
  return text === -1 ? grows.lastIndexOf(true) : text;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
