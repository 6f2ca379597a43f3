import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-step",
  key: "echarts_timeseries_step",
  name: "Stepped Line",
  description: "Measures that hold until they change: prices, rates, stocks, as lines in steps",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Stacked", "ECharts"],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
