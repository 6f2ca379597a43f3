import { LineChart } from "echarts/charts";
import { GridComponent, LegendScrollComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/EChart.tsx";
import type { Picture } from "../../chart-kit/picture.ts";
import type { RendererProps } from "../chart-type.ts";

use([GridComponent, LegendScrollComponent, LineChart]);

export function TimePivot({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
