import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-path",
  key: "deck_path",
  name: "deck.gl Path",
  description: "Lines on a map, such as routes",
  category: "Map",
  tags: ["deckGL", "Web"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "line",
};
