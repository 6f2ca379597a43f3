import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "heatmap",
  key: "heatmap_v2",
  name: "Heatmap",
  description: "A metric by two dimensions as colored cells. Shows patterns such as busy hours and days at a glance",
  category: "Correlation",
  tags: ["Business", "Intensity", "Density", "Single Metric", "Featured"],
  icon: "grid-3x3",
  behaviors: ["cross-filter", "drill-to-detail"],
  skeleton: "grid",
  replaces: ["heatmap"],
};
