import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "timeseries",
  key: "echarts_timeseries",
  name: msg("Time-series Chart"),
  description: msg("Basic time-series chart"),
  category: "Evolution",
  tags: [msg("Advanced-Analytics"), msg("Line"), msg("Predictive"), msg("Time"), msg("Transformable"), msg("ECharts")],
  icon: "chart-no-axes-combined",
  behaviors: ["cross-filter", "range-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
