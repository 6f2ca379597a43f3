import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "chord",
  key: "chord",
  name: "Chord Diagram",
  description: "What flows between things on a circle, each ribbon as wide as its value",
  category: "Flow",
  tags: ["Circular", "Legacy", "Proportional", "Relational", "ECharts"],
  icon: "orbit",
  behaviors: [],
  skeleton: "pie",
};
