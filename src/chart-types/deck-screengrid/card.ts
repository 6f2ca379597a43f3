import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-screengrid",
  key: "deck_screengrid",
  name: msg("deck.gl Screen Grid"),
  description: msg("Points counted in a grid of on-screen squares, recalculated as you zoom"),
  category: "Map",
  tags: [msg("deckGL"), msg("Comparison"), msg("Density"), msg("Intensity")],
  icon: "map",
  behaviors: ["cross-filter", "range-filter"],
  skeleton: "grid",
};
