import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "cartodiagram",
  key: "cartodiagram",
  name: msg("Cartodiagram"),
  description: msg("A saved chart drawn at each location on a map with that location's data"),
  category: "Map",
  tags: [msg("Geo"), msg("2D"), msg("Spatial"), msg("Experimental")],
  icon: "map",
  behaviors: [],
  skeleton: "points",
};
