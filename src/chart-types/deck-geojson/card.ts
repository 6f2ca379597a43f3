import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "deck-geojson",
  key: "deck_geojson",
  name: msg("deck.gl Geojson"),
  description: msg("Shapes from a GeoJSON column"),
  category: "Map",
  tags: [msg("deckGL"), msg("2D")],
  icon: "map",
  behaviors: ["cross-filter"],
  skeleton: "grid",
};
