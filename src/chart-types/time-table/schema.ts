import { z } from "zod";
import { columnControl, columnsControl, FormData, metricsControl } from "../../model/form-data.ts";

const number = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  z.coerce.number().nullable().catch(null),
);
const bounds = z.tuple([number, number]).nullish().catch(null);
const text = z.string().nullish().catch(null);

/** One column of the table. Names are the wire's. */
export const TimeColumn = z.looseObject({
  key: text,
  label: text,
  tooltip: text,
  /** `time`: a value against an earlier one; `contrib`: share of all lines; `avg`; `spark`: the course. */
  colType: z.enum(["time", "contrib", "spark", "avg"]).nullish().catch(null),
  comparisonType: z.enum(["value", "diff", "perc", "perc_change"]).nullish().catch(null),
  /** How many steps back; of an average: over how many. */
  timeLag: number,
  /** Of a course: each value as a ratio to the one so many steps before. */
  timeRatio: number,
  sparkType: z.enum(["line", "bar", "area"]).nullish().catch(null),
  /** Pixels. */
  width: number,
  height: number,
  showYAxis: z.boolean().nullish().catch(null),
  yAxisBounds: bounds,
  /** The values that are all red, and all blue. */
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
