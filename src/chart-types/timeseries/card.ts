import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries",
  key: "echarts_timeseries",
  name: "Generic Chart",
  description: "Basic time-series chart",
  category: "Evolution",
  tags: ["Advanced-Analytics", "Line", "Predictive", "Time", "Transformable", "ECharts"],
  icon: "chart-no-axes-combined",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
