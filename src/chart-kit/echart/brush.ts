import type { RefObject } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import type { ChartHost } from "./echart-host.ts";
import type { Brush, BrushBox, EChartSpec, Hit } from "./echart-spec.ts";

export interface BrushLayerProps extends Pick<RendererProps, "onBrush"> {
  brush: Brush;
  picture: EChartSpec;
  width: number;
  height: number;
  onSelect: NonNullable<RendererProps["onSelect"]>;
  host: RefObject<ChartHost | null>;
  element: RefObject<HTMLDivElement | null>;
  /** The mark that the keyboard is at. */
  walked: Hit | null;
}

interface Place {
  x: number;
  y: number;
}

/** Pixels of the chart's element. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A range that is being selected. */
export interface PendingBand extends Rectangle {
  label: string | undefined;
  isStepped?: boolean;
}

export function plotArea(
  { option }: Pick<EChartSpec, "option">,
  { width, height }: { width: number; height: number },
  isMirrored: boolean,
): Rectangle {
  const { left = 0, right = 0, top = 0, bottom = 0 } = (option.grid ?? {}) as Partial<Rectangle>;
  const [start, end] = isMirrored ? [right, left] : [left, right];
  return { left: start, top, right: width - end, bottom: height - bottom };
}

export const isInside = ({ x, y }: Place, area: Rectangle) =>
  x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;

/** The rectangle between two places, as long as the plot area along axes that aren't selected. */
export function bandBetween(a: Place, b: Place, { axes, area }: { axes: Brush["axes"]; area: Rectangle }): Rectangle {
  const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const [left, right] = axes === "y" ? [area.left, area.right] : [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = axes === "x" ? [area.top, area.bottom] : [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return {
    left: within(left, area.left, area.right),
    right: within(right, area.left, area.right),
    top: within(top, area.top, area.bottom),
    bottom: within(bottom, area.top, area.bottom),
  };
}

type Values = readonly [number, number];

export function boxBetween(a: Values, b: Values, axes: Brush["axes"]): BrushBox {
  const along = (at: 0 | 1): Values => [Math.min(a[at], b[at]), Math.max(a[at], b[at])];
  return { ...(axes === "y" ? {} : { x: along(0) }), ...(axes === "x" ? {} : { y: along(1) }) };
}

/** Pixels below which a drag is a click. */
export const MIN_DRAG = 5;

export const isDrag = (a: Place, b: Place, axes: Brush["axes"]) =>
  (axes !== "y" && Math.abs(a.x - b.x) >= MIN_DRAG) || (axes !== "x" && Math.abs(a.y - b.y) >= MIN_DRAG);

/** Where a box of axis values is in the chart. */
export function bandOf(
  host: ChartHost,
  { brush, picture, width, height }: Pick<BrushLayerProps, "brush" | "picture" | "width" | "height">,
  { x, y }: BrushBox,
): Rectangle | null {
  if (!x && !y) return null;
  const area = plotArea(picture, { width, height }, host.isMirrored);
  const middle = host.valuesAt({ x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 });
  const corner = (at: 0 | 1) => middle && host.placeAt([x?.[at] ?? middle[0], y?.[at] ?? middle[1]]);
  const [a, b] = [corner(0), corner(1)];
  return a && b ? bandBetween(a, b, { axes: brush.axes, area }) : null;
}
