import { GraphChart } from "echarts/charts";
import { LegendComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { EChart } from "../../chart-kit/EChart.tsx";
import type { Picture } from "../../chart-kit/picture.ts";
import type { RendererProps } from "../chart-type.ts";

use([GraphChart, LegendComponent, LabelLayout]);

export function Renderer({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
