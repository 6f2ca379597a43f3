import { z } from "zod";
import { flag, LegendForm, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

const bound = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  z.coerce.number().nullable().catch(null),
);
const bounds = z.tuple([bound, bound]).nullish().catch(null);

export const BubbleForm = FormData.extend({
  ...LegendForm.shape,
  series: columnControl,
  entity: columnControl,
  x: metricControl,
  y: metricControl,
  size: metricControl,
  orderby: metricControl,
  order_desc: flag(true),
  max_bubble_size: number(25),
  tooltipSizeFormat: text,
  opacity: number(0.6),
  x_axis_title: text,
  x_axis_title_margin: number(15),
  xAxisLabelRotation: number(0),
  xAxisLabelInterval: z
    .union([z.literal("auto"), z.coerce.number()])
    .nullish()
    .catch("auto"),
  xAxisFormat: text,
  logXAxis: flag(false),
  truncateXAxis: flag(false),
  xAxisBounds: bounds,
  y_axis_title: text,
  y_axis_title_margin: number(15),
  yAxisLabelRotation: number(0),
  y_axis_format: text,
  logYAxis: flag(false),
  truncateYAxis: flag(false),
  y_axis_bounds: bounds,
});
export type BubbleForm = z.infer<typeof BubbleForm>;
