import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "bubble",
  key: "bubble_v2",
  name: msg("Bubble Chart"),
  description: msg("Compares three metrics: x-axis, y-axis and bubble size. Color shows the series"),
  category: "Correlation",
  tags: [
    msg("Multi-Dimensions"),
    msg("Comparison"),
    msg("Scatter"),
    msg("Time"),
    msg("Trend"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "chart-scatter",
  behaviors: [],
  skeleton: "points",
  replaces: ["bubble"],
};
