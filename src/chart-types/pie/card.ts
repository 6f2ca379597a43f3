import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "pie",
  key: "pie",
  name: "Pie Chart",
  description: "Parts of a whole: one slice for each value of the dimensions, best with few, clearly different parts",
  category: "Part of a Whole",
  tags: ["Categorical", "Circular", "Comparison", "Percentages", "Featured", "Proportional", "Nightingale", "ECharts"],
  icon: "chart-pie",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
