import { z } from "zod";
import { CurrencyFormat, flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";

export const TIME_OPTIONS = [
  "not_time",
  "time_series",
  "agg_mean",
  "agg_sum",
  "point_diff",
  "point_percent",
  "point_factor",
] as const;

export const PartitionForm = FormData.extend({
  metrics: metricsControl,
  groupby: columnsControl,
  limit: z.coerce.number().nullish().catch(null),
  timeseries_limit_metric: metricControl,
  order_desc: flag(true),
  // What advanced analytics gave is shown as the series it is of.
  time_series_option: z
    .preprocess((value) => (value === "adv_anal" ? "time_series" : value), z.enum(TIME_OPTIONS))
    .catch("not_time")
    .default("not_time"),
  contribution: flag(false),
  partition_limit: number(5),
  partition_threshold: number(0.05),
  log_scale: flag(false),
  equal_date_size: flag(true),
  rich_tooltip: flag(true),
  number_format: text,
  currency_format: CurrencyFormat,
  date_time_format: text,
});
export type PartitionForm = z.infer<typeof PartitionForm>;
