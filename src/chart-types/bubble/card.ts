import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "bubble",
  key: "bubble_v2",
  name: "Bubble Chart",
  description: "Compares three metrics: x-axis, y-axis and bubble size. Color shows the series",
  category: "Correlation",
  tags: ["Multi-Dimensions", "Comparison", "Scatter", "Time", "Trend", "Featured", "ECharts"],
  icon: "chart-scatter",
  behaviors: [],
  skeleton: "points",
  replaces: ["bubble"],
};
