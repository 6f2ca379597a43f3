import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-polygon",
  key: "deck_polygon",
  name: msg("deck.gl Polygon"),
  description: msg("Areas on a map, colored and raised by a metric"),
  category: "Map",
  tags: [msg("deckGL"), msg("3D"), msg("Multi-Dimensions"), msg("Geo")],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
