import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-contour",
  key: "deck_contour",
  name: msg("deck.gl Contour"),
  description: msg("Lines and bands of equal density, like a contour map"),
  category: "Map",
  tags: [msg("deckGL"), msg("Spatial"), msg("Comparison"), msg("Density")],
  icon: "map",
  behaviors: ["cross-filter", "range-filter"],
  skeleton: "points",
};
