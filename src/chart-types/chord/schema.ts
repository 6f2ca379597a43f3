import type { z } from "zod";
import { flag, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const ChordForm = FormData.extend({
  groupby: columnControl,
  columns: columnControl,
  metric: metricControl,
  sort_by_metric: flag(false),
  y_axis_format: text,
});

export type ChordForm = z.infer<typeof ChordForm>;
