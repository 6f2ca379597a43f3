import { z } from "zod";
import { TICK_LAYOUTS } from "../../chart-kit/axes/plain-axes.ts";
import { bounds, CurrencyFormat, flag, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const INCREASE = { r: 90, g: 193, b: 137, a: 1 };
export const DECREASE = { r: 224, g: 67, b: 85, a: 1 };
export const TOTAL = { r: 102, g: 102, b: 102, a: 1 };

const color = (fallback: z.infer<typeof Color>) => Color.catch(fallback).default(fallback);
const Color = z.object({ r: z.number(), g: z.number(), b: z.number(), a: z.number().default(1) });
export type Color = z.infer<typeof Color>;

export const WaterfallForm = FormData.extend({
  x_axis: columnControl,
  /** One column; stored charts may hold a list. */
  groupby: z.preprocess((v) => (Array.isArray(v) ? v[0] : v), columnControl),
  metric: metricControl,
  show_value: flag(false),
  show_legend: flag(false),
  show_total: flag(true),
  increase_color: color(INCREASE),
  decrease_color: color(DECREASE),
  total_color: color(TOTAL),
  increase_label: text,
  decrease_label: text,
  total_label: text,
  x_axis_label: text,
  x_axis_time_format: text,
  x_ticks_layout: z.enum(TICK_LAYOUTS).catch("auto").default("auto"),
  y_axis_label: text,
  y_axis_format: text,
  /** Our own key, set in chart grids: value axis bounds. */
  y_axis_bounds: bounds,
  currency_format: CurrencyFormat,
});
export type WaterfallForm = z.infer<typeof WaterfallForm>;
