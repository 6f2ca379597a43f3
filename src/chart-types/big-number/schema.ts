import { z } from "zod";
import { figureSchema } from "../../chart-kit/kpi/controls.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const AGGREGATIONS = ["raw", "LAST_VALUE", "sum", "mean", "min", "max", "median"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

const wholeNumber = z.coerce.number().int().nullish().catch(null);

export const BigNumberForm = FormData.extend({
  ...figureSchema,
  x_axis: columnControl,
  metric: metricControl,
  aggregation: z.enum(AGGREGATIONS).nullish().catch("LAST_VALUE"),
  compare_lag: z.preprocess((value) => (value === "" ? null : value), wholeNumber),
  compare_suffix: z.string().nullish(),
  comparison_color_enabled: z.boolean().nullish(),
  comparison_color_scheme: z.string().nullish().catch(null),
  show_timestamp: z.boolean().nullish(),
  show_trend_line: z.boolean().nullish(),
  start_y_axis_at_zero: z.boolean().nullish(),
  time_range_fixed: z.boolean().nullish(),
  show_x_axis: z.boolean().nullish(),
  show_y_axis: z.boolean().nullish(),
  color_picker: z.looseObject({ r: z.number(), g: z.number(), b: z.number(), a: z.number().optional() }).nullish(),
  rolling_type: z.enum(["mean", "sum", "std", "cumsum"]).nullish().catch(null),
  rolling_periods: z.preprocess((value) => (value === "" ? null : value), wholeNumber),
  min_periods: z.preprocess((value) => (value === "" ? null : value), wholeNumber),
  resample_rule: z.string().nullish(),
  resample_method: z.string().nullish(),
});
export type BigNumberForm = z.infer<typeof BigNumberForm>;
