import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "compare",
  key: "compare",
  name: msg("Time-series Percent Change"),
  description: msg("Percentage change of each series relative to a date you can drag"),
  category: "Evolution",
  tags: [
    msg("Time"),
    msg("Advanced-Analytics"),
    msg("Comparison"),
    msg("Line"),
    msg("Percentages"),
    msg("Predictive"),
    msg("Trend"),
    msg("Legacy"),
  ],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
