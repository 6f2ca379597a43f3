import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "timeseries-step",
  key: "echarts_timeseries_step",
  name: "Stepped Line",
  description: "Values that stay the same until they change, such as prices or rates, as stepped lines",
  category: "Evolution",
  tags: ["Predictive", "Advanced-Analytics", "Time", "Transformable", "Stacked", "ECharts"],
  icon: "chart-line",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
