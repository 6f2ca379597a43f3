import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "time-table",
  key: "time_table",
  name: "Time-series Table",
  description: "One row per metric or group, with sparklines, changes and percentages",
  category: "Table",
  tags: ["Multi-Variables", "Comparison", "Legacy", "Percentages", "Tabular", "Text", "Trend"],
  icon: "table",
  behaviors: [],
  skeleton: "table",
};
