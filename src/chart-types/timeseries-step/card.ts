import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "timeseries-step",
  key: "echarts_timeseries_step",
  name: msg("Stepped Line"),
  description: msg("Values that stay the same until they change, such as prices or rates, as stepped lines"),
  category: "Evolution",
  tags: [
    msg("Predictive"),
    msg("Advanced-Analytics"),
    msg("Time"),
    msg("Transformable"),
    msg("Stacked"),
    msg("ECharts"),
  ],
  icon: "chart-line",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
