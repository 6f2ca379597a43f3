import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-hex",
  key: "deck_hex",
  name: "deck.gl 3D Hexagon",
  description: "Points grouped into hexagonal cells, colored and raised by value",
  category: "Map",
  tags: ["deckGL", "3D", "Geo", "Density", "Intensity"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
