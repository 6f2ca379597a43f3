import { z } from "zod";
import { figureSchema } from "../../chart-kit/kpi/controls.ts";
import { FormData, metricControl as metricSchema } from "../../model/form-data.ts";

const single = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string().nullish());

const parts = z.record(
  z.string(),
  z.looseObject({
    visible: z.boolean().nullish(),
    displayTypeIcon: z.boolean().nullish(),
    customColumnName: z.string().nullish(),
  }),
);

export const PopKpiForm = FormData.extend({
  ...figureSchema,
  metric: metricSchema,
  time_compare: single,
  start_date_offset: z.string().nullish(),
  percentDifferenceFormat: z.string().nullish(),
  comparison_color_enabled: z.boolean().nullish(),
  comparison_color_scheme: z.string().nullish().catch(null),
  column_config: parts.nullish().catch(null),
});

export type PopKpiForm = z.infer<typeof PopKpiForm>;
