import { flag, TimeseriesForm, text } from "../../chart-kit/timeseries/schema.ts";

export const RoseForm = TimeseriesForm.extend({
  rose_area_proportion: flag(false),
  date_time_format: text,
  number_format: text,
  contribution: flag(false),
});

export type RoseForm = typeof RoseForm._output;
