import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "gauge",
  key: "gauge_chart",
  name: "Gauge Chart",
  description: "How far a metric has come on a scale, for one value or a few",
  category: "KPI",
  tags: ["Multi-Variables", "Business", "Comparison", "Report", "Featured", "ECharts"],
  icon: "gauge",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
