import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-line",
  key: "echarts_timeseries_line",
  name: "Line Chart",
  description: "How metrics change over time, with one line per series",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Line", "Featured", "ECharts"],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
  replaces: ["line"],
};
