import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "timeseries-scatter",
  key: "echarts_timeseries_scatter",
  name: msg("Scatter Plot"),
  description: msg("Individual points along an axis"),
  category: "Evolution",
  tags: [
    msg("Predictive"),
    msg("Advanced-Analytics"),
    msg("Time"),
    msg("Transformable"),
    msg("Scatter"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "chart-scatter",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
