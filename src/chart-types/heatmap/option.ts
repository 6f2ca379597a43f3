import {
  areNumbers,
  areReadable,
  cutRotated,
  labelRotation,
  nameLines,
  rotatedLength,
} from "../../chart-kit/axes/plain-axes.ts";
import { type Rgb, textOn } from "../../chart-kit/colors/shade.ts";
import {
  type BitmapLayer,
  type Box,
  bitmapSeries,
  type Cells,
  paintCells,
} from "../../chart-kit/echart/bitmap-layer.ts";
import { SVG_MARKS } from "../../chart-kit/echart/echart-spec.ts";
import { widest } from "../../chart-kit/text-width.ts";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { HeatmapCell, HeatmapGrid } from "./cells.ts";
import type { HeatmapForm } from "./schema.ts";

export interface Layout {
  left: number;
  right: number;
  top: number;
  bottom: number;
  turn: number;
  /** Pixels along rotated or across flat column names; undefined = uncut. */
  length?: number | undefined;
}

export interface Board {
  grid: HeatmapGrid;
  xLabels: readonly string[];
  yLabels: readonly string[];
  formData: HeatmapForm;
  theme: ChartTheme;
  width: number;
  height: number;
  isBare: boolean;
  colorOf(cell: HeatmapCell): string;
  rgbOf(cell: HeatmapCell): Rgb;
  format(value: number): string;
  isMuted(cell: HeatmapCell): boolean;
  isSelected(cell: HeatmapCell): boolean;
  hasValues?: boolean;
}

const LABEL_GAP = 8;
const AXIS_HEIGHT = 20;
const RIGHT = 4;
const LABEL_HEIGHT = 13;
const CELL_LABEL_HEIGHT = 15;
const ROTATED_LABEL_GAP = 15;
const UPRIGHT_LABEL_GAP = 11.5;
const FLAT_GAP = 8;
/** Pixels of names that are skipped rather than rotated in narrow columns. */
const SHORT_NAME = 40;
const MIN_GAP_CELL = 4;
const MUTED = 0.25;

export function layoutOf({
  formData,
  xLabels,
  yLabels,
  width,
  height,
  isBare,
}: Omit<Board, "colorOf" | "rgbOf" | "format" | "isMuted" | "isSelected">): Layout {
  if (isBare) return { left: 0, right: 0, top: 0, bottom: 0, turn: 0 };
  const needed = Math.min(width * 0.4, widest(yLabels) + LABEL_GAP + 4);
  const left = typeof formData.left_margin === "number" ? formData.left_margin : Math.round(needed);
  const { bottom_margin, xAxisLabelRotation, xscale_interval } = formData;
  const isFree = typeof bottom_margin !== "number" && !(xscale_interval && xscale_interval > 0);
  const cellWidth = (width - left - RIGHT) / Math.max(1, xLabels.length);
  const { turn, length } =
    isFree && !xAxisLabelRotation
      ? fitColumns(xLabels, { cellWidth, height })
      : { turn: xAxisLabelRotation || 0, length: undefined };
  const tallest = AXIS_HEIGHT + Math.abs(Math.sin((turn * Math.PI) / 180)) * (length ?? Math.min(120, widest(xLabels)));
  const bottom = typeof bottom_margin === "number" ? bottom_margin : Math.round(tallest);
  // The first row's label extends above a row lower than it.
  const overhang = (LABEL_HEIGHT - (height - bottom) / Math.max(1, yLabels.length)) / 2;
  return { left, right: RIGHT, top: Math.max(0, Math.ceil(overhang)), bottom, turn, length };
}

/** Names that can't be whole are cut: flat in wide columns, else rotated. */
function fitColumns(
  names: readonly string[],
  { cellWidth, height }: { cellWidth: number; height: number },
): Pick<Layout, "turn" | "length"> {
  const turn = labelRotation(names, { width: cellWidth, height, isCut: false });
  if (turn !== 0 || widest(names) + 4 <= cellWidth || areNumbers(names)) return { turn };
  const isShort = widest(names) <= SHORT_NAME;
  if (isShort) return { turn };
  return areReadable(names, cellWidth)
    ? { turn: 0, length: cellWidth - 6 }
    : { turn: 45, length: rotatedLength(names, height) };
}

interface DrawnBoard {
  option: Record<string, unknown>;
  bitmap?: BitmapLayer;
  isCramped: boolean;
  skipsNames: boolean;
}

export function optionOf(board: Board): DrawnBoard {
  const { grid, formData, theme, xLabels, yLabels, isBare } = board;
  const layout = layoutOf(board);
  const cellWidth = (board.width - layout.left - layout.right) / Math.max(1, grid.xs.length);
  const cellHeight = (board.height - layout.top - layout.bottom) / Math.max(1, grid.ys.length);
  const widestValue = formData.show_values ? widest(grid.cells.map((cell) => board.format(cell.value))) : 0;
  const hasValues = widestValue > 0 && widestValue + 4 <= cellWidth && cellHeight >= CELL_LABEL_HEIGHT;
  const isRising = grid.ys.length > 0 && grid.ys.every((value) => value === null || typeof value === "number");
  const axis = {
    type: "category",
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
  };
  const label = {
    show: !isBare,
    color: theme.textTertiary,
    fontSize: 11,
    fontFamily: theme.fontFamily,
    margin: LABEL_GAP,
  };
  const { turn: rotate, length: _, ...sides } = layout;
  const columnStep = skip(formData.xscale_interval, columnLabelWidth(layout, xLabels), cellWidth);
  const rowStep = skip(formData.yscale_interval, LABEL_HEIGHT, cellHeight);
  const drawn = { ...board, hasValues };
  const place = { layout, cellWidth, cellHeight, isRising };
  const isSheet = grid.cells.length > SVG_MARKS && !hasValues && !formData.border_width;
  const bitmap = isSheet ? bitmapOf(drawn, place) : undefined;
  const option = {
    grid: { ...sides, containLabel: false },
    xAxis: {
      ...axis,
      data: xLabels,
      axisLabel: { ...label, rotate, interval: columnStep, ...cutColumns(layout, cellWidth) },
    },
    yAxis: {
      ...axis,
      data: yLabels,
      inverse: !isRising,
      axisLabel: {
        ...label,
        lineHeight: LABEL_HEIGHT,
        formatter: (name: string) =>
          nameLines(name, { width: layout.left - LABEL_GAP - 2, band: cellHeight, size: 11 }),
        interval: rowStep,
      },
    },
    series: [bitmap ? bitmapSeries(bitmap, board) : cellSeries(drawn)],
  };
  return {
    option,
    ...(bitmap ? { bitmap } : {}),
    isCramped: widestValue > 0 && !hasValues,
    skipsNames: skipsNames(board, columnStep, rowStep),
  };
}

function skipsNames({ isBare, xLabels, yLabels }: Board, columnStep: number, rowStep: number): boolean {
  const isMissed = (names: readonly string[], step: number) => step > 0 && !areNumbers(names);
  return !isBare && (isMissed(xLabels, columnStep) || isMissed(yLabels, rowStep));
}

function columnLabelWidth({ turn, length }: Layout, names: readonly string[]): number {
  if (turn === 0) return Math.min(widest(names) * 1.04 + FLAT_GAP, length ?? Number.POSITIVE_INFINITY);
  return Math.abs(turn) === 90 ? UPRIGHT_LABEL_GAP : ROTATED_LABEL_GAP;
}

function cutColumns({ turn, length, left }: Layout, cellWidth: number): Record<string, unknown> {
  if (length === undefined) return {};
  if (turn === 0) return { width: length, overflow: "truncate" };
  const at = (index: number) => left + (index + 0.5) * cellWidth;
  return { formatter: (name: string, index: number) => cutRotated(name, { length, at: at(index) }) };
}

function cellSeries(board: Board) {
  const { cells } = board.grid;
  return {
    type: "custom",
    progressive: 0,
    encode: { x: 0, y: 1 },
    data: cells.map((cell) => [cell.x, cell.y, cell.value]),
    renderItem: ({ dataIndex }: { dataIndex: number }, api: CustomApi) => cellShape(cells[dataIndex], board, api),
  };
}

function skip(chosen: number | null | undefined, needed: number, room: number): number {
  if (chosen && chosen > 0) return chosen - 1;
  return Math.max(0, Math.ceil(needed / Math.max(0.01, room)) - 1);
}

type Point = [number, number];

interface CustomApi {
  coord(point: Readonly<Point>): Point;
  size(span: Readonly<Point>): Point;
}

interface Place {
  layout: Layout;
  cellWidth: number;
  cellHeight: number;
  isRising: boolean;
}

function bitmapOf(board: Board, { layout, cellWidth, cellHeight, isRising }: Place): BitmapLayer & Cells {
  const { grid, theme } = board;
  const [columns, rows] = [grid.xs.length, grid.ys.length];
  const step: Point = [cellWidth, cellHeight];
  const rowAt = (y: number) => (isRising ? rows - 1 - y : y);
  const cellBox = ({ x, y }: HeatmapCell) =>
    boxOf([layout.left + (x + 0.5) * cellWidth, layout.top + (rowAt(y) + 0.5) * cellHeight], step, false);
  const indexes = new Map(grid.cells.map(({ x, y }, index) => [y * columns + x, index]));
  const cells: Cells = {
    size: grid.cells.length,
    colorOf: (index) => board.rgbOf(grid.cells[index] ?? NO_CELL),
    opacityOf: (index) => (board.isMuted(grid.cells[index] ?? NO_CELL) ? MUTED : 1),
    boxOf: (index) => cellBox(grid.cells[index] ?? NO_CELL),
  };
  return {
    ...cells,
    paint: (canvas, ratio) => paintCells(cells, canvas, ratio),
    area: { x: layout.left, y: layout.top, width: columns * cellWidth, height: rows * cellHeight },
    at: (x, y) => {
      const [column, row] = [Math.floor((x - layout.left) / cellWidth), Math.floor((y - layout.top) / cellHeight)];
      if (column < 0 || column >= columns || row < 0 || row >= rows) return -1;
      return indexes.get(rowAt(row) * columns + column) ?? -1;
    },
    ...(Math.min(...step) < MIN_GAP_CELL ? {} : { outline: theme.text }),
  };
}

const NO_CELL: HeatmapCell = { x: 0, y: 0, value: 0, rank: null, share: null };

function boxOf([middleX, middleY]: Point, [stepX, stepY]: Point, hasBorder: boolean): Box {
  const [left, top] = [Math.round(middleX - stepX / 2), Math.round(middleY - stepY / 2)];
  const [right, bottom] = [Math.round(middleX + stepX / 2), Math.round(middleY + stepY / 2)];
  const gap = hasBorder || Math.min(stepX, stepY) < MIN_GAP_CELL ? 0 : 1;
  return { x: left, y: top, width: Math.max(1, right - left - gap), height: Math.max(1, bottom - top - gap) };
}

export function cellShape(cell: HeatmapCell | undefined, board: Board, api: CustomApi) {
  if (!cell) return null;
  const { formData, theme } = board;
  const step = api.size([1, 1]);
  const border = formData.border_width ?? 0;
  const isTiny = Math.min(...step) < MIN_GAP_CELL;
  const color = board.colorOf(cell);
  // Pale cells would be invisible among muted ones.
  const isRinged = !isTiny && board.isSelected(cell);
  return {
    type: "rect",
    z2: isRinged ? 1 : 0,
    shape: boxOf(api.coord([cell.x, cell.y]), step, border > 0),
    style: {
      fill: color,
      opacity: board.isMuted(cell) ? MUTED : 1,
      ...(border > 0 ? { stroke: cssColor(formData.border_color), lineWidth: border } : {}),
      ...(isRinged ? { stroke: theme.text, lineWidth: Math.max(1.5, border) } : {}),
    },
    ...(isTiny ? {} : { emphasis: { style: { stroke: theme.text, lineWidth: 1.5 } } }),
    ...(board.hasValues
      ? {
          textConfig: { position: "inside" },
          textContent: {
            type: "text",
            style: { text: board.format(cell.value), fill: textOn(color), fontSize: 11, fontFamily: theme.fontFamily },
          },
        }
      : {}),
  };
}

function cssColor(color: HeatmapForm["border_color"]): string {
  return color ? `rgba(${color.r},${color.g},${color.b},${color.a ?? 1})` : "#000000";
}
