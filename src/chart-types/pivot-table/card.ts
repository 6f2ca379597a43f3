import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "pivot-table",
  key: "pivot_table_v2",
  name: msg("Pivot Table"),
  description: msg("Metrics by row and column dimensions, with exact totals and collapsible groups"),
  category: "Table",
  tags: [msg("Additive"), msg("Report"), msg("Tabular"), msg("Featured")],
  icon: "grid-3x3",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
  replaces: ["pivot_table"],
};
