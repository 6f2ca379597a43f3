import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "pie",
  key: "pie",
  name: "Pie Chart",
  description: "Parts of a whole as slices. Best with a few, clearly different values",
  category: "Part of a Whole",
  tags: ["Categorical", "Circular", "Comparison", "Percentages", "Featured", "Proportional", "Nightingale", "ECharts"],
  icon: "chart-pie",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
