import type { z } from "zod";
import { flag, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";

export const ParaForm = FormData.extend({
  series: columnControl,
  metrics: metricsControl,
  secondary_metric: metricControl,
  timeseries_limit_metric: metricControl,
  order_desc: flag(true),
  show_datatable: flag(false),
  include_series: flag(false),
  linear_color_scheme: text,
});

export type ParaForm = z.infer<typeof ParaForm>;
