import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-smooth",
  key: "echarts_timeseries_smooth",
  name: "Smooth Line",
  description: "Metrics over time as smooth curves that emphasize the trend",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Line", "Transformable", "ECharts"],
  icon: "chart-spline",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
