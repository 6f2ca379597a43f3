import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "timeseries-smooth",
  key: "echarts_timeseries_smooth",
  name: msg("Smooth Line"),
  description: msg("Metrics over time as smooth curves that emphasize the trend"),
  category: "Evolution",
  tags: [msg("Predictive"), msg("Advanced-Analytics"), msg("Time"), msg("Line"), msg("Transformable"), msg("ECharts")],
  icon: "chart-spline",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
