import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "time-pivot",
  key: "time_pivot",
  name: "Time-series Period Pivot",
  description: "A metric over weeks, months or years laid over each other: this period against all before it",
  category: "Evolution",
  tags: ["Legacy", "Time"],
  icon: "chart-line",
  behaviors: ["drill-to-detail"],
  skeleton: "line",
};
