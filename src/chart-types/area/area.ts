import { migrateLines } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { TimeseriesForm, type TimeseriesKind } from "../../chart-kit/timeseries/schema.ts";
import { timeseriesSections } from "../../chart-kit/timeseries/sections.ts";
import { timeseriesDrawing } from "../../chart-kit/timeseries/transform.ts";
import { defineChartType } from "../define.ts";
import { gallery } from "./gallery.ts";

const kind: TimeseriesKind = { mark: "area", name: "Area chart" };

export const area = defineChartType({
  key: "echarts_area",
  name: "Area Chart",
  description: "Measures over time with the area under them filled: parts of a whole when stacked.",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Line", "Transformable", "Stacked", "Featured", "ECharts"],
  icon: "chart-area",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  sections: timeseriesSections(kind),
  replaces: ["area"],
  migrate: migrateLines,
  gallery,
  schema: TimeseriesForm,
  buildQuery: (form) => buildTimeseriesQuery(form),
  transform: (input) => timeseriesDrawing(input, kind),
});
