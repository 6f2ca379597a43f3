import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-hex",
  key: "deck_hex",
  name: "deck.gl 3D Hexagon",
  description: "Places counted into hexagons, colored and raised by what lies in them",
  category: "Map",
  tags: ["deckGL", "3D", "Geo", "Density", "Intensity"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
