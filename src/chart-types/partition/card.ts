import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "partition",
  key: "partition",
  name: "Partition Chart",
  description: "How metrics break down by level, from left to right",
  category: "Part of a Whole",
  tags: ["Categorical", "Comparison", "Legacy", "Proportional", "ECharts"],
  icon: "panels-top-left",
  behaviors: [],
  skeleton: "grid",
};
