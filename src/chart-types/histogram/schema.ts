import { z } from "zod";
import { columnControl, columnsControl, FormData } from "../../model/form-data.ts";

const bounds = z.tuple([z.number(), z.number()]).nullish().catch(null);

export const HistogramForm = FormData.extend({
  column: columnControl,
  groupby: columnsControl,
  bins: z.coerce.number().int().positive().nullish().catch(5),
  normalize: z.boolean().nullish(),
  cumulative: z.boolean().nullish(),
  show_value: z.boolean().nullish(),
  show_legend: z.boolean().nullish(),
  x_axis_title: z.string().nullish(),
  x_axis_format: z.string().nullish(),
  y_axis_title: z.string().nullish(),
  y_axis_format: z.string().nullish(),
  /** Our own keys, set in chart grids so that cells are comparable. */
  x_axis_bounds: bounds,
  y_axis_bounds: bounds,
  highlight_from: z.preprocess((value) => (value === "" ? null : value), z.coerce.number().nullish()),
});
export type HistogramForm = z.infer<typeof HistogramForm>;

export const DEFAULT_BINS = 5;
