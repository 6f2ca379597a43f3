import { z } from "zod";
import { CurrencyFormat, flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl } from "../../model/form-data.ts";

const maybeNumber = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  z.coerce.number().optional().catch(undefined),
);

export const GaugeForm = FormData.extend({
  groupby: columnsControl,
  metric: metricControl,
  sort_by_metric: flag(true),
  min_val: maybeNumber,
  max_val: maybeNumber,
  start_angle: number(225),
  end_angle: number(-45),
  font_size: number(15),
  number_format: text,
  currency_format: CurrencyFormat,
  value_formatter: text,
  show_pointer: flag(true),
  animation: flag(true),
  show_axis_tick: flag(false),
  show_split_line: flag(false),
  split_number: number(10),
  show_progress: flag(true),
  overlap: flag(true),
  round_cap: flag(false),
  intervals: text,
  interval_color_indices: text,
});
export type GaugeForm = z.infer<typeof GaugeForm>;
