import { CustomChart } from "echarts/charts";
import { GraphicComponent, GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

use([CustomChart, GraphicComponent, GridComponent]);

export function Renderer({ props, ...rest }: RendererProps<EChartSpec>) {
  return <EChart picture={props} {...rest} />;
}
