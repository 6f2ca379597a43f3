import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "world-map",
  key: "world_map",
  name: msg("World Map"),
  description: msg("Countries colored by one metric, with bubbles for another"),
  category: "Map",
  tags: [
    msg("2D"),
    msg("Comparison"),
    msg("Intensity"),
    msg("Legacy"),
    msg("Multi-Dimensions"),
    msg("Multi-Layers"),
    msg("Scatter"),
    msg("Featured"),
  ],
  icon: "map",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "grid",
};
