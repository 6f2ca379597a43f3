import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "graph",
  key: "graph_chart",
  name: msg("Graph Chart"),
  description: msg("Nodes and the links between them: what is connected, and how strongly"),
  category: "Flow",
  tags: [
    msg("Circular"),
    msg("Comparison"),
    msg("Directional"),
    msg("Relational"),
    msg("Structural"),
    msg("Transformable"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "waypoints",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
