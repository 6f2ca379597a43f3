import { graphic, registerUpdateLifecycle } from "echarts/core";

interface Marks {
  draw(context: CanvasRenderingContext2D): void;
}

interface PathProxy {
  getContext?(): CanvasRenderingContext2D | null;
}

interface DrawnMarks {
  /** Wrapped in an object because ECharts treats a function as a list. */
  shape: { marks: Marks };
  target?: CanvasRenderingContext2D | null;
  drawnFor?: Marks;
  image?: HTMLCanvasElement;
}

/**
 * Draws marks directly on the chart's canvas the first time, to avoid waiting for rasterization. Repaints, such as on
 * hover, use an image.
 */
const DrawnMarks = graphic.extendShape({
  type: "marks",
  shape: { marks: { draw: () => undefined } },
  buildPath(path: PathProxy) {
    (this as unknown as DrawnMarks).target = path.getContext?.() ?? null;
  },
  afterBrush() {
    const own = this as unknown as DrawnMarks;
    const { target } = own;
    const { marks } = own.shape;
    if (!target) return;
    target.save();
    if (own.drawnFor === marks) target.drawImage(imageOf(own, target), 0, 0);
    else {
      own.image = undefined;
      marks.draw(target);
    }
    own.drawnFor = marks;
    target.restore();
  },
} as unknown as Parameters<typeof graphic.extendShape>[0]);

function imageOf(own: DrawnMarks, target: CanvasRenderingContext2D): HTMLCanvasElement {
  const transform = target.getTransform();
  target.resetTransform();
  if (own.image) return own.image;
  const image = document.createElement("canvas");
  image.width = target.canvas.width;
  image.height = target.canvas.height;
  const context = image.getContext("2d");
  context?.setTransform(transform);
  if (context) own.shape.marks.draw(context);
  own.image = image;
  return image;
}

graphic.registerShape("marks", DrawnMarks);

interface Outline {
  setContext(context: CanvasRenderingContext2D | null): void;
  rebuildPath(context: CanvasRenderingContext2D, percent: number): void;
}

interface BarsElement {
  type: string;
  shape: { points: ArrayLike<number> };
  barWidth: number;
  baseDimIdx: 0 | 1;
  path?: Outline | null;
  createPathProxy(): void;
  afterBrush?(): void;
}

/**
 * Filling an outline of hundreds of bars takes a canvas 0.1 s without a graphics card. Boxes on whole pixels take 0.01
 * s and are sharper. The outline stays for hit testing.
 */
registerUpdateLifecycle("series:layoutlabels", (chart, api) => {
  if (api.getZr().painter.getType() !== "canvas") return;
  chart.eachSeriesByType("bar", (series) => {
    if (!series.pipelineContext.large) return;
    api.getViewOfSeriesModel(series).group.traverse((element) => {
      if (element.type === "largeBar") drawAsBoxes(element as unknown as BarsElement);
    });
  });
});

const TOUCHING = 0.5;

function drawAsBoxes(bars: BarsElement): void {
  let target: CanvasRenderingContext2D | null = null;
  bars.createPathProxy = () => {
    Object.getPrototypeOf(bars).createPathProxy.call(bars);
    if (!bars.path) return;
    bars.path.setContext = (context) => {
      target = context;
    };
    bars.path.rebuildPath = (context) => {
      target = context;
    };
  };
  bars.afterBrush = () => {
    if (target) boxes(bars, target);
  };
}

function boxes({ shape: { points }, barWidth, baseDimIdx }: BarsElement, context: CanvasRenderingContext2D): void {
  const ratio = Math.abs(context.getTransform().a);
  const isWide = barWidth * ratio > 1;
  const onPixel = (place: number) => (isWide ? Math.round(place * ratio) / ratio : place);
  for (let i = 0; i < points.length; i += 3) {
    const along = points[i + baseDimIdx] ?? 0;
    const next = points[i + 3 + baseDimIdx] ?? Number.NaN;
    const end = Math.abs(next - along - barWidth) * ratio < TOUCHING ? next : along + barWidth;
    const [from, reach] = [points[i + 1 - baseDimIdx] ?? 0, points[i + 2] ?? 0];
    const [start, width] = [onPixel(along), onPixel(end) - onPixel(along)];
    if (baseDimIdx === 0) context.fillRect(start, from, width, reach);
    else context.fillRect(from, start, reach, width);
  }
}
