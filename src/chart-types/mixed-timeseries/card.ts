import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "mixed-timeseries",
  key: "mixed_timeseries",
  name: "Mixed Chart",
  description: "Two queries on one time axis, each as lines, bars or points on the left or right y-axis",
  category: "Evolution",
  tags: ["Advanced-Analytics", "Line", "Multi-Variables", "Time", "Transformable", "Featured", "ECharts"],
  icon: "chart-no-axes-combined",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
  replaces: ["dual_line"],
};
