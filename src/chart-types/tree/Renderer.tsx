import { TreeChart } from "echarts/charts";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

use([TreeChart, LabelLayout]);

export function Renderer({ props, ...rest }: RendererProps<EChartSpec>) {
  return <EChart picture={props} {...rest} />;
}
