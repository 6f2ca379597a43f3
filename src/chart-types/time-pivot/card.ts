import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "time-pivot",
  key: "time_pivot",
  name: "Time-series Period Pivot",
  description:
    "A metric for several weeks, months or years on top of each other. Compares the current period with earlier ones",
  category: "Evolution",
  tags: ["Legacy", "Time"],
  icon: "chart-line",
  behaviors: ["drill-to-detail"],
  skeleton: "line",
};
