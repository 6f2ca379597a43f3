import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { TimeseriesForm, type TimeseriesKind } from "../../chart-kit/timeseries/schema.ts";
import { timeseriesSections } from "../../chart-kit/timeseries/sections.ts";
import { timeseriesDrawing } from "../../chart-kit/timeseries/transform.ts";
import { defineChartType } from "../define.ts";
import { gallery } from "./gallery.ts";

const kind: TimeseriesKind = { mark: "scatter", name: "Scatter plot" };

export const timeseriesScatter = defineChartType({
  key: "echarts_timeseries_scatter",
  name: "Scatter Plot",
  description: "Single points along an axis: measures whose points are not one line.",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Scatter", "Featured", "ECharts"],
  icon: "chart-scatter",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
  sections: timeseriesSections(kind),
  gallery,
  schema: TimeseriesForm,
  buildQuery: (form) => buildTimeseriesQuery(form),
  transform: (input) => timeseriesDrawing(input, kind),
});
