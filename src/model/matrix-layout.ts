import { CHARTS_PER_ROW, MAX_MEMBERS, ROW_HEIGHT } from "./matrix.ts";

/** Positions of the cells: columns that don't fit wrap below, in bands of whole columns. */
export interface GridLayout {
  hasRowLabels: boolean;
  hasColumnHeaders: boolean;
  isNarrow: boolean;
  rowHeight: number;
  bands: readonly (readonly number[])[];
}

const MIN_WIDTH = 168;
const MIN_WIDTH_WITH_AXES = 220;
const MIN_HEIGHT = 120;
const NARROW = 520;
const ROW_LABEL = 28;
const HEADER = 28;
const GAP = 8;
const BAND_GAP = 12;

export interface PlacedCell {
  row: number;
  column: number;
  rowLabel: string;
  columnLabel: string;
}

interface Size {
  width: number;
  height: number;
}

export function layoutOf(
  form: Readonly<Record<string, unknown>>,
  plans: readonly PlacedCell[],
  { width, height }: Size,
): GridLayout {
  const columns = Math.max(0, ...plans.map(({ column }) => column)) + 1;
  const hasRowLabels = form.matrixify_show_row_labels !== false && plans.some(({ rowLabel }) => rowLabel !== "");
  const hasColumnHeaders =
    form.matrixify_show_column_headers !== false && plans.some(({ columnLabel }) => columnLabel !== "");
  const isNarrow = width < NARROW;
  const beside = hasRowLabels && !isNarrow ? ROW_LABEL + GAP : 0;
  const room = height - (hasColumnHeaders ? HEADER : 0) - (hasRowLabels && isNarrow ? HEADER : 0);
  const minHeight = countIn(form.matrixify_row_height, ROW_HEIGHT);
  return {
    hasRowLabels,
    hasColumnHeaders,
    isNarrow,
    rowHeight: Math.min(Math.max(minHeight, 80), Math.max(room, MIN_HEIGHT)),
    bands: bandsOf(columns, perBand(form, columns, width - beside)),
  };
}

function perBand(form: Readonly<Record<string, unknown>>, columns: number, width: number): number {
  if (form.matrixify_fit_columns_dynamically === false) {
    return Math.min(countIn(form.matrixify_charts_per_row, CHARTS_PER_ROW), MAX_MEMBERS);
  }
  const minWidth = form.x_axis ? MIN_WIDTH_WITH_AXES : MIN_WIDTH;
  const maxColumns = Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)));
  // Balances the number of columns per band.
  return Math.ceil(columns / Math.ceil(columns / maxColumns));
}

function bandsOf(columns: number, maxColumns: number): number[][] {
  const bands = Math.ceil(columns / maxColumns);
  return Array.from({ length: bands }, (_, band) =>
    Array.from({ length: Math.min(maxColumns, columns - band * maxColumns) }, (__, at) => band * maxColumns + at),
  );
}

function countIn(value: unknown, fallback: number): number {
  const count = Number(value ?? fallback);
  return Number.isInteger(count) && count > 0 ? count : fallback;
}

export const RENDER_MARGIN = 0.5;

export function firstCells<C extends PlacedCell>(
  form: Readonly<Record<string, unknown>>,
  cells: readonly C[],
  size: Size,
): C[] {
  const { bands, rowHeight, hasColumnHeaders, hasRowLabels, isNarrow } = layoutOf(form, cells, size);
  const rows = Math.max(0, ...cells.map(({ row }) => row)) + 1;
  const bandHead = hasColumnHeaders ? HEADER : 0;
  const step = rowHeight + (hasRowLabels && isNarrow ? HEADER : 0);
  const bandStep = bandHead + rows * step + BAND_GAP;
  const bandOf = new Map(bands.flatMap((columns, band) => columns.map((column) => [column, band] as const)));
  const topOf = ({ row, column }: C) => (bandOf.get(column) ?? 0) * bandStep + bandHead + row * step;
  return cells.filter((cell) => topOf(cell) < size.height * (1 + RENDER_MARGIN));
}
