import { CustomChart, ScatterChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import "../../chart-kit/CanvasChart.tsx";
import { EChart } from "../../chart-kit/EChart.tsx";
import type { Picture } from "../../chart-kit/picture.ts";
import { WholeLegendComponent } from "../../chart-kit/whole-legend.ts";
import type { RendererProps } from "../chart-type.ts";

use([CustomChart, ScatterChart, GridComponent, WholeLegendComponent, LabelLayout]);

export function Renderer({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
