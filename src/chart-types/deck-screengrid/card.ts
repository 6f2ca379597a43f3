import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-screengrid",
  key: "deck_screengrid",
  name: "deck.gl Screen Grid",
  description: "Places counted into squares of the screen, which are counted anew as one zooms",
  category: "Map",
  tags: ["deckGL", "Comparison", "Density", "Intensity"],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
