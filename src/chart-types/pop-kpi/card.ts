import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "pop-kpi",
  key: "pop_kpi",
  name: "Big Number with Time Period Comparison",
  description: "A single metric in large type, compared with an earlier time range",
  category: "KPI",
  tags: ["Comparison", "Business", "Percentages", "Report", "Advanced-Analytics"],
  icon: "hash",
  behaviors: [],
  skeleton: "number",
};
