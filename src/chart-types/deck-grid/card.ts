import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-grid",
  key: "deck_grid",
  name: "deck.gl Grid",
  description: "Points grouped into square cells, colored and raised by value",
  category: "Map",
  tags: ["deckGL", "3D", "Comparison", "Density"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
