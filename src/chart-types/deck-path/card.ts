import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-path",
  key: "deck_path",
  name: msg("deck.gl Path"),
  description: msg("Lines on a map, such as routes"),
  category: "Map",
  tags: [msg("deckGL"), msg("Web")],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "line",
};
