import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "radar",
  key: "radar",
  name: msg("Radar Chart"),
  description: msg("Several metrics on axes around a center. Shows the profile of each group at a glance"),
  category: "Ranking",
  tags: [
    msg("Business"),
    msg("Comparison"),
    msg("Multi-Variables"),
    msg("Report"),
    msg("Web"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "radar",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
