import { DataZoomComponent, GraphicComponent, GridComponent, LegendComponent } from "echarts/components";
import { use } from "echarts/core";
import type { RendererProps } from "../../chart-types/chart-type.ts";
import { EChart } from "../EChart.tsx";
import type { Picture } from "../picture.ts";

use([GridComponent, LegendComponent, GraphicComponent, DataZoomComponent]);

/** Draws any time-series picture; the chart type registers the series it uses. */
export function TimeseriesChart({ props, ...rest }: RendererProps<Picture>) {
  return <EChart picture={props} {...rest} />;
}
