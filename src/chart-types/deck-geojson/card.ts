import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-geojson",
  key: "deck_geojson",
  name: "deck.gl Geojson",
  description: "Shapes from a GeoJSON column",
  category: "Map",
  tags: ["deckGL", "2D"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
