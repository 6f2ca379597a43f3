import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "pivot-table",
  key: "pivot_table_v2",
  name: "Pivot Table",
  description: "Metrics by row and column dimensions, with exact totals and collapsible groups",
  category: "Table",
  tags: ["Additive", "Report", "Tabular", "Featured"],
  icon: "grid-3x3",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
  replaces: ["pivot_table"],
};
