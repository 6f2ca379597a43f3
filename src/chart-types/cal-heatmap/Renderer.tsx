import { CustomChart } from "echarts/charts";
import { GraphicComponent } from "echarts/components";
import { use } from "echarts/core";
import "../../chart-kit/echart/CanvasChart.tsx";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

use([CustomChart, GraphicComponent]);

export function Renderer({ props, ...rest }: RendererProps<EChartSpec>) {
  return <EChart picture={props} {...rest} />;
}
