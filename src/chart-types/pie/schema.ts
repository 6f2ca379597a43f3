import { z } from "zod";
import { CurrencyFormat, flag, LegendForm, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl } from "../../model/form-data.ts";

export const LABEL_TYPES = [
  "key",
  "value",
  "percent",
  "key_value",
  "key_percent",
  "key_value_percent",
  "value_percent",
  "template",
] as const;

export const PieForm = FormData.extend({
  ...LegendForm.shape,
  groupby: columnsControl,
  metric: metricControl,
  sort_by_metric: flag(true),
  show_labels_threshold: number(5),
  threshold_for_other: number(0),
  roseType: z.enum(["area", "radius"]).nullish().catch(null),
  label_type: z.enum(LABEL_TYPES).catch("key_percent").default("key_percent"),
  label_template: text,
  number_format: text,
  currency_format: CurrencyFormat,
  date_format: text,
  show_labels: flag(true),
  labels_outside: flag(true),
  label_line: flag(false),
  show_total: flag(false),
  outerRadius: number(70),
  donut: flag(false),
  innerRadius: number(30),
});
export type PieForm = z.infer<typeof PieForm>;
