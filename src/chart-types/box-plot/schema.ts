import { z } from "zod";
import { bounds, flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";

export const TICK_LAYOUTS = ["auto", "flat", "45°", "90°", "staggered"] as const;

export const BoxPlotForm = FormData.extend({
  columns: columnsControl,
  groupby: columnsControl,
  metrics: metricsControl,
  series_limit: z.coerce.number().nullish().catch(null),
  series_limit_metric: metricControl,
  temporal_columns_lookup: z.record(z.string(), z.boolean()).nullish().catch(null),
  whiskerOptions: text,
  x_axis_title: text,
  x_axis_title_margin: number(0),
  y_axis_title: text,
  y_axis_title_margin: number(0),
  y_axis_title_position: z.enum(["Left", "Top"]).catch("Left").default("Left"),
  x_ticks_layout: z.enum(TICK_LAYOUTS).catch("auto").default("auto"),
  number_format: text,
  /** Our own key, set in chart grids: value axis bounds. */
  y_axis_bounds: bounds,
  date_format: text,
  zoomable: flag(false),
});
export type BoxPlotForm = z.infer<typeof BoxPlotForm>;
