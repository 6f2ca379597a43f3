import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-scatter",
  key: "echarts_timeseries_scatter",
  name: "Scatter Plot",
  description: "Individual points along an axis",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Scatter", "Featured", "ECharts"],
  icon: "chart-scatter",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
