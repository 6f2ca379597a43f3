import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "graph",
  key: "graph_chart",
  name: "Graph Chart",
  description: "Nodes and the links between them: what is connected, and how strongly",
  category: "Flow",
  tags: ["Circular", "Comparison", "Directional", "Relational", "Structural", "Transformable", "Featured", "ECharts"],
  icon: "waypoints",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
