import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "table",
  key: "table",
  name: "Table",
  description: "Aggregated metrics or raw rows, with cell bars, colors, totals and pages",
  category: "Table",
  tags: ["Additive", "Business", "Pattern", "Featured", "Report", "Sequential", "Tabular"],
  icon: "table",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
};
