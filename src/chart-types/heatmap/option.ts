import { textOn } from "../../chart-kit/colors/shade.ts";
import { widest } from "../../chart-kit/text-width.ts";
import type { ChartTheme } from "../chart-type.ts";
import type { HeatmapCell, HeatmapGrid } from "./cells.ts";
import type { HeatmapFormData } from "./form-data.ts";

export interface Layout {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Board {
  grid: HeatmapGrid;
  xLabels: readonly string[];
  yLabels: readonly string[];
  formData: HeatmapFormData;
  theme: ChartTheme;
  width: number;
  height: number;
  /** Too small for labels. */
  isBare: boolean;
  colorOf(cell: HeatmapCell): string;
  format(value: number): string;
  isMuted(cell: HeatmapCell): boolean;
  /** Values are written when the widest fits its cell: all of them or none. */
  hasValues?: boolean;
}

const LABEL_GAP = 8;
const AXIS_HEIGHT = 20;
const CELL_LABEL_HEIGHT = 15;
/** Cells smaller than this, pixels, have no room for gaps between them nor for an outline. */
const TINY = 4;

/** Room for the labels, by their text; at most two fifths of the width. */
export function layoutOf({
  formData,
  xLabels,
  yLabels,
  width,
  isBare,
}: Omit<Board, "colorOf" | "format" | "isMuted">): Layout {
  if (isBare) return { left: 0, right: 0, top: 0, bottom: 0 };
  const rotated = ((formData.xAxisLabelRotation ?? 0) * Math.PI) / 180;
  const tallest = AXIS_HEIGHT + Math.abs(Math.sin(rotated)) * Math.min(120, widest(xLabels));
  const left = Math.min(width * 0.4, widest(yLabels) + LABEL_GAP + 4);
  return {
    left: typeof formData.left_margin === "number" ? formData.left_margin : Math.round(left),
    right: 4,
    top: 0,
    bottom: typeof formData.bottom_margin === "number" ? formData.bottom_margin : Math.round(tallest),
  };
}

export function optionOf(board: Board): Record<string, unknown> {
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
  const rotate = formData.xAxisLabelRotation ?? 0;
  const labelWidth = rotate === 0 ? widest(xLabels) + 10 : 16;
  return {
    grid: { ...layout, containLabel: false },
    xAxis: {
      ...axis,
      data: xLabels,
      axisLabel: { ...label, rotate, interval: skip(formData.xscale_interval, labelWidth, cellWidth) },
    },
    yAxis: {
      ...axis,
      data: yLabels,
      inverse: !isRising,
      axisLabel: {
        ...label,
        width: layout.left - LABEL_GAP,
        overflow: "truncate",
        interval: skip(formData.yscale_interval, 13, cellHeight),
      },
    },
    series: [
      {
        type: "custom",
        progressive: 0,
        encode: { x: 0, y: 1 },
        data: grid.cells.map((cell) => [cell.x, cell.y, cell.value]),
        renderItem: (params: { dataIndex: number }, api: CustomApi) =>
          cellShape(grid.cells[params.dataIndex], { ...board, hasValues }, api),
      },
    ],
  };
}

/** How many labels to leave out after each: as the author says, else until they fit. */
function skip(chosen: number | null | undefined, needed: number, room: number): number {
  if (chosen && chosen > 0) return chosen - 1;
  return Math.max(0, Math.ceil(needed / Math.max(0.01, room)) - 1);
}

interface CustomApi {
  coord(point: readonly [number, number]): [number, number];
  size(span: readonly [number, number]): [number, number];
}

/** A cell and its value where it fits. Gaps are the ground showing through, edges on whole pixels. */
export function cellShape(cell: HeatmapCell | undefined, board: Board, api: CustomApi) {
  if (!cell) return null;
  const { formData, theme } = board;
  const [middleX, middleY] = api.coord([cell.x, cell.y]);
  const [stepX, stepY] = api.size([1, 1]);
  const [left, top] = [Math.round(middleX - stepX / 2), Math.round(middleY - stepY / 2)];
  const [right, bottom] = [Math.round(middleX + stepX / 2), Math.round(middleY + stepY / 2)];
  const border = formData.border_width ?? 0;
  const isTiny = Math.min(stepX, stepY) < TINY;
  const gap = border > 0 || isTiny ? 0 : 1;
  const [width, height] = [Math.max(1, right - left - gap), Math.max(1, bottom - top - gap)];
  const color = board.colorOf(cell);
  return {
    type: "rect",
    shape: { x: left, y: top, width, height },
    style: {
      fill: color,
      opacity: board.isMuted(cell) ? 0.25 : 1,
      ...(border > 0 ? { stroke: cssColor(formData.border_color), lineWidth: border } : {}),
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

function cssColor(color: HeatmapFormData["border_color"]): string {
  return color ? `rgba(${color.r},${color.g},${color.b},${color.a ?? 1})` : "#000000";
}
