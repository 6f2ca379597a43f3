import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "table",
  key: "table",
  name: "Table",
  description: "Metrics by dimensions, or the rows as they are, with bars, colors, totals and paging",
  category: "Table",
  tags: ["Additive", "Business", "Pattern", "Featured", "Report", "Sequential", "Tabular"],
  icon: "table",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
};
