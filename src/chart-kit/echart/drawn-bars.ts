import { registerUpdateLifecycle } from "echarts/core";

/** What zrender keeps of a path: its points, and the canvas that they are written to. */
interface Outline {
  setContext(context: CanvasRenderingContext2D | null): void;
  rebuildPath(context: CanvasRenderingContext2D, percent: number): void;
}

/** What ECharts makes of all bars of a `large` series: three numbers for each, its place and how far it reaches. */
interface BarsElement {
  type: string;
  shape: { points: ArrayLike<number> };
  barWidth: number;
  /** 1: bars that lie down. */
  baseDimIdx: 0 | 1;
  path?: Outline | null;
  createPathProxy(): void;
  afterBrush?(): void;
}

/**
 * A canvas works out which pixels are inside of an outline of hundreds of bars line by line, a tenth of a second for a
 * stack without a graphics card. Boxes on whole pixels take a hundredth, and are sharp. The outline stays for the pointer.
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

/** Pixels between two bars that no gap was meant for. */
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

/** On whole pixels where they are wider than one; those that share pixels are mixed there. */
function boxes({ shape: { points }, barWidth, baseDimIdx }: BarsElement, context: CanvasRenderingContext2D): void {
  const ratio = context.getTransform().a;
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
