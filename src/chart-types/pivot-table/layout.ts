import { wrappedWidth } from "../../chart-kit/table/widths.ts";
import { textWidth, widest } from "../../chart-kit/text-width.ts";
import { type HeadingRun, headingsOf, levelCount } from "./headings.ts";
import type { Line } from "./lines.ts";
import type { PivotDrawing } from "./transform.ts";

const FONT_SIZE = 12;
const PADDING = 18;
const MIN_WIDTH = 56;
const MAX_VALUE = 200;
const MAX_HEADING = 220;
const NARROW_HEADING = 96;
const HEADING_SHARE = 0.5;
const MAX_COLUMN_HEADER = 110;
const MARK = 18;
const ROOMY = 150;
const SAMPLED_LINES = 200;
const SAMPLED_CELLS = 24;

export interface PivotLayout {
  headings: number[];
  values: number[];
}

interface LayoutRequest {
  drawing: PivotDrawing;
  rows: readonly Line[];
  columns: readonly Line[];
  available: number;
}

export function layoutOf(request: LayoutRequest): PivotLayout {
  const headings = shrinkHeadings(headingWidths(request), request.available);
  const values = valueWidths(request);
  const spare = request.available - total(headings) - total(values);
  if (spare <= 0 || values.length === 0) return { headings, values };
  const share = Math.floor(spare / values.length);
  const wider = values.map((width) => Math.max(width, Math.min(width + share, ROOMY)));
  const left = request.available - total(headings) - total(wider);
  const last = headings.length - 1;
  const grown = headings.map((width, i) => (i === last ? width + Math.min(left, MAX_HEADING) : width));
  return { headings: grown, values: wider };
}

function headingWidths({ drawing, rows }: LayoutRequest): number[] {
  const axis = drawing.rows;
  const names = levelNames(drawing, "rows");
  const widths = Array.from(
    { length: levelCount(axis) },
    (_, level) => wrappedWidth(names[level] ?? "", MAX_HEADING) + MARK,
  );
  for (const line of sampled(rows, SAMPLED_LINES)) {
    for (const { level, span, text, fold } of headingsOf(line, axis, drawing)) {
      if (span > 1) continue;
      widths[level] = Math.max(widths[level] ?? 0, textWidth(text, FONT_SIZE, true) + (fold ? MARK : 0));
    }
  }
  return widths.map((width) => Math.round(Math.max(MIN_WIDTH, Math.min(MAX_HEADING, width + PADDING))));
}

function shrinkHeadings(widths: readonly number[], available: number): number[] {
  const most = available * HEADING_SHARE;
  const sum = total(widths);
  if (available === 0 || sum <= most) return [...widths];
  return widths.map((width) => Math.max(Math.min(width, NARROW_HEADING), Math.floor((width * most) / sum)));
}

function valueWidths(request: LayoutRequest): number[] {
  const { columns, rows } = request;
  const lines = [...sampled(rows, SAMPLED_CELLS), ...rows.slice(-1)];
  const widthOf = (column: Line) => {
    const header = Math.min(MAX_COLUMN_HEADER, headerWidth(column, request));
    const text = widest(
      lines.map((row) => cellText(row, column, request.drawing)),
      FONT_SIZE,
      true,
    );
    return Math.round(Math.min(MAX_VALUE, Math.max(MIN_WIDTH, Math.max(header, text) + PADDING)));
  };
  if (columns.length <= SAMPLED_CELLS * 3) return columns.map(widthOf);
  const common = Math.max(...sampled(columns, SAMPLED_CELLS).map(widthOf));
  return columns.map(() => common);
}

function headerWidth(column: Line, { drawing }: LayoutRequest): number {
  const innermost = headingsOf(column, drawing.columns, drawing).at(-1);
  return innermost && innermost.span >= 1 ? textWidth(innermost.text, FONT_SIZE, true) + MARK : 0;
}

const TWO_LINES = 36;

/** Names that don't fit on one line of a header row have two. */
export function headHeights(
  runs: readonly (readonly HeadingRun[])[],
  { headings, values }: PivotLayout,
  { names, rowHeight }: { names: readonly string[]; rowHeight: number },
): number[] {
  const isCut = (text: string, width: number) => textWidth(text, FONT_SIZE, true) + PADDING > width;
  return runs.map((line, level) => {
    const isInnermost = level === runs.length - 1;
    const wraps =
      line.some(({ text, start, end, span }) => span === 1 && isCut(text, total(values.slice(start, end)))) ||
      (isInnermost && names.some((name, at) => isCut(name, headings[at] ?? 0)));
    return wraps ? Math.max(TWO_LINES, rowHeight) : rowHeight;
  });
}

export function metricOf(row: Line, column: Line, { order }: PivotDrawing): string {
  return row.metric ?? column.metric ?? order[0] ?? "";
}

export function cellText(row: Line, column: Line, drawing: PivotDrawing): string {
  const { model, metrics } = drawing;
  const metric = metricOf(row, column, drawing);
  const value = model.valueOf(row.node, column.node, metric);
  return value === undefined ? "" : (metrics.get(metric)?.format(value) ?? String(value));
}

export function levelNames(drawing: PivotDrawing, axis: "rows" | "columns"): string[] {
  const { shape, names } = drawing[axis];
  if (!shape.metrics) return names;
  return shape.combinesMetrics ? [...names, ""] : ["", ...names];
}

function sampled<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const step = items.length / count;
  return Array.from({ length: count }, (_, index) => items[Math.floor(index * step)] as T);
}

export function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
