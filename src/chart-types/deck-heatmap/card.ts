import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-heatmap",
  key: "deck_heatmap",
  name: msg("deck.gl Heatmap"),
  description: msg("Density of points as a heat map"),
  category: "Map",
  tags: [msg("deckGL"), msg("Spatial"), msg("Density"), msg("Intensity")],
  icon: "map",
  behaviors: ["cross-filter", "range-filter"],
  skeleton: "points",
};
