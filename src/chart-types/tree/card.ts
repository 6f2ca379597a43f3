import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "tree",
  key: "tree_chart",
  name: "Tree Chart",
  description: "A hierarchy as branches you can expand and collapse",
  category: "Part of a Whole",
  tags: ["Categorical", "Multi-Levels", "Relational", "Structural", "Featured", "ECharts"],
  icon: "network",
  behaviors: [],
  skeleton: "bars",
};
