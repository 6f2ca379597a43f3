import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "radar",
  key: "radar",
  name: "Radar Chart",
  description: "Several metrics on axes around a center. Shows the profile of each group at a glance",
  category: "Ranking",
  tags: ["Business", "Comparison", "Multi-Variables", "Report", "Web", "Featured", "ECharts"],
  icon: "radar",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
