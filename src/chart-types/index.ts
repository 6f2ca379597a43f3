import { area } from "./area/area.ts";
import { bigNumber } from "./big-number/big-number.ts";
import { bigNumberTotal } from "./big-number-total/big-number-total.ts";
import type { ChartType } from "./chart-type.ts";
import { heatmap } from "./heatmap/heatmap.ts";
import { histogram } from "./histogram/histogram.ts";
import { pie } from "./pie/pie.ts";
import { table } from "./table/table.ts";
import { timeseriesBar } from "./timeseries-bar/timeseries-bar.ts";
import { timeseriesLine } from "./timeseries-line/timeseries-line.ts";
import { timeseriesScatter } from "./timeseries-scatter/timeseries-scatter.ts";

/** Every chart type, one line each. Definitions only: no drawing code, so the server may read it too. */
export const CHART_TYPES: readonly ChartType[] = [
  timeseriesLine,
  timeseriesBar,
  area,
  timeseriesScatter,
  pie,
  table,
  bigNumberTotal,
  bigNumber,
  heatmap,
  histogram,
];

const byKey = new Map<string, ChartType>();
for (const type of CHART_TYPES) {
  byKey.set(type.key, type);
  for (const old of type.replaces ?? []) byKey.set(old, type);
}

/** The chart type of a `viz_type`, older keys included. */
export function maybeChartType(vizType: string): ChartType | undefined {
  return byKey.get(vizType);
}
