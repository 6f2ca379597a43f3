import { PieChart } from "echarts/charts";
import { GraphicComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { PagedLegendComponent } from "../../chart-kit/legend/paged-legend.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

use([PieChart, GraphicComponent, PagedLegendComponent, LabelLayout]);

export function Renderer({ props, ...rest }: RendererProps<EChartSpec>) {
  return <EChart picture={props} {...rest} />;
}
