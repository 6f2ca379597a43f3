import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "cal-heatmap",
  key: "cal_heatmap",
  name: "Calendar Heatmap",
  description:
    "A metric by day, hour or month as colored calendar cells. Shows seasons, weekdays and single days at a glance",
  category: "Correlation",
  tags: ["Business", "Comparison", "Intensity", "Pattern", "Report", "Trend", "ECharts"],
  icon: "calendar-days",
  behaviors: [],
  skeleton: "grid",
};
