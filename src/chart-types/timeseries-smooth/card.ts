import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-smooth",
  key: "echarts_timeseries_smooth",
  name: "Smooth Line",
  description: "Measures over time as curves: the course of things rather than their single points",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Line", "Transformable", "ECharts"],
  icon: "chart-spline",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
