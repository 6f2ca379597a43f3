import type { TableColumn } from "../../chart-seam/table-column.ts";
import { t } from "../../i18n/translate.ts";
import { type DataRow, GENERIC_TYPE } from "../../model/query-context.ts";
import { NOT_AVAILABLE } from "../format/value.ts";
import { textWidth } from "../text-width.ts";
import { alignOf } from "./column.ts";

const FONT_SIZE = 12;
const PADDING = 19;
const MIN_WIDTH = 56;
const MAX_WIDTH = 320;
const MAX_UNCUT_WIDTH = 640;
const SAMPLE = 200;
const SORT_MARK = 16;
const CLOCK = 24;
const SIGN = 20;
const MAX_HEADER = 120;
export const BAR_TRACK = 88;
const BAR_GAP = 8;
const MAX_BAR_WIDTH = 240;
const READABLE_WIDTH = 150;
const PACKED_WIDTH = 136;

function sampled(rows: readonly DataRow[]): readonly DataRow[] {
  if (rows.length <= SAMPLE) return rows;
  const step = Math.floor(rows.length / SAMPLE);
  return Array.from({ length: SAMPLE }, (_, index) => rows[index * step] ?? {});
}

function cellText(row: DataRow, column: TableColumn): string {
  const value = row[column.key];
  return value === null || value === undefined ? NOT_AVAILABLE : column.format(value, row);
}

/** Column names have underscores where others have spaces. */
export const headerParts = (label: string): string[] => label.split(/(?<=[\s_])/);

/** Of a header on two lines, whose words stay whole up to a limit. */
export function wrappedWidth(label: string, most = MAX_HEADER): number {
  const parts = headerParts(label);
  const lineOf = (line: readonly string[]) => textWidth(line.join("").trimEnd(), FONT_SIZE, true);
  const breaks = parts.map((_, at) => Math.max(lineOf(parts.slice(0, at + 1)), lineOf(parts.slice(at + 1))));
  return Math.min(most, ...breaks);
}

function headerMarks(column: TableColumn): number {
  return SORT_MARK + (column.type === GENERIC_TYPE.TEMPORAL ? CLOCK : 0) + (column.sign ? SIGN : 0);
}

function headerWidth(column: TableColumn): number {
  const line = textWidth(column.label, FONT_SIZE, true);
  return Math.max(Math.min(MAX_HEADER, line), wrappedWidth(column.label)) + headerMarks(column);
}

export function naturalWidth(column: TableColumn, rows: readonly DataRow[]): number {
  if (column.width) return column.width;
  const longest = rows.reduce(
    (most, row) => Math.max(most, textWidth(cellText(row, column), FONT_SIZE)),
    headerWidth(column),
  );
  const limit = column.truncate === false ? MAX_UNCUT_WIDTH : MAX_WIDTH;
  return Math.ceil(Math.min(limit, Math.max(MIN_WIDTH, longest + PADDING)));
}

function contentWidth(column: TableColumn, rows: readonly DataRow[]): number {
  const longest = rows.reduce((most, row) => Math.max(most, textWidth(cellText(row, column), FONT_SIZE)), 0);
  return Math.max(MIN_WIDTH, longest + PADDING);
}

function summaryWidth(column: TableColumn, summary: DataRow | undefined): number {
  if (column.width || !summary) return 0;
  const text = summary[column.key] === undefined ? t("Summary") : cellText(summary, column);
  return Math.min(MAX_WIDTH, Math.ceil(textWidth(text, FONT_SIZE, true) + PADDING));
}

/** The column that says “Summary”. */
export const summaryColumn = (columns: readonly TableColumn[], summary: DataRow): number =>
  columns.findIndex((column) => summary[column.key] === undefined);

export interface WidthLayout {
  widths: number[];
  barsBeside: boolean;
}

export interface WidthRequest {
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  summary?: DataRow;
  available: number;
  chosen?: Readonly<Record<string, number>>;
  /** Columns grow up to a readable width only, so that few of them don't fill a wide table. */
  isPacked?: boolean;
}

/** Fills the available width, or scrolls sideways. Bars get their space first, then columns grow in proportion. */
export function layoutWidths(request: WidthRequest): WidthLayout {
  const { columns, rows, summary, available, chosen = {}, isPacked = false } = request;
  const sample = sampled(rows);
  const named = summary ? summaryColumn(columns, summary) : -1;
  const slots = columns.map((column, index): Slot => {
    const isSummed = summary?.[column.key] !== undefined || index === named;
    const foot = isSummed ? summaryWidth(column, summary) : 0;
    const width = chosen[column.key] ?? Math.max(naturalWidth(column, sample), foot);
    const isFixed = chosen[column.key] !== undefined;
    const track = column.hasBars && !isFixed ? BAR_TRACK + BAR_GAP : 0;
    const isText = alignOf(column) === "left";
    const canShrink = isText && !isFixed && !column.width && column.truncate !== false;
    const header = Math.ceil(wrappedWidth(column.label) + headerMarks(column) - SORT_MARK / 2 + PADDING);
    const least = Math.max(Math.min(width, header), contentWidth(column, sample), foot);
    const headerSlack = column.width || isFixed ? 0 : Math.max(0, Math.floor(width - least));
    return { width, track, isFixed, isText, headerSlack, canShrink, hasBars: column.hasBars === true };
  });
  const cramped = shrinkText(slots, available);
  if (cramped) return { widths: cramped, barsBeside: false };
  const barsBeside = sum(slots.map((slot) => slot.width + slot.track)) <= available;
  const slotsWithBars = barsBeside ? slots.map((slot) => ({ ...slot, width: slot.width + slot.track })) : slots;
  const most = isPacked ? sum(slotsWithBars.map((slot) => Math.max(slot.width, PACKED_WIDTH))) : available;
  const spare = Math.min(available, most) - sum(slotsWithBars.map((slot) => slot.width));
  return { widths: spare > 0 ? distribute(slotsWithBars, spare) : slotsWithBars.map((slot) => slot.width), barsBeside };
}

function shrinkText(slots: readonly Slot[], available: number): number[] | undefined {
  const excess = sum(slots.map((slot) => slot.width)) - available;
  if (excess <= 0) return undefined;
  const slack = slots.map((slot) => (slot.canShrink ? Math.max(0, slot.width - READABLE_WIDTH) : 0));
  const total = sum(slack);
  const share = total > 0 ? Math.min(1, excess / total) : 0;
  const widths = slots.map((slot, i) => Math.round(slot.width - (slack[i] ?? 0) * share));
  return shrinkHeaders(slots, widths, available);
}

function shrinkHeaders(slots: readonly Slot[], widths: readonly number[], available: number): number[] {
  const excess = sum(widths) - available;
  const slack = sum(slots.map((slot) => slot.headerSlack));
  if (excess <= 0 || slack === 0) return [...widths];
  const share = Math.min(1, excess / slack);
  return widths.map((width, i) => width - Math.ceil(share * (slots[i]?.headerSlack ?? 0)));
}

interface Slot {
  headerSlack: number;
  canShrink: boolean;
  width: number;
  track: number;
  isFixed: boolean;
  isText: boolean;
  hasBars: boolean;
}

function distribute(slots: readonly Slot[], spare: number): number[] {
  const base = sum(slots.filter((slot) => !slot.isFixed).map((slot) => slot.width));
  if (base === 0) return slots.map((slot) => slot.width);
  const grown = slots.map((slot) => {
    if (slot.isFixed) return slot.width;
    const wider = Math.floor(slot.width + (spare * slot.width) / base);
    return slot.hasBars ? Math.max(slot.width, Math.min(wider, MAX_BAR_WIDTH)) : wider;
  });
  const left = Math.round(sum(slots.map((slot) => slot.width)) + spare - sum(grown));
  const text = slots.findLastIndex((slot) => slot.isText && !slot.isFixed);
  const taker = text === -1 ? slots.findLastIndex((slot) => !slot.isFixed) : text;
  return grown.map((width, i) => (i === taker ? width + left : width));
}

export function pinOffsets(
  widths: readonly number[],
  { start, available }: { start: number; available: number },
): readonly number[] {
  const lefts = widths.map((_, index) => start + sum(widths.slice(0, index)));
  return lefts.filter((left, index) => left + (widths[index] ?? 0) <= available * MOST_PINNED);
}

const MOST_PINNED = 0.7;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
