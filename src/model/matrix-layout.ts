import { CHARTS_PER_ROW, MOST_MEMBERS, ROW_HEIGHT } from "./matrix.ts";

/** Where cells stand: columns that do not fit beside each other go on below, as bands of whole columns. */
export interface GridLayout {
  hasRowLabels: boolean;
  hasColumnHeaders: boolean;
  /** Row labels stand above their rows, as there is no room beside them. */
  isNarrow: boolean;
  /** Of a row, pixels. */
  rowHeight: number;
  /** The places of the columns of each band. */
  bands: readonly (readonly number[])[];
}

/** Pixels. */
const LEAST_WIDTH = 168;
/** Where charts have axes to be read by. */
const LEAST_WIDTH_OF_AXES = 220;
const LEAST_HEIGHT = 120;
const NARROW = 520;
const ROW_LABEL = 28;
const HEADER = 28;
const GAP = 8;
/** Between two bands. */
const BAND_GAP = 12;

/** A cell; labels are empty for a side that is off. */
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
  const asked = countIn(form.matrixify_row_height, ROW_HEIGHT);
  return {
    hasRowLabels,
    hasColumnHeaders,
    isNarrow,
    rowHeight: Math.min(Math.max(asked, 80), Math.max(room, LEAST_HEIGHT)),
    bands: bandsOf(columns, perBand(form, columns, width - beside)),
  };
}

function perBand(form: Readonly<Record<string, unknown>>, columns: number, width: number): number {
  if (form.matrixify_fit_columns_dynamically === false) {
    return Math.min(countIn(form.matrixify_charts_per_row, CHARTS_PER_ROW), MOST_MEMBERS);
  }
  const least = form.x_axis ? LEAST_WIDTH_OF_AXES : LEAST_WIDTH;
  const most = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  // Bands of about as many columns each.
  return Math.ceil(columns / Math.ceil(columns / most));
}

function bandsOf(columns: number, most: number): number[][] {
  const bands = Math.ceil(columns / most);
  return Array.from({ length: bands }, (_, band) =>
    Array.from({ length: Math.min(most, columns - band * most) }, (__, at) => band * most + at),
  );
}

function countIn(value: unknown, fallback: number): number {
  const count = Number(value ?? fallback);
  return Number.isInteger(count) && count > 0 ? count : fallback;
}

/** How far beyond the box cells are drawn, as part of its height. */
export const NEAR = 0.5;

/** Cells that are drawn before anybody scrolls, from the top of the box. */
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
  return cells.filter((cell) => topOf(cell) < size.height * (1 + NEAR));
}
