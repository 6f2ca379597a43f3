import { CustomChart } from "echarts/charts";
import { GraphicComponent, GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { EChart } from "../../chart-kit/EChart.tsx";
import type { Picture } from "../../chart-kit/picture.ts";
import type { RendererProps } from "../chart-type.ts";

use([CustomChart, GraphicComponent, GridComponent]);

export function Waterfall({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
