import { z } from "zod";
import { CurrencyFormat, flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl } from "../../model/form-data.ts";

export const SunburstForm = FormData.extend({
  columns: columnsControl,
  metric: metricControl,
  secondary_metric: metricControl,
  sort_by_metric: flag(false),
  linear_color_scheme: text,
  show_labels: flag(false),
  show_labels_threshold: number(5),
  show_total: flag(false),
  label_type: z.enum(["key", "value", "key_value"]).catch("key").default("key"),
  number_format: text,
  currency_format: CurrencyFormat,
  date_format: text,
});
export type SunburstForm = z.infer<typeof SunburstForm>;
