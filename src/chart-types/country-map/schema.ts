import type { z } from "zod";
import { CurrencyFormat, text } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";

export const CountryMapForm = FormData.extend({
  select_country: text,
  entity: columnControl,
  metric: metricControl,
  number_format: text,
  currency_format: CurrencyFormat,
  linear_color_scheme: text,
});

export type CountryMapForm = z.infer<typeof CountryMapForm>;
