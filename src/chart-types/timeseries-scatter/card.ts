import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-scatter",
  key: "echarts_timeseries_scatter",
  name: "Scatter Plot",
  description: "Single points along an axis: measures whose points are not one line",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Scatter", "Featured", "ECharts"],
  icon: "chart-scatter",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
