import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "area",
  key: "echarts_area",
  name: msg("Area Chart"),
  description: msg("Metrics over time with the area below filled. Stack series to show parts of a whole"),
  category: "Evolution",
  tags: [
    msg("Predictive"),
    msg("Advanced-Analytics"),
    msg("Time"),
    msg("Line"),
    msg("Transformable"),
    msg("Stacked"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "chart-area",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  replaces: ["area"],
};
