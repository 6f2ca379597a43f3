import { CustomChart } from "echarts/charts";
import { GridComponent, LegendScrollComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/EChart.tsx";
import type { RendererProps } from "../chart-type.ts";
import type { HistogramDrawing } from "./transform.ts";

use([CustomChart, GridComponent, LegendScrollComponent]);

export function Histogram({ props, ...rest }: RendererProps<HistogramDrawing>) {
  return <EChart picture={props.picture} {...rest} />;
}
