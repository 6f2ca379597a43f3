import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-multi",
  key: "deck_multi",
  name: "deck.gl Multiple Layers",
  description: "Several saved maps as layers on one map",
  category: "Map",
  tags: ["deckGL", "Multi-Layers"],
  icon: "layers",
  behaviors: [],
  skeleton: "points",
};
