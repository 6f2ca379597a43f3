import { migrateLines } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { TimeseriesForm, type TimeseriesKind } from "../../chart-kit/timeseries/schema.ts";
import { timeseriesSections } from "../../chart-kit/timeseries/sections.ts";
import { timeseriesDrawing } from "../../chart-kit/timeseries/transform.ts";
import { defineChartType } from "../define.ts";
import { gallery } from "./gallery.ts";

const kind: TimeseriesKind = { mark: "line", name: "Line chart" };

export const timeseriesLine = defineChartType({
  key: "echarts_timeseries_line",
  name: "Line Chart",
  description: "How measures change along an axis, most often time: one line for each series.",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Line", "Featured", "ECharts"],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  sections: timeseriesSections(kind),
  replaces: ["line"],
  migrate: migrateLines,
  gallery,
  schema: TimeseriesForm,
  buildQuery: (form) => buildTimeseriesQuery(form),
  transform: (input) => timeseriesDrawing(input, kind),
});
