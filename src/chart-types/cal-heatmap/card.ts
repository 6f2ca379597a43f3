import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "cal-heatmap",
  key: "cal_heatmap",
  name: msg("Calendar Heatmap"),
  description: msg(
    "A metric by day, hour or month as colored calendar cells. Shows seasons, weekdays and single days at a glance",
  ),
  category: "Correlation",
  tags: [
    msg("Business"),
    msg("Comparison"),
    msg("Intensity"),
    msg("Pattern"),
    msg("Report"),
    msg("Trend"),
    msg("ECharts"),
  ],
  icon: "calendar-days",
  behaviors: [],
  skeleton: "grid",
};
