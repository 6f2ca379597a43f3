import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "sunburst",
  key: "sunburst_v2",
  name: msg("Sunburst Chart"),
  description: msg("Parts of a whole in rings. Each ring breaks down the one inside it"),
  category: "Part of a Whole",
  tags: [msg("Multi-Levels"), msg("Proportional"), msg("Featured"), msg("ECharts")],
  icon: "sun",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
  replaces: ["sunburst"],
};
