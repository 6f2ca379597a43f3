import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "box-plot",
  key: "box_plot",
  name: "Box Plot",
  description: "Distribution of values per group: median, quartiles and outliers",
  category: "Distribution",
  tags: ["Range", "Statistical", "Featured", "ECharts"],
  icon: "chart-candlestick",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
