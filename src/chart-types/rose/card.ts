import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "rose",
  key: "rose",
  name: "Nightingale Rose Chart",
  description: "Periods around a circle, each petal as long as its values: what returns every year or every day",
  category: "Ranking",
  tags: ["Legacy", "Advanced-Analytics", "Circular", "Multi-Layers", "Pattern", "Time", "Trend", "ECharts"],
  icon: "flower",
  behaviors: [],
  skeleton: "pie",
};
