import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-grid",
  key: "deck_grid",
  name: "deck.gl Grid",
  description: "Places counted into squares, colored and raised by what lies in them",
  category: "Map",
  tags: ["deckGL", "3D", "Comparison", "Density"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
