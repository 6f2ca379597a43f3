import { number } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricsControl } from "../../model/form-data.ts";

export const PairedTtestForm = FormData.extend({
  metrics: metricsControl,
  groupby: columnsControl,
  significance_level: number(0.05),
  pvalue_precision: number(6),
  liftvalue_precision: number(4),
});

export type PairedTtestForm = typeof PairedTtestForm._output;
