import { z } from "zod";
import { CurrencyFormat, flag, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

const bound = z.preprocess((v) => (v === "" || v === undefined ? null : v), z.coerce.number().nullable().catch(null));

/** In pixels; `auto` (any spelling) = fit to labels. */
const margin = z.preprocess(
  (v) => (v === "" || v === null ? undefined : v),
  z.coerce.number().min(0).optional().catch(undefined),
);

export const STARTING_COLOR = { r: 0, g: 122, b: 135, a: 1 };

export const TimePivotForm = FormData.extend({
  x_axis: columnControl,
  metric: metricControl,
  freq: z.string().min(1).catch("W-MON").default("W-MON"),
  line_interpolation: text,
  color_picker: z.looseObject({ r: z.number(), g: z.number(), b: z.number() }).nullish().catch(null),
  show_legend: flag(false),
  x_axis_label: text,
  y_axis_label: text,
  x_axis_format: text,
  y_axis_format: text,
  currency_format: CurrencyFormat,
  y_axis_bounds: z.tuple([bound, bound]).nullish().catch(null),
  y_log_scale: flag(false),
  left_margin: margin,
  bottom_margin: margin,
});
export type TimePivotForm = z.infer<typeof TimePivotForm>;
