import type { ECharts } from "echarts/core";
import type { EChartSpec } from "./echart-spec.ts";

interface Place {
  x: number;
  y: number;
}

interface Surface {
  painter: {
    getWidth(): number;
    renderToVNode?(...args: unknown[]): SvgNode;
    _ensureLayer?(...args: unknown[]): { ctx?: CanvasRenderingContext2D };
  };
  handler: {
    proxy: { trigger(name: string, event: PointerAt): unknown };
    processGesture(event: PointerAt, stage: string): void;
    dispatchToElement(found: unknown, name: string, event: PointerAt): void;
  };
}

interface PointerAt {
  zrX: number;
  pinchX?: number;
}

export interface SvgNode {
  tag: string;
  key?: string;
  attrs?: Record<string, unknown>;
  children?: SvgNode[] | null;
  text?: string;
}

/**
 * Draws a chart from right to left. ECharts lays it out and finds marks from left to right; what it paints and where
 * the pointer is are mirrored on the way. Texts are moved, not mirrored.
 */
export class Mirror {
  readonly #surface: Surface;
  #isOn = false;
  #center: number | undefined;

  constructor(chart: ECharts) {
    this.#surface = chart.getZr() as unknown as Surface;
    this.#mirrorSvg();
    this.#mirrorCanvas();
    this.#mirrorPointer();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  optionOf(picture: EChartSpec, option: Readonly<Record<string, unknown>>): Record<string, unknown> {
    this.#isOn = !isMap(option);
    this.#center = this.#isOn ? picture.roundAt : undefined;
    return this.#isOn ? mirroredOption(option, picture.roundAt) : movedMap(option);
  }

  /** From a place in the layout to the place in the chart's element, or back. */
  shown({ x, y }: Place): Place {
    return { x: this.#isOn ? this.#surface.painter.getWidth() - x : x, y };
  }

  /** From the picture's pixels to the place in the layout, or back. */
  laidOut({ x, y }: Place): Place {
    return { x: this.#center === undefined ? x : 2 * this.#center - x, y };
  }

  #mirrorSvg(): void {
    const { painter } = this.#surface;
    const render = painter.renderToVNode;
    if (!render) return;
    painter.renderToVNode = (...args) => {
      const root = render.apply(painter, args);
      for (const node of root.children ?? []) {
        if (node.key !== "main") continue;
        if (this.#isOn) node.attrs = { ...node.attrs, transform: `matrix(-1 0 0 1 ${painter.getWidth()} 0)` };
        adjustTexts(node, this.#isOn);
      }
      return root;
    };
  }

  #mirrorCanvas(): void {
    const { painter } = this.#surface;
    const ensure = painter._ensureLayer;
    if (!ensure) return;
    const known = new WeakSet<CanvasRenderingContext2D>();
    painter._ensureLayer = (...args) => {
      const layer = ensure.apply(painter, args);
      if (layer.ctx && !known.has(layer.ctx)) {
        known.add(layer.ctx);
        mirrorContext(layer.ctx, () => this.#isOn);
      }
      return layer;
    };
  }

  #mirrorPointer(): void {
    const { handler, painter } = this.#surface;
    const { proxy } = handler;
    const { trigger } = proxy;
    const { processGesture, dispatchToElement } = handler;
    const known = new WeakSet<PointerAt>();
    /** One touch is several events. */
    const mirrorOnce = (event: PointerAt) => {
      if (!this.#isOn || known.has(event)) return;
      known.add(event);
      event.zrX = painter.getWidth() - event.zrX;
    };
    proxy.trigger = (...args) => {
      mirrorOnce(args[1]);
      return trigger.apply(proxy, args);
    };
    handler.processGesture = (...args) => {
      mirrorOnce(args[0]);
      processGesture.apply(handler, args);
    };
    handler.dispatchToElement = (...args) => {
      const [, name, event] = args;
      if (this.#isOn && name === "pinch") event.pinchX = painter.getWidth() - (event.pinchX ?? 0);
      dispatchToElement.apply(handler, args);
    };
  }
}

type Part = Readonly<Record<string, unknown>>;

/** `info` of elements that change sides with the chart. */
export const BESIDE_ROUND = "beside the round chart";

/** Round charts are only moved to the other side: mirrored here, they are as before after being painted mirrored. */
export function mirroredOption(option: Part, center?: number): Record<string, unknown> {
  const { series, radar, graphic, yAxis } = option;
  return {
    ...option,
    ...(series ? { series: listOf(series).map((one) => turnedSeries(one, center)) } : {}),
    ...(yAxis ? { yAxis: eachOf(yAxis, withTitleInside) } : {}),
    ...(radar ? { radar: eachOf(radar, (one) => turned(one, { startAngle: 90, clockwise: false })) } : {}),
    ...(graphic && center !== undefined ? { graphic: turnedGraphics(listOf(graphic), center) } : {}),
  };
}

function turnedGraphics(elements: readonly Part[], center: number): Part[] {
  const beside = elements.filter(({ info }) => info === BESIDE_ROUND);
  return [
    turnedGroup(
      elements.filter(({ info }) => info !== BESIDE_ROUND),
      center,
    ),
    ...beside,
  ];
}

const ROUND: Readonly<Record<string, { startAngle: number; endAngle?: number; clockwise: boolean }>> = {
  pie: { startAngle: 90, clockwise: true },
  chord: { startAngle: 90, clockwise: true },
  gauge: { startAngle: 225, endAngle: -45, clockwise: true },
};

export function isRound({ option, roundAt }: Pick<EChartSpec, "option" | "roundAt">): boolean {
  if (roundAt !== undefined || "radar" in option) return true;
  return listOf(option.series).some(({ type }) => String(type) in ROUND);
}

function movedMap(option: Part): Record<string, unknown> {
  const moved = (part: Part) => ({ ...part, left: part.right, right: part.left });
  const { geo, series } = option;
  return { ...option, ...(geo ? { geo: eachOf(geo, moved) } : {}), series: listOf(series).map(moved) };
}

const isMap = (option: Part): boolean => "geo" in option || listOf(option.series).some(({ type }) => type === "map");

/** A title that is turned the other way may touch the edge with its tallest letters. */
const withTitleInside = (axis: Part): Part =>
  axis.nameLocation === "middle" && typeof axis.nameGap === "number" ? { ...axis, nameGap: axis.nameGap - 2 } : axis;

type RenderItem = (...args: unknown[]) => object | null | undefined;

function turnedSeries(series: Part, center: number | undefined): Part {
  const round = ROUND[String(series.type)];
  if (round) return turned(series, round);
  const { renderItem } = series as { renderItem?: RenderItem };
  if (!renderItem || center === undefined) return series;
  return {
    ...series,
    renderItem: (...args: unknown[]) => {
      const element = renderItem(...args);
      return element && turnedGroup([element], center);
    },
  };
}

function turned(part: Part, defaults: { startAngle: number; endAngle?: number; clockwise: boolean }): Part {
  const { startAngle, endAngle, clockwise } = { ...defaults, ...part } as typeof defaults;
  return {
    ...part,
    clockwise: !clockwise,
    startAngle: 180 - startAngle,
    ...(typeof endAngle === "number" ? { endAngle: 180 - endAngle } : {}),
  };
}

const turnedGroup = (children: readonly object[], center: number) => ({
  type: "group",
  x: 2 * center,
  scaleX: -1,
  children,
});

const listOf = (parts: unknown): readonly Part[] => (Array.isArray(parts) ? parts : parts ? [parts as Part] : []);

const eachOf = (parts: unknown, change: (part: Part) => Part) =>
  Array.isArray(parts) ? parts.map(change) : change(parts as Part);

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** In the direction of its first letter, whatever surrounds it. */
const isolated = (text: string) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

const OTHER_ANCHOR: Readonly<Record<string, string>> = { start: "end", end: "start" };
const OTHER_ALIGN = { left: "right", right: "left", start: "right", end: "left", center: "center" } as const;

export function adjustTexts(node: SvgNode, isMirrored: boolean): void {
  for (const child of node.children ?? []) adjustTexts(child, isMirrored);
  if (node.tag !== "text") return;
  if (node.text !== undefined) node.text = isolated(node.text);
  const { transform = "", x = 0, "text-anchor": anchor = "start" } = node.attrs ?? {};
  if (!isMirrored || isFlipped(String(transform))) return;
  node.attrs = {
    ...node.attrs,
    transform: `${transform} matrix(-1 0 0 1 ${2 * Number(x)} 0)`.trim(),
    "text-anchor": OTHER_ANCHOR[String(anchor)] ?? anchor,
  };
}

function isFlipped(transform: string): boolean {
  const [a = 1, b = 0, c = 0, d = 1] = transform.startsWith("matrix") ? (transform.match(/-?[\d.e-]+/g) ?? []) : [];
  return Number(a) * Number(d) < Number(b) * Number(c);
}

/** `fillText` and `strokeText` draw texts that read forwards, whichever way the context is transformed. */
function mirrorContext(context: CanvasRenderingContext2D, isOn: () => boolean): void {
  const { setTransform, fillText, strokeText } = context;
  context.setTransform = (...args: unknown[]) => {
    if (!isOn() || args.length < 6) return setTransform.apply(context, args as never);
    const [a, b, c, d, e, f] = args as [number, number, number, number, number, number];
    return setTransform.apply(context, [-a, b, -c, d, context.canvas.width - e, f] as never);
  };
  const forwards = (draw: typeof fillText): typeof fillText => {
    return (text, x, y, ...rest) => {
      const { a, b, c, d } = context.getTransform();
      const isBackwards = a * d < b * c;
      if (isBackwards) {
        context.save();
        context.transform(-1, 0, 0, 1, 2 * x, 0);
        context.textAlign = OTHER_ALIGN[context.textAlign];
      }
      draw.call(context, isolated(text), x, y, ...rest);
      if (isBackwards) context.restore();
    };
  };
  context.fillText = forwards(fillText);
  context.strokeText = forwards(strokeText);
}
