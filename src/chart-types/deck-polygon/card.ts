import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-polygon",
  key: "deck_polygon",
  name: "deck.gl Polygon",
  description: "Areas on a map, colored and raised by a metric",
  category: "Map",
  tags: ["deckGL", "3D", "Multi-Dimensions", "Geo"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
