import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "table",
  key: "table",
  name: msg("Table"),
  description: msg("Aggregated metrics or raw rows, with cell bars, colors, totals and pagination"),
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
  icon: "table",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "table",
};
