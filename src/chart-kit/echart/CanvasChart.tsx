import { use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import "./drawn-marks.ts";
import { ChartSurface, type EChartProps } from "./ChartSurface.tsx";

use([CanvasRenderer]);

export function CanvasChart(props: EChartProps) {
  return <ChartSurface {...props} renderer="canvas" />;
}
