import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "timeseries-line",
  key: "echarts_timeseries_line",
  name: msg("Line Chart"),
  description: msg("How metrics change over time, with one line per series"),
  category: "Evolution",
  tags: [msg("Predictive"), msg("Advanced-Analytics"), msg("Line"), msg("Featured"), msg("ECharts")],
  icon: "chart-line",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  replaces: ["line"],
};
