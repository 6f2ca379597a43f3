import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "area",
  key: "echarts_area",
  name: "Area Chart",
  description: "Metrics over time with the area below filled. Stack series to show parts of a whole",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Line", "Transformable", "Stacked", "Featured", "ECharts"],
  icon: "chart-area",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  replaces: ["area"],
};
