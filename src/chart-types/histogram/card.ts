import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "histogram",
  key: "histogram_v2",
  name: "Histogram",
  description: "How often values fall into each range. Shows the shape of a distribution",
  category: "Distribution",
  tags: ["Comparison", "Pattern", "Range"],
  icon: "chart-column-big",
  behaviors: [],
  skeleton: "bars",
  replaces: ["histogram"],
};
