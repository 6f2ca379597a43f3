import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-bar",
  key: "echarts_timeseries_bar",
  name: "Bar Chart",
  description: "Metrics by category or over time as bars: grouped or stacked, vertical or horizontal",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Stacked", "Bar", "Featured", "ECharts"],
  icon: "chart-column",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
  replaces: ["bar", "dist_bar"],
};
