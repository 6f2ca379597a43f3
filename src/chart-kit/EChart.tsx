import { use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { lazy, Suspense } from "react";
import { ChartSurface, type EChartProps } from "./ChartSurface.tsx";
import { SVG_MARKS } from "./picture.ts";

use([SVGRenderer]);

const CanvasChart = lazy(async () => ({ default: (await import("./CanvasChart.tsx")).CanvasChart }));

/**
 * Draws a picture with ECharts. The renderer component of a chart type registers the series and components its option
 * needs (`use([...])` of `echarts/core`); this host brings tooltip and renderers only, the canvas when it is needed.
 */
export function EChart(props: EChartProps) {
  if (props.picture.size <= SVG_MARKS) return <ChartSurface {...props} renderer="svg" />;
  return (
    <Suspense fallback={null}>
      <CanvasChart {...props} />
    </Suspense>
  );
}
