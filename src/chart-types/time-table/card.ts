import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "time-table",
  key: "time_table",
  name: "Time-series Table",
  description: "Metrics or groups line by line, each with its course, its changes and its share",
  category: "Table",
  tags: ["Multi-Variables", "Comparison", "Legacy", "Percentages", "Tabular", "Text", "Trend"],
  icon: "table",
  behaviors: [],
  skeleton: "table",
};
