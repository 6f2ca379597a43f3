import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "big-number-total",
  key: "big_number_total",
  name: "Big Number",
  description: "A single metric in large type, for the figure everybody asks for first",
  category: "KPI",
  tags: ["Additive", "Business", "Percentages", "Featured", "Report"],
  icon: "hash",
  behaviors: ["drill-to-detail"],
  skeleton: "number",
};
