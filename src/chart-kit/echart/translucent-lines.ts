import { rgbAt } from "../colors/shade.ts";
import type { Box } from "./bitmap-layer.ts";

/** Points in chart pixels; null = gap. */
export interface TranslucentLine {
  points: readonly (readonly [x: number, y: number] | null)[];
  opacity: number;
}

interface Ink {
  color: string;
  area: Box;
  ratio: number;
}

interface OpacityGrid {
  alpha: Float32Array;
  width: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Paints many overlapping lines of one color. Stroking hundreds of lines on a canvas takes 0.5 s without a graphics
 * card, so this writes pixels directly, antialiased between the two nearest.
 */
export function paintLines(
  lines: readonly TranslucentLine[],
  { color, area, ratio }: Ink,
  canvas: HTMLCanvasElement,
): void {
  const context = canvas.getContext("2d");
  const image = context?.createImageData(canvas.width, canvas.height);
  if (!context || !image) return;
  const alpha = opacities(lines, area, { width: canvas.width, height: canvas.height, ratio });
  const [red, green, blue] = rgbAt([color], 0);
  for (let at = 0; at < alpha.length; at++) {
    const opacity = alpha[at] ?? 0;
    if (opacity > 0) image.data.set([red, green, blue, Math.round(255 * opacity)], 4 * at);
  }
  context.putImageData(image, 0, 0);
}

export function opacities(
  lines: readonly TranslucentLine[],
  area: Box,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): Float32Array {
  const within = (value: number, end: number) => Math.min(end, Math.max(0, Math.round(value * ratio)));
  const ground: OpacityGrid = {
    alpha: new Float32Array(width * height),
    width,
    left: within(area.x, width),
    right: within(area.x + area.width, width),
    top: within(area.y, height),
    bottom: within(area.y + area.height, height),
  };
  for (const { points, opacity } of lines) {
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1], points[i]];
      if (from && to) segment(ground, [from[0] * ratio, from[1] * ratio, to[0] * ratio, to[1] * ratio], opacity);
    }
  }
  return ground.alpha;
}

function segment(
  ground: OpacityGrid,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  opacity: number,
): void {
  const { alpha, width, left, right, top, bottom } = ground;
  const add = (x: number, y: number, share: number) => {
    if (x < left || x >= right || y < top || y >= bottom) return;
    const at = y * width + x;
    const before = alpha[at] ?? 0;
    alpha[at] = before + (1 - before) * share;
  };
  const isSteep = Math.abs(y2 - y1) > Math.abs(x2 - x1);
  const [a1, b1, a2, b2] = isSteep ? [y1, x1, y2, x2] : [x1, y1, x2, y2];
  const [start, end] = [Math.min(a1, a2), Math.max(a1, a2)];
  const slope = end > start ? (b2 - b1) / (a2 - a1) : 0;
  const [first, last] = isSteep ? [top, bottom] : [left, right];
  for (let a = Math.max(first, Math.round(start)); a < Math.min(last, Math.max(start + 1, end)); a++) {
    const b = b1 + (a + 0.5 - a1) * slope - 0.5;
    const low = Math.floor(b);
    const part = b - low;
    if (isSteep) {
      add(low, a, opacity * (1 - part));
      add(low + 1, a, opacity * part);
    } else {
      add(a, low, opacity * (1 - part));
      add(a, low + 1, opacity * part);
    }
  }
}
