import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "histogram",
  key: "histogram_v2",
  name: "Histogram",
  description: "How often a number takes values in each range: where it is dense and how far its tail reaches",
  category: "Distribution",
  tags: ["Comparison", "Pattern", "Range"],
  icon: "chart-column-big",
  behaviors: [],
  skeleton: "bars",
  replaces: ["histogram"],
};
