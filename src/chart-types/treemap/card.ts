import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "treemap",
  key: "treemap_v2",
  name: "Treemap",
  description: "Parts of a whole as nested rectangles sized by value",
  category: "Part of a Whole",
  tags: ["Categorical", "Comparison", "Multi-Levels", "Percentages", "Proportional", "Featured", "ECharts"],
  icon: "layout-dashboard",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "grid",
  replaces: ["treemap"],
};
