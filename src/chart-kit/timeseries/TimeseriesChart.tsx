import { DataZoomComponent, GraphicComponent, GridComponent, LegendComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import type { RendererProps } from "../../chart-types/chart-type.ts";
import { EChart } from "../EChart.tsx";
import { StackSwitch } from "./StackSwitch.tsx";
import { SWITCH_HEIGHT, type TimeseriesPicture } from "./stack-switch.ts";

use([GridComponent, LegendComponent, GraphicComponent, DataZoomComponent, LabelLayout]);

/** Draws any time-series picture; the chart type registers the series it uses. */
export function TimeseriesChart({ props, height, onOwnState, ...rest }: RendererProps<TimeseriesPicture>) {
  const { stackSwitch } = props;
  if (!stackSwitch) return <EChart picture={props} height={height} {...rest} />;
  return (
    <>
      <StackSwitch {...stackSwitch} onChange={(stack) => onOwnState?.({ stack })} />
      <EChart picture={props} height={height - SWITCH_HEIGHT} {...rest} />
    </>
  );
}
