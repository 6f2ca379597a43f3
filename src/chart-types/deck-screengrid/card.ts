import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-screengrid",
  key: "deck_screengrid",
  name: "deck.gl Screen Grid",
  description: "Points grouped into screen squares, recalculated as you zoom",
  category: "Map",
  tags: ["deckGL", "Comparison", "Density", "Intensity"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
