import { DataZoomComponent } from "echarts/components";
import { use } from "echarts/core";
import type { ComponentProps } from "react";
import { EChart } from "../EChart.tsx";

use([DataZoomComponent]);

/** A chart whose option may have `dataZoom`. */
export function ZoomableChart(props: ComponentProps<typeof EChart>) {
  return <EChart {...props} />;
}
