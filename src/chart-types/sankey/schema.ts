import type { z } from "zod";
import { flag } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const SankeyForm = FormData.extend({
  source: columnControl,
  target: columnControl,
  metric: metricControl,
  sort_by_metric: flag(false),
});

export type SankeyForm = z.infer<typeof SankeyForm>;
