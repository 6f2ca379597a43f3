import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "pop-kpi",
  key: "pop_kpi",
  name: "Big Number with Time Period Comparison",
  description: "A single metric in large type, with what it was in an earlier time range and how it changed since",
  category: "KPI",
  tags: ["Comparison", "Business", "Percentages", "Report", "Advanced-Analytics"],
  icon: "hash",
  behaviors: [],
  skeleton: "number",
};
