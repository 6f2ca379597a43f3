import type { Rgb } from "../colors/shade.ts";
import type { Hit } from "./echart-spec.ts";

/**
 * Many marks painted as one image. Tens of thousands of ECharts elements take a second; this takes tens of
 * milliseconds, looks the same and supports hit testing. Coordinates are chart pixels.
 */
export interface BitmapLayer {
  area: Box;
  size: number;
  draw?(context: CanvasRenderingContext2D): void;
  paint?(canvas: HTMLCanvasElement, ratio: number): void;
  at(x: number, y: number): number;
  boxOf(index: number): Box;
  outline?: string;
  form?: { type: "circle" | "sector"; shapeOf(index: number): object };
}

export interface Cells {
  size: number;
  colorOf(index: number): Rgb;
  opacityOf(index: number): number;
  boxOf(index: number): Box;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const OUTLINE = "outline";

export function bitmapSeries(
  bitmap: BitmapLayer,
  { width, height }: { width: number; height: number },
  texts: readonly object[] = [],
): object {
  let image: HTMLCanvasElement | undefined;
  const marks = bitmap.draw && { draw: bitmap.draw };
  return {
    type: "custom",
    coordinateSystem: "none",
    data: [0],
    renderItem: () => {
      const form = bitmap.form?.type ?? "rect";
      if (!marks) image ??= rasterize(bitmap, { width, height });
      const whole = marks
        ? { type: "marks", silent: true, shape: { marks } }
        : { type: "image", silent: true, style: { image, x: 0, y: 0, width, height } };
      const ground = { type: "rect", invisible: true, shape: { ...bitmap.area }, style: { fill: "#000000" } };
      const style = { fill: "none", stroke: bitmap.outline, lineWidth: 1.5 };
      const outline = { type: form, name: OUTLINE, silent: true, invisible: true, shape: {}, style };
      return { type: "group", children: [whole, ...texts, ground, outline] };
    },
  };
}

export function rasterize(
  bitmap: Pick<BitmapLayer, "paint">,
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  bitmap.paint?.(canvas, ratio);
  return canvas;
}

/** Writes pixels directly: fastest for boxes that don't overlap. */
export function paintCells(cells: Cells, canvas: HTMLCanvasElement, ratio: number): void {
  const context = canvas.getContext("2d");
  const image = context?.createImageData(canvas.width, canvas.height);
  if (!context || !image) return;
  const pixels = new DataView(image.data.buffer);
  for (let index = 0; index < cells.size; index++) {
    const { x, y, width: across, height: down } = cells.boxOf(index);
    const [red, green, blue] = cells.colorOf(index);
    const color = ((red << 24) | (green << 16) | (blue << 8) | Math.round(255 * cells.opacityOf(index))) >>> 0;
    const within = (at: number, end: number) => Math.min(end, Math.max(0, Math.round(at * ratio)));
    const [left, right] = [within(x, canvas.width), within(x + across, canvas.width)];
    const [top, bottom] = [within(y, canvas.height), within(y + down, canvas.height)];
    for (let row = top; row < bottom; row++) {
      for (let at = row * canvas.width + left; at < row * canvas.width + right; at++) pixels.setUint32(4 * at, color);
    }
  }
  context.putImageData(image, 0, 0);
}

export interface HoveredElement {
  parent?: HoveredElement | null;
  childOfName?(name: string): HoveredElement | undefined;
  attr?(changed: object): void;
}

export class BitmapPointer {
  #found: Hit | undefined;
  #outline: HoveredElement | undefined;

  hitOf(hit: Hit, shown: readonly VisibleBitmap[], place?: { x: number; y: number }): Hit {
    if (shown.length === 0) return hit;
    const found = place ? markAt(shown, place) : this.#found;
    return found ?? { ...hit, dataIndex: -1 };
  }

  moveTo(place: { x: number; y: number }, element: HoveredElement | undefined, shown: readonly VisibleBitmap[]): void {
    this.pointAt(markAt(shown, place), element, shown);
  }

  pointAt(found: Hit | undefined, element: HoveredElement | undefined, shown: readonly VisibleBitmap[]): void {
    this.#found = found;
    const bitmap = shown.find((one) => one.seriesIndex === found?.seriesIndex)?.bitmap;
    const outline = element?.parent?.childOfName?.(OUTLINE);
    if (outline !== this.#outline) this.#outline?.attr?.({ invisible: true });
    this.#outline = outline;
    const shape =
      found && bitmap?.outline ? (bitmap.form?.shapeOf(found.dataIndex) ?? bitmap.boxOf(found.dataIndex)) : {};
    outline?.attr?.({ invisible: !found || !bitmap?.outline, shape });
  }

  leave(): void {
    this.#outline?.attr?.({ invisible: true });
    this.#outline = undefined;
  }
}

export interface VisibleBitmap {
  seriesIndex: number;
  bitmap: BitmapLayer;
}

function markAt(shown: readonly VisibleBitmap[], { x, y }: { x: number; y: number }): Hit | undefined {
  for (const { seriesIndex, bitmap } of [...shown].reverse()) {
    const dataIndex = bitmap.at(x, y);
    if (dataIndex >= 0) return { seriesIndex, dataIndex };
  }
  return undefined;
}

export function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
