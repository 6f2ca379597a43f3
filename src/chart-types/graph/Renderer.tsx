import { GraphChart } from "echarts/charts";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { Picture } from "../../chart-kit/echart/picture.ts";
import { WholeLegendComponent } from "../../chart-kit/legend/whole-legend.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

use([GraphChart, WholeLegendComponent, LabelLayout]);

export function Renderer({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
