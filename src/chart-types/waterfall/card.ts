import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "waterfall",
  key: "waterfall",
  name: "Waterfall Chart",
  description: "How increases and decreases add up to a total, step by step",
  category: "Evolution",
  tags: ["Categorical", "Comparison", "Featured", "ECharts"],
  icon: "chart-bar-increasing",
  behaviors: [],
  skeleton: "bars",
};
