import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "gantt",
  key: "gantt_chart",
  name: "Gantt Chart",
  description: "Things with a start and an end as bars along time: plans, stays, shifts, incidents",
  category: "Other",
  tags: ["Featured", "Timeline", "Time", "ECharts"],
  icon: "chart-gantt",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
