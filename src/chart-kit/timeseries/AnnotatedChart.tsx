import { MarkAreaComponent, MarkLineComponent } from "echarts/components";
import { use } from "echarts/core";
import type { ComponentProps } from "react";
import { EChart } from "../echart/EChart.tsx";
import { ZoomableChart } from "./ZoomableChart.tsx";

use([MarkLineComponent, MarkAreaComponent]);

export function AnnotatedChart(props: ComponentProps<typeof EChart>) {
  return props.picture.option.dataZoom ? <ZoomableChart {...props} /> : <EChart {...props} />;
}
