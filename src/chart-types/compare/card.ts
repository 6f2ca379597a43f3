import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "compare",
  key: "compare",
  name: "Time-series Percent Change",
  description: "How much series have changed, in percent, since a day that the reader moves",
  category: "Evolution",
  tags: ["Time", "Advanced-Analytics", "Comparison", "Line", "Percentages", "Predictive", "Trend", "Legacy"],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
