import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "big-number",
  key: "big_number",
  name: "Big Number with Trendline",
  description: "A metric in large type with its trend and its change since an earlier point",
  category: "KPI",
  tags: ["Advanced-Analytics", "Line", "Percentages", "Featured", "Report", "Trend"],
  icon: "trending-up",
  behaviors: ["drill-to-detail"],
  skeleton: "number",
};
