import { CustomChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import { PagedLegendComponent } from "../../chart-kit/legend/paged-legend.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import type { HistogramDrawing } from "./transform.ts";

use([CustomChart, GridComponent, PagedLegendComponent]);

export function Renderer({ props, ...rest }: RendererProps<HistogramDrawing>) {
  return <EChart picture={props.picture} {...rest} />;
}
