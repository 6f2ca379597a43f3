import { z } from "zod";
import { CurrencyFormat, flag, LegendForm, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl } from "../../model/form-data.ts";

/** 0 name, 1 value, 2 percent, 3 name and value, 4 name and percent, 5 all, 6 value and percent. */
export const FunnelForm = FormData.extend({
  ...LegendForm.shape,
  groupby: columnsControl,
  metric: metricControl,
  sort_by_metric: flag(true),
  percent_calculation_type: z.enum(["first_step", "prev_step", "total"]).catch("first_step").default("first_step"),
  label_type: number(0),
  tooltip_label_type: number(5),
  number_format: text,
  currency_format: CurrencyFormat,
  show_labels: flag(true),
  show_tooltip_labels: flag(true),
});
export type FunnelForm = z.infer<typeof FunnelForm>;
