import { z } from "zod";
import { number, TimeseriesForm, text } from "../../chart-kit/timeseries/schema.ts";

export const HorizonForm = TimeseriesForm.extend({
  series_height: number(25).pipe(z.number().min(8).max(400).catch(25)),
  horizon_color_scale: z.enum(["series", "overall", "change"]).catch("series").default("series"),
  linear_color_scheme: text,
});
export type HorizonForm = z.infer<typeof HorizonForm>;
