import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-scatter",
  key: "deck_scatter",
  name: msg("deck.gl Scatterplot"),
  description: msg("A point on the map per row, sized and colored by its values"),
  category: "Map",
  tags: [msg("deckGL"), msg("Comparison"), msg("Scatter"), msg("2D"), msg("Geo"), msg("Intensity"), msg("Density")],
  icon: "map",
  behaviors: ["cross-filter", "range-filter"],
  skeleton: "points",
};
