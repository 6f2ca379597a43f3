import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "waterfall",
  key: "waterfall",
  name: "Waterfall Chart",
  description: "How a total comes about: each step adds to or takes from the one before it",
  category: "Evolution",
  tags: ["Categorical", "Comparison", "Featured", "ECharts"],
  icon: "chart-bar-increasing",
  behaviors: [],
  skeleton: "bars",
};
