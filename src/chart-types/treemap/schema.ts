import { z } from "zod";
import { CurrencyFormat, flag, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl } from "../../model/form-data.ts";

export const TreemapForm = FormData.extend({
  groupby: columnsControl,
  metric: metricControl,
  sort_by_metric: flag(false),
  show_labels: flag(true),
  show_upper_labels: flag(true),
  // Stored charts capitalize the first choice.
  label_type: z
    .preprocess((value) => String(value ?? "key_value").toLowerCase(), z.enum(["key", "value", "key_value"]))
    .catch("key_value"),
  number_format: text,
  currency_format: CurrencyFormat,
  date_format: text,
});
export type TreemapForm = z.infer<typeof TreemapForm>;
