import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { type BitmapLayer, type Box, bitmapSeries } from "./bitmap-layer.ts";
import { MANY_MARKS } from "./echart-spec.ts";
import { type Shape, type ShapesLook, shapesSeries, textElement } from "./shapes.ts";

const LAYERS = 12;

interface Layer {
  name?: string;
  shapes: readonly Shape[];
  texts?: readonly object[];
}

interface ManyShapesOptions extends Omit<ShapesLook, "name"> {
  width: number;
  height: number;
}

interface DrawnLayers {
  series: Record<string, unknown>[];
  bitmaps?: readonly BitmapLayer[];
}

export function drawnLayers(layers: readonly Layer[], options: ManyShapesOptions): DrawnLayers {
  if (!hasManyShapes(layers))
    return { series: layers.map(({ name, shapes }) => shapesSeries(shapes, { ...options, name })) };
  const bitmaps = layers.map(({ shapes }) => bitmapOf(shapes, options));
  return { series: layers.map((layer, i) => layerSeries(layer, bitmaps[i] as BitmapLayer, options)), bitmaps };
}

export function drawnShapes(
  shapes: readonly Shape[],
  { name, ...options }: ManyShapesOptions & { name?: string },
): { series: Record<string, unknown>; bitmaps?: readonly BitmapLayer[] } {
  const { series, bitmaps } = drawnLayers([{ shapes, ...(name ? { name } : {}) }], options);
  return { series: series[0] ?? {}, ...(bitmaps ? { bitmaps } : {}) };
}

export function hasManyShapes(layers: readonly Layer[]): boolean {
  const count = layers.reduce((sum, { shapes }) => sum + shapes.length, 0);
  if (count <= MANY_MARKS || layers.length > LAYERS) return false;
  const first = layers.find(({ shapes }) => shapes.length > 0)?.shapes[0]?.type;
  return (
    first !== undefined && first in CONTAINS && layers.every(({ shapes }) => shapes.every(({ type }) => type === first))
  );
}

function layerSeries({ name, shapes, texts = [] }: Layer, bitmap: BitmapLayer, options: ManyShapesOptions) {
  const { theme, isClickable = false } = options;
  const own: object[] = [];
  for (const shape of shapes) for (const text of shape.texts ?? []) own.push(textElement(text, theme));
  return {
    ...bitmapSeries(bitmap, options, [...own, ...texts]),
    ...(name ? { name } : {}),
    cursor: isClickable ? "pointer" : "default",
  };
}

function bitmapOf(
  shapes: readonly Shape[],
  { theme, width, height }: { theme: ChartTheme; width: number; height: number },
): BitmapLayer {
  const type = shapes[0]?.type ?? "rect";
  const contains = CONTAINS[type] ?? NOWHERE;
  const boxOf = (index: number) => boxOfShape(shapes[index]);
  return {
    area: { x: 0, y: 0, width, height },
    size: shapes.length,
    draw: (context) => draw(shapes, context),
    at: (x, y) => shapes.findLastIndex(({ shape }) => contains(shape as Numbers, x, y)),
    boxOf,
    outline: theme.text,
    ...(type === "circle" || type === "sector"
      ? { form: { type, shapeOf: (index: number) => shapes[index]?.shape ?? {} } }
      : {}),
  };
}

type Numbers = Readonly<Record<string, number>>;

const NOWHERE = () => false;
const TURN = 2 * Math.PI;

const CONTAINS: Partial<Record<Shape["type"], (shape: Numbers, x: number, y: number) => boolean>> = {
  rect: ({ x: left = 0, y: top = 0, width = 0, height = 0 }, x, y) =>
    x >= left && x <= left + width && y >= top && y <= top + height,
  circle: ({ cx = 0, cy = 0, r = 0 }, x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= r * r,
  sector: ({ cx = 0, cy = 0, r0 = 0, r = 0, startAngle = 0, endAngle = 0 }, x, y) => {
    const distance = Math.hypot(x - cx, y - cy);
    if (distance < r0 || distance > r) return false;
    const turned = (((Math.atan2(y - cy, x - cx) - startAngle) % TURN) + TURN) % TURN;
    return turned <= endAngle - startAngle;
  },
};

function boxOfShape({ type, shape }: Shape = { type: "rect", shape: {}, fill: "" }): Box {
  const { x = 0, y = 0, width = 0, height = 0, cx = 0, cy = 0, r0 = 0, r = 0, ...more } = shape as Numbers;
  if (type === "circle") return { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r };
  if (type !== "sector") return { x, y, width, height };
  const angle = ((more.startAngle ?? 0) + (more.endAngle ?? 0)) / 2;
  const middle = (r0 + r) / 2;
  return { x: cx + middle * Math.cos(angle), y: cy + middle * Math.sin(angle), width: 0, height: 0 };
}

function draw(shapes: readonly Shape[], context: CanvasRenderingContext2D): void {
  let [fill, opacity] = ["", Number.NaN];
  for (const shape of shapes[0]?.type === "sector" ? mergeSlivers(shapes) : shapes) {
    // Setting an unchanged style costs as much as drawing.
    if (fill !== shape.fill) context.fillStyle = fill = shape.fill;
    if (opacity !== (shape.opacity ?? 1)) context.globalAlpha = opacity = shape.opacity ?? 1;
    drawForm(shape, context);
  }
}

function drawForm(shape: Shape, context: CanvasRenderingContext2D): void {
  const line = shape.lineWidth === 0 ? undefined : shape.stroke;
  if (shape.type === "rect" && !line && !shape.shape.r) {
    const { x = 0, y = 0, width = 0, height = 0 } = shape.shape as Numbers;
    context.fillRect(x, y, width, height);
    return;
  }
  context.beginPath();
  trace(context, shape);
  context.fill();
  if (!line) return;
  context.strokeStyle = line;
  context.lineWidth = shape.lineWidth ?? 1;
  context.stroke();
}

export const SLIVER = 0.5;

const arcOf = ({ r = 0, startAngle = 0, endAngle = 0 }: Numbers) => (endAngle - startAngle) * r;

function isSliver({ type, shape }: Shape): boolean {
  return type === "sector" && arcOf(shape as Numbers) < SLIVER;
}

function mergeSlivers(sectors: readonly Shape[]): Shape[] {
  const all: Shape[] = [];
  for (const sector of sectors) {
    const last = all.at(-1);
    const isNext =
      last && isSliver(last) && isSliver(sector) && isBeside(last.shape as Numbers, sector.shape as Numbers);
    if (!isNext) all.push(sector);
    else all[all.length - 1] = { ...last, shape: { ...last.shape, endAngle: sector.shape.endAngle } };
  }
  return all;
}

const isBeside = (one: Numbers, next: Numbers) =>
  one.r0 === next.r0 && one.r === next.r && Math.abs((one.endAngle ?? 0) - (next.startAngle ?? 0)) < 1e-9;

function trace(context: CanvasRenderingContext2D, { type, shape }: Shape): void {
  const { x = 0, y = 0, width = 0, height = 0, cx = 0, cy = 0, r0 = 0, r = 0, ...more } = shape as Numbers;
  if (type === "circle") context.arc(cx, cy, r, 0, TURN);
  else if (type === "sector") {
    const { startAngle = 0, endAngle = 0 } = more;
    context.arc(cx, cy, r, startAngle, endAngle);
    context.arc(cx, cy, r0, endAngle, startAngle, true);
    context.closePath();
  } else if (r > 0) context.roundRect(x, y, width, height, r);
  else context.rect(x, y, width, height);
}
