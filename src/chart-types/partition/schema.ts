import { z } from "zod";
import { CurrencyFormat, flag, number, TimeseriesForm, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";

export const TIME_OPTIONS = [
  "not_time",
  "time_series",
  "agg_mean",
  "agg_sum",
  "point_diff",
  "point_percent",
  "point_factor",
  "adv_anal",
] as const;

export const PartitionForm = FormData.extend({
  metrics: metricsControl,
  groupby: columnsControl,
  limit: z.coerce.number().nullish().catch(null),
  timeseries_limit_metric: metricControl,
  order_desc: flag(true),
  time_series_option: z.enum(TIME_OPTIONS).catch("not_time").default("not_time"),
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

export const isDated = ({ time_series_option: option, granularity_sqla }: PartitionForm) =>
  (option === "time_series" || option === "adv_anal") && Boolean(granularity_sqla);

export function asTimeseries(form: PartitionForm): TimeseriesForm {
  return TimeseriesForm.parse({
    ...form,
    x_axis: form.granularity_sqla,
    xAxisForceCategorical: false,
    contributionMode: null,
    truncate_metric: false,
    forecastEnabled: false,
    annotation_layers: [],
  });
}
