import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-contour",
  key: "deck_contour",
  name: "deck.gl Contour",
  description: "Lines and bands of equal density, like a contour map",
  category: "Map",
  tags: ["deckGL", "Spatial", "Comparison", "Density"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "points",
};
