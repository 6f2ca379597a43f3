import { migrateBars } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { TimeseriesForm, type TimeseriesKind } from "../../chart-kit/timeseries/schema.ts";
import { timeseriesSections } from "../../chart-kit/timeseries/sections.ts";
import { timeseriesDrawing } from "../../chart-kit/timeseries/transform.ts";
import { defineChartType } from "../define.ts";
import { gallery } from "./gallery.ts";

const kind: TimeseriesKind = { mark: "bar", name: "Bar chart" };

export const timeseriesBar = defineChartType({
  key: "echarts_timeseries_bar",
  name: "Bar Chart",
  description: "Measures compared by category or over time, as bars side by side or stacked, standing or lying.",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Stacked", "Bar", "Featured", "ECharts"],
  icon: "chart-column",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
  sections: timeseriesSections(kind),
  replaces: ["bar", "dist_bar"],
  migrate: migrateBars,
  gallery,
  schema: TimeseriesForm,
  buildQuery: (form) => buildTimeseriesQuery(form),
  transform: (input) => timeseriesDrawing(input, kind),
});
