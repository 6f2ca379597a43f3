import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "timeseries-bar",
  key: "echarts_timeseries_bar",
  name: msg("Bar Chart"),
  description: msg("Metrics by category or over time as bars: grouped or stacked, vertical or horizontal"),
  category: "Evolution",
  tags: [
    msg("Predictive"),
    msg("Advanced-Analytics"),
    msg("Time"),
    msg("Transformable"),
    msg("Stacked"),
    msg("Bar"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "chart-column",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
  replaces: ["bar", "dist_bar"],
};
