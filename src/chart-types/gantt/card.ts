import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "gantt",
  key: "gantt_chart",
  name: "Gantt Chart",
  description: "Tasks, shifts or incidents as bars from start to end along a time axis",
  category: "Other",
  tags: ["Featured", "Timeline", "Time", "ECharts"],
  icon: "chart-gantt",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
