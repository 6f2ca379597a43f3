import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "tree",
  key: "tree_chart",
  name: msg("Tree Chart"),
  description: msg("A hierarchy as branches you can expand and collapse"),
  category: "Part of a Whole",
  tags: [
    msg("Categorical"),
    msg("Multi-Levels"),
    msg("Relational"),
    msg("Structural"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "network",
  behaviors: [],
  skeleton: "bars",
};
