import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "treemap",
  key: "treemap_v2",
  name: msg("Treemap"),
  description: msg("Parts of a whole as nested rectangles sized by value"),
  category: "Part of a Whole",
  tags: [
    msg("Categorical"),
    msg("Comparison"),
    msg("Multi-Levels"),
    msg("Percentages"),
    msg("Proportional"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "layout-dashboard",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "grid",
  replaces: ["treemap"],
};
