import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-hex",
  key: "deck_hex",
  name: msg("deck.gl 3D Hexagon"),
  description: msg("Points grouped into hexagonal cells, colored and raised by value"),
  category: "Map",
  tags: [msg("deckGL"), msg("3D"), msg("Geo"), msg("Density"), msg("Intensity")],
  icon: "map",
  behaviors: ["cross-filter", "range-filter"],
  skeleton: "grid",
};
