import { z } from "zod";
import { columnControl, columnsControl, FormData, metricsControl } from "../../model/form-data.ts";

const number = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  z.coerce.number().nullable().catch(null),
);
const bounds = z.tuple([number, number]).nullish().catch(null);
const text = z.string().nullish().catch(null);

export const TimeColumn = z.looseObject({
  key: text,
  label: text,
  tooltip: text,
  /** `time`: compared with an earlier value; `contrib`: share of all rows; `avg`: average; `spark`: sparkline. */
  colType: z.enum(["time", "contrib", "spark", "avg"]).nullish().catch(null),
  comparisonType: z.enum(["value", "diff", "perc", "perc_change"]).nullish().catch(null),
  /** Steps back; for averages, the number of steps. */
  timeLag: number,
  /** For sparklines: ratio to the value this many steps before. */
  timeRatio: number,
  sparkType: z.enum(["line", "bar", "area"]).nullish().catch(null),
  width: number,
  height: number,
  showYAxis: z.boolean().nullish().catch(null),
  yAxisBounds: bounds,
  /** Values shown fully red and fully blue. */
  bounds,
  d3format: text,
  dateFormat: text,
});
export type TimeColumn = z.infer<typeof TimeColumn>;

export const TimeTableForm = FormData.extend({
  x_axis: columnControl,
  metrics: metricsControl,
  groupby: columnsControl,
  limit: number,
  url: text,
  column_collection: z.preprocess((value) => value ?? [], z.array(TimeColumn).catch([])),
});
export type TimeTableForm = z.infer<typeof TimeTableForm>;
