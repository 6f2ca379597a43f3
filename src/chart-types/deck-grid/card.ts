import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-grid",
  key: "deck_grid",
  name: msg("deck.gl Grid"),
  description: msg("Points grouped into square cells, colored and raised by value"),
  category: "Map",
  tags: [msg("deckGL"), msg("3D"), msg("Comparison"), msg("Density")],
  icon: "map",
  behaviors: ["cross-filter", "range-filter"],
  skeleton: "grid",
};
