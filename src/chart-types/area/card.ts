import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "area",
  key: "echarts_area",
  name: "Area Chart",
  description: "Measures over time with the area under them filled: parts of a whole when stacked",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Line", "Transformable", "Stacked", "Featured", "ECharts"],
  icon: "chart-area",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  replaces: ["area"],
};
