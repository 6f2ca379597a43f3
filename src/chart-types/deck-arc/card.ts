import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-arc",
  key: "deck_arc",
  name: msg("deck.gl Arc"),
  description: msg("Arcs between pairs of locations"),
  category: "Map",
  tags: [msg("deckGL"), msg("Geo"), msg("3D"), msg("Relational"), msg("Web")],
  icon: "map",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "points",
};
