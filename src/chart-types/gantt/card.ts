import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "gantt",
  key: "gantt_chart",
  name: msg("Gantt Chart"),
  description: msg("Tasks, shifts or incidents as bars from start to end along a time axis"),
  category: "Other",
  tags: [msg("Featured"), msg("Timeline"), msg("Time"), msg("ECharts")],
  icon: "chart-gantt",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
