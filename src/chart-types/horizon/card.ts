import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "horizon",
  key: "horizon",
  name: msg("Horizon Chart"),
  description: msg("Many series over time in thin rows. Colors get darker the further a value is from zero"),
  category: "Distribution",
  tags: [msg("Legacy")],
  icon: "chart-area",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
