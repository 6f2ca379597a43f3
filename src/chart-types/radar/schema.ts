import { z } from "zod";
import { CurrencyFormat, flag, LegendForm, text } from "../../chart-kit/timeseries/schema.ts";
import { columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";

export const LABEL_POSITIONS = [
  "top",
  "left",
  "right",
  "bottom",
  "inside",
  "insideLeft",
  "insideRight",
  "insideTop",
  "insideBottom",
  "insideTopLeft",
  "insideBottomLeft",
  "insideTopRight",
  "insideBottomRight",
] as const;

const end = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  z.coerce.number().optional().catch(undefined),
);

export const RadarForm = FormData.extend({
  ...LegendForm.shape,
  groupby: columnsControl,
  metrics: metricsControl,
  timeseries_limit_metric: metricControl,
  show_labels: flag(true),
  label_type: z.enum(["value", "key_value"]).catch("value").default("value"),
  label_position: z.enum(LABEL_POSITIONS).catch("top").default("top"),
  number_format: text,
  currency_format: CurrencyFormat,
  date_format: text,
  column_config: z
    .record(z.string(), z.looseObject({ radarMetricMinValue: end, radarMetricMaxValue: end }))
    .nullish()
    .catch(null),
  is_circle: flag(false),
});
export type RadarForm = z.infer<typeof RadarForm>;
