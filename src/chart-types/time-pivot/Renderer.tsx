import { CustomChart, LineChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/echart/EChart.tsx";
import type { Picture } from "../../chart-kit/echart/picture.ts";
import { WholeLegendComponent } from "../../chart-kit/legend/whole-legend.ts";
import type { RendererProps } from "../../chart-seam/chart-type.ts";

use([GridComponent, WholeLegendComponent, LineChart, CustomChart]);

export function Renderer({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
