import { z } from "zod";
import { currencySchema } from "../../chart-kit/kpi/controls.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const AXIS_SORTS = ["alpha_asc", "alpha_desc", "value_asc", "value_desc"] as const;
export type AxisSort = (typeof AXIS_SORTS)[number];

const axisSort = z.enum(AXIS_SORTS).nullish().catch(null);
const numberOr = <T extends string>(word: T) =>
  z
    .union([z.literal(word), z.coerce.number()])
    .nullish()
    .catch(null);

export const HeatmapForm = FormData.extend({
  x_axis: columnControl,
  groupby: columnControl,
  metric: metricControl,
  sort_x_axis: axisSort,
  sort_y_axis: axisSort,
  normalize_across: z.enum(["heatmap", "x", "y"]).nullish().catch("heatmap"),
  legend_type: z.enum(["continuous", "piecewise"]).nullish().catch("continuous"),
  linear_color_scheme: z.string().nullish(),
  border_color: z.looseObject({ r: z.number(), g: z.number(), b: z.number(), a: z.number().optional() }).nullish(),
  border_width: z.coerce.number().nullish(),
  xscale_interval: z.coerce.number().nullish().catch(-1),
  yscale_interval: z.coerce.number().nullish().catch(-1),
  left_margin: numberOr("auto"),
  bottom_margin: numberOr("auto"),
  value_bounds: z.array(z.coerce.number().nullable().catch(null)).nullish().catch(null),
  y_axis_format: z.string().nullish(),
  x_axis_time_format: z.string().nullish(),
  xAxisLabelRotation: z.coerce.number().nullish().catch(0),
  currency_format: currencySchema,
  show_legend: z.boolean().nullish(),
  show_percentage: z.boolean().nullish(),
  show_values: z.boolean().nullish(),
  normalized: z.boolean().nullish(),
});
export type HeatmapForm = z.infer<typeof HeatmapForm>;
