import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "sankey",
  key: "sankey_v2",
  name: "Sankey Chart",
  description: "What flows from where to where, each stream as wide as its value",
  category: "Flow",
  tags: ["Directional", "Distribution", "Flow", "ECharts"],
  icon: "merge",
  behaviors: [],
  skeleton: "bars",
  replaces: ["sankey"],
};
