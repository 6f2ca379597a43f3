import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "sankey",
  key: "sankey_v2",
  name: "Sankey Chart",
  description: "Flows from sources to targets. Wider streams are larger values",
  category: "Flow",
  tags: ["Directional", "Distribution", "Flow", "ECharts"],
  icon: "merge",
  behaviors: [],
  skeleton: "bars",
  replaces: ["sankey"],
};
