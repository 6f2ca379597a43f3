import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "gauge",
  key: "gauge_chart",
  name: "Gauge Chart",
  description: "A metric on a dial, for one or a few values",
  category: "KPI",
  tags: ["Multi-Variables", "Business", "Comparison", "Report", "Featured", "ECharts"],
  icon: "gauge",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
