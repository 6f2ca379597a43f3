import { z } from "zod";
import { colorControl } from "../../chart-kit/map/color.ts";
import { CurrencyFormat, flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";
import { FIELD_TYPES } from "./country-index.ts";

export const WorldMapForm = FormData.extend({
  entity: columnControl,
  country_fieldtype: z.enum(FIELD_TYPES).catch("cca2").default("cca2"),
  metric: metricControl,
  secondary_metric: metricControl,
  sort_by_metric: flag(false),
  show_bubbles: flag(false),
  max_bubble_size: number(25),
  color_picker: colorControl,
  color_by: z.enum(["metric", "country"]).catch("metric").default("metric"),
  linear_color_scheme: text,
  y_axis_format: text,
  currency_format: CurrencyFormat,
});

export type WorldMapForm = z.infer<typeof WorldMapForm>;
