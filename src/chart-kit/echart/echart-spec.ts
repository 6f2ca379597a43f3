import type { Selection } from "../../chart-seam/chart-type.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { BitmapLayer } from "./bitmap-layer.ts";

/**
 * What `EChart` draws: an ECharts option and the meaning of its marks. Pure data and functions, so that transforms
 * are tested without a DOM. `seriesIndex` and `dataIndex` are positions in `option.series[].data`.
 */
export interface EChartSpec {
  option: Readonly<Record<string, unknown>>;
  /** One sentence for screen readers. */
  summary: string;
  /** Number of marks: above 2,000, or 800 on bitmaps, the chart is drawn on a canvas, as are `large` series. */
  size: number;
  /** Set where fewer marks are quicker on a canvas, too: wide ones that are seen through each other. */
  isVeiled?: boolean;
  /** What the tooltip says about the marks under the pointer; null: no tooltip. */
  tooltip?(hits: readonly Hit[]): TooltipContent | null;
  /** Where the tooltip of a mark that the keys reach stands, pixels; for series of which ECharts does not know it. */
  placeOf?(hit: Hit): { x: number; y: number } | undefined;
  /** Told the names that are switched off in the legend before they are drawn: what is written on the others depends on it. */
  hide?(names: ReadonlySet<string>): void;
  /** What a mark is; null for gaps, and for series that are only decoration. */
  mark?(hit: Hit): Mark | null;
  /** Series that the arrow keys walk, in order, with their number of points. */
  walk?: readonly Walk[];
  /** Set when the first series are the `sheetSeries` of these: hits have the positions of their marks. */
  bitmaps?: readonly BitmapLayer[];
  /** Set where a mark can become the whole: `ZoomChart` draws it. */
  zoom?: Zoom;
}

export interface Walk {
  seriesIndex: number;
  length: number;
  dataType?: "edge";
}

export interface Hit {
  seriesIndex: number;
  /** -1: the series as a whole, as when a line is clicked between its points. */
  dataIndex: number;
  /** Said of links between nodes, which have their own count. */
  dataType?: "edge";
}

export interface Mark {
  /** Said to screen readers, e.g. `Construction, Mar 2005: 961,000`. */
  text: string;
  /** What a click filters by; null when the chart cannot filter by it. */
  selection: Selection | null;
  /** True when a click clears the selection instead. */
  isSelected: boolean;
}

export interface TooltipContent {
  title?: string;
  rows: readonly TooltipRow[];
  total?: { label: string; value: string };
  /** E.g. `+ 8 more`. */
  note?: string;
}

export interface TooltipRow {
  color?: string;
  label: string;
  value: string;
  /** A share beside the value, e.g. `12.5 %`. */
  share?: string;
  isFocus?: boolean;
}

/** Most rows a tooltip lists. */
export const TOOLTIP_ROWS = 16;
/** Marks above which a chart is drawn on a canvas instead of as SVG. */
export const SVG_MARKS = 2000;
/** Marks above which they are drawn as one, where that looks the same. */
export const MANY_MARKS = 800;

/** Values of the dimensions down to a branch; of none, to everything. */
export type ZoomPath = readonly DataValue[];

/**
 * How a picture of a tree becomes one of a branch and its parts. A click on a mark zooms where it filters nothing else;
 * everywhere the menu of a mark and the keys + and - do, and the trail above the chart leads back.
 */
export interface Zoom {
  /** Names down to what is shown; empty: everything is. */
  trail: readonly string[];
  /** Where the mark leads: its own parts, or, of a mark that has none, those it is among. null: they are shown already. */
  into(hit: Hit): ZoomPath | null;
  /** The picture of the branch there, or of the nearest one above it that there still is. */
  to(path: ZoomPath): EChartSpec;
}
