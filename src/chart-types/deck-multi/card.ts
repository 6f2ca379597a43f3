import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-multi",
  key: "deck_multi",
  name: msg("deck.gl Multiple Layers"),
  description: msg("Several saved maps as layers on one map"),
  category: "Map",
  tags: [msg("deckGL"), msg("Multi-Layers")],
  icon: "layers",
  behaviors: [],
  skeleton: "points",
};
