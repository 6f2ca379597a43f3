import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "rose",
  key: "rose",
  name: "Nightingale Rose Chart",
  description: "Periods around a circle, with longer petals for larger values. Shows yearly or daily cycles",
  category: "Ranking",
  tags: ["Legacy", "Advanced-Analytics", "Circular", "Multi-Layers", "Pattern", "Time", "Trend", "ECharts"],
  icon: "flower",
  behaviors: [],
  skeleton: "pie",
};
