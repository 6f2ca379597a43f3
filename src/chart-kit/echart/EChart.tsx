import { use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { lazy } from "../../ui/lazy.ts";
import { useLazy } from "../../ui/lazy-component.tsx";
import { ChartSurface, type EChartProps } from "./ChartSurface.tsx";
import { type EChartSpec, MANY_MARKS, SVG_MARKS } from "./echart-spec.ts";

use([SVGRenderer]);

export const canvasChart = lazy(async () => (await import("./CanvasChart.tsx")).CanvasChart);

export function EChart(props: EChartProps) {
  const isOnCanvas = isForCanvas(props.picture);
  const CanvasChart = useLazy(isOnCanvas ? canvasChart : undefined);
  if (!isOnCanvas) return <ChartSurface {...props} renderer="svg" />;
  return CanvasChart ? <CanvasChart {...props} /> : null;
}

function isForCanvas({ size, bitmaps, isVeiled, option }: EChartSpec): boolean {
  if (isVeiled || size > (bitmaps ? MANY_MARKS : SVG_MARKS)) return true;
  const { series = [] } = option as { series?: { large?: boolean }[] };
  return series.some(({ large }) => large);
}
