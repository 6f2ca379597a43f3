import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "funnel",
  key: "funnel",
  name: "Funnel Chart",
  description: "How much is left at each stage of a process, and where the most is lost",
  category: "KPI",
  tags: ["Business", "Progressive", "Report", "Sequential", "Trend", "Featured", "ECharts"],
  icon: "funnel",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
