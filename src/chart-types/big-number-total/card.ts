import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "big-number-total",
  key: "big_number_total",
  name: "Big Number",
  description: "A single metric in large type",
  category: "KPI",
  tags: ["Additive", "Business", "Percentages", "Featured", "Report"],
  icon: "hash",
  behaviors: ["drill-to-detail"],
  skeleton: "number",
};
