import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "grid-table",
  key: "ag-grid-table",
  name: "Table V2",
  description: "A table whose columns readers sort, filter, move, pin and hide, with totals, paging and a search box",
  category: "Table",
  tags: ["Additive", "Business", "Pattern", "Featured", "Report", "Sequential", "Tabular"],
  icon: "table-2",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
};
