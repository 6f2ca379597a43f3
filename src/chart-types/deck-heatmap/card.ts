import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-heatmap",
  key: "deck_heatmap",
  name: "deck.gl Heatmap",
  description: "Density of points as a heat map",
  category: "Map",
  tags: ["deckGL", "Spatial", "Density", "Intensity"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "points",
};
