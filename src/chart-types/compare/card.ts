import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "compare",
  key: "compare",
  name: "Time-series Percent Change",
  description: "Percent change of each series relative to a date you can drag",
  category: "Evolution",
  tags: ["Time", "Advanced-Analytics", "Comparison", "Line", "Percentages", "Predictive", "Trend", "Legacy"],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
