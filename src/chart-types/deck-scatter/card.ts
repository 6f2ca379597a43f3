import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-scatter",
  key: "deck_scatter",
  name: "deck.gl Scatterplot",
  description: "A point on the map per row, sized and colored by its values",
  category: "Map",
  tags: ["deckGL", "Comparison", "Scatter", "2D", "Geo", "Intensity", "Density"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "points",
};
