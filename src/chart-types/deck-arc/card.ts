import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "deck-arc",
  key: "deck_arc",
  name: "deck.gl Arc",
  description: "Arcs between pairs of locations",
  category: "Map",
  tags: ["deckGL", "Geo", "3D", "Relational", "Web"],
  icon: "map",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
