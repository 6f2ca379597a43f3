import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "world-map",
  key: "world_map",
  name: "World Map",
  description: "Countries colored by one metric, with bubbles for another",
  category: "Map",
  tags: ["2D", "Comparison", "Intensity", "Legacy", "Multi-Dimensions", "Multi-Layers", "Scatter", "Featured"],
  icon: "map",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "grid",
};
