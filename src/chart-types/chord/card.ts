import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "chord",
  key: "chord",
  name: "Chord Diagram",
  description: "Flows between categories around a circle. Wider ribbons are larger values",
  category: "Flow",
  tags: ["Circular", "Legacy", "Proportional", "Relational", "ECharts"],
  icon: "orbit",
  behaviors: [],
  skeleton: "pie",
};
