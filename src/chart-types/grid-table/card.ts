import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "grid-table",
  key: "ag-grid-table",
  name: "Table V2",
  description: "An interactive table: sort, filter, reorder, pin and hide columns, with totals, pages and search",
  category: "Table",
  tags: ["Additive", "Business", "Pattern", "Featured", "Report", "Sequential", "Tabular"],
  icon: "table-2",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
};
