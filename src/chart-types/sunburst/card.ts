import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "sunburst",
  key: "sunburst_v2",
  name: "Sunburst Chart",
  description: "Parts of a whole in rings. Each ring breaks down the one inside it",
  category: "Part of a Whole",
  tags: ["Multi-Levels", "Proportional", "Featured", "ECharts"],
  icon: "sun",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
  replaces: ["sunburst"],
};
