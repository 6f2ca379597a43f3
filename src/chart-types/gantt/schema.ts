import { z } from "zod";
import { CurrencyFormat, flag, LegendForm, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, columnsControl, FormData, metricsControl } from "../../model/form-data.ts";

/** `["08:00", "18:00"]`, or the same as text: `08:00 - 18:00`. */
const timeBounds = z
  .preprocess(
    (v) => (typeof v === "string" ? v.split(/\s*-\s*/) : v),
    z.tuple([z.string().nullable(), z.string().nullable()]),
  )
  .nullish()
  .catch(null);

export const GanttForm = FormData.extend({
  ...LegendForm.shape,
  start_time: columnControl,
  end_time: columnControl,
  y_axis: columnsControl,
  series: columnControl,
  subcategories: flag(false),
  tooltip_metrics: metricsControl,
  tooltip_columns: columnsControl,
  order_by_cols: z.preprocess((value) => value ?? [], z.array(z.string())),
  x_axis_title: text,
  x_axis_title_margin: number(0),
  y_axis_title: text,
  y_axis_title_margin: number(0),
  zoomable: flag(false),
  show_extra_controls: flag(false),
  x_axis_time_bounds: timeBounds,
  x_axis_time_format: text,
  tooltipTimeFormat: text,
  tooltipValuesFormat: text,
  currency_format: CurrencyFormat,
});
export type GanttForm = z.infer<typeof GanttForm>;
