import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "grid-table",
  key: "ag-grid-table",
  name: msg("Interactive Table"),
  description: msg(
    "An interactive table: sort, filter, reorder, pin and hide columns, with totals, pagination and search",
  ),
  category: "Table",
  tags: [
    msg("Additive"),
    msg("Business"),
    msg("Pattern"),
    msg("Featured"),
    msg("Report"),
    msg("Sequential"),
    msg("Tabular"),
  ],
  icon: "table-2",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
};
