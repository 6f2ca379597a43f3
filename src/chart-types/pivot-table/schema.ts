import { z } from "zod";
import { currencySchema } from "../../chart-kit/kpi/controls.ts";
import { conditionalRules } from "../../chart-kit/table/conditional.ts";
import { columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";
import { LINE_ORDERS } from "../../query/pivot-table.ts";

/** Wire names. `Sum` queries the database again for totals; the others aggregate cells. */
export const AGGREGATES = [
  "Sum",
  "Count",
  "Count Unique Values",
  "List Unique Values",
  "Average",
  "Median",
  "Sample Variance",
  "Sample Standard Deviation",
  "Minimum",
  "Maximum",
  "First",
  "Last",
  "Sum as Fraction of Total",
  "Sum as Fraction of Rows",
  "Sum as Fraction of Columns",
  "Count as Fraction of Total",
  "Count as Fraction of Rows",
  "Count as Fraction of Columns",
] as const;

const flag = z.boolean().nullish().catch(false);
const order = z.enum(LINE_ORDERS).nullish().catch("key_a_to_z");
const count = z.preprocess((value) => (value === "" ? null : value), z.coerce.number().int().nonnegative().nullish());

export const PivotForm = FormData.extend({
  groupbyRows: columnsControl,
  groupbyColumns: columnsControl,
  metrics: metricsControl,
  metricsLayout: z.enum(["COLUMNS", "ROWS"]).nullish().catch("COLUMNS"),
  series_limit: count,
  series_limit_metric: metricControl,
  order_desc: z.boolean().nullish(),
  temporal_columns_lookup: z.record(z.string(), z.boolean()).nullish(),
  aggregateFunction: z.enum(AGGREGATES).nullish().catch("Sum"),
  rowTotals: flag,
  colTotals: flag,
  rowSubTotals: flag,
  colSubTotals: flag,
  rowSubtotalPosition: flag,
  colSubtotalPosition: flag,
  transposePivot: flag,
  combineMetric: flag,
  rowOrder: order,
  colOrder: order,
  valueFormat: z.string().nullish(),
  currency_format: currencySchema,
  date_format: z.string().nullish(),
  conditional_formatting: conditionalRules,
  allow_render_html: z.boolean().nullish(),
});
export type PivotForm = z.infer<typeof PivotForm>;
