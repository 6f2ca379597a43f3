import { z } from "zod";
import { flag, number } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const WordCloudForm = FormData.extend({
  series: columnControl,
  metric: metricControl,
  sort_by_metric: flag(false),
  size_from: number(10),
  size_to: number(70),
  rotation: z.enum(["square", "flat", "random"]).catch("square").default("square"),
});

export type WordCloudForm = z.infer<typeof WordCloudForm>;
