import type { Selection } from "../../chart-seam/chart-type.ts";
import type { BrushDimension } from "../../model/brush.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { BitmapLayer } from "./bitmap-layer.ts";

/**
 * Input of `EChart`: an ECharts option and the meaning of its marks. Pure data and functions, so transforms can be
 * tested without a DOM. `seriesIndex` and `dataIndex` are positions in `option.series[].data`.
 */
export interface EChartSpec {
  option: Readonly<Record<string, unknown>>;
  summary: string;
  /** Number of marks. Above 2,000 (800 with bitmaps), and for `large` series, the chart uses a canvas. */
  size: number;
  /** Prefers a canvas even for few marks: large translucent ones are faster there. */
  isVeiled?: boolean;
  tooltip?(hits: readonly Hit[]): TooltipContent | null;
  /** Tooltip position for keyboard navigation, in pixels, for series without one in ECharts. */
  placeOf?(hit: Hit): { x: number; y: number } | undefined;
  /** Called with the names hidden in the legend before drawing: labels of the others depend on it. */
  hide?(names: ReadonlySet<string>): void;
  mark?(hit: Hit): Mark | null;
  walk?: readonly Walk[];
  /** Set when the first series are `bitmapSeries` of these; hits then carry mark positions. */
  bitmaps?: readonly BitmapLayer[];
  /** x of the center of a chart of sectors: from right to left it stays clockwise. */
  roundAt?: number;
  zoom?: Zoom;
  brush?: Brush;
}

/** Dragging across the plot area selects a range. Positions are values of the axes. */
export interface Brush {
  axes: "x" | "y" | "xy";
  select(box: BrushBox): Selection | null;
  /** Where a selection is on the axes. */
  boxOf?(selection: Selection): BrushBox | undefined;
  /** The selected range. */
  shown?: BrushBox | undefined;
  /** Positions that arrow keys step through, ascending. */
  stops: { x?: readonly number[]; y?: readonly number[] };
  /** Of the ranges that `select` returns; empty if they can't be listed. */
  dimensions(): readonly BrushDimension[];
}

export interface BrushBox {
  x?: readonly [number, number];
  y?: readonly [number, number];
}

export interface Walk {
  seriesIndex: number;
  length: number;
  dataType?: "edge";
}

export interface Hit {
  seriesIndex: number;
  /** -1 = the whole series, such as a click on a line between points. */
  dataIndex: number;
  dataType?: "edge";
  /** In a tooltip of several series: the one under the pointer. */
  isHovered?: boolean;
}

export interface Mark {
  /** Screen reader text, such as `Construction, Mar 2005: 961,000`. */
  text: string;
  selection: Selection | null;
  isSelected: boolean;
}

export interface TooltipContent {
  title?: string;
  rows: readonly TooltipRow[];
  total?: { label: string; value: string };
  note?: string;
}

export interface TooltipRow {
  color?: string;
  label: string;
  value: string;
  share?: string;
  isFocus?: boolean;
}

export const TOOLTIP_ROWS = 16;
export const SVG_MARKS = 2000;
export const MANY_MARKS = 800;

/** Dimension values down to a branch; empty = everything. */
export type ZoomPath = readonly DataValue[];

/**
 * Zooming into a tree chart. A click zooms where it doesn't filter; the mark's menu and the + and - keys always do. The
 * trail above the chart leads back.
 */
export interface Zoom {
  trail: readonly string[];
  /** Path to the mark's parts or, for a leaf, to its siblings. null = already shown. */
  into(hit: Hit): ZoomPath | null;
  to(path: ZoomPath): EChartSpec;
}
