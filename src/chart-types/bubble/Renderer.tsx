import { ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { EChart } from "../../chart-kit/EChart.tsx";
import type { Picture } from "../../chart-kit/picture.ts";
import type { RendererProps } from "../chart-type.ts";

use([ScatterChart, GridComponent, LegendComponent, LabelLayout]);

export function Renderer({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
