import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "country-map",
  key: "country_map",
  name: msg("Country Map"),
  description: msg("Regions of one country colored by a metric"),
  category: "Map",
  tags: [msg("2D"), msg("Comparison"), msg("Geo"), msg("Range"), msg("Report"), msg("Stacked")],
  icon: "map-pinned",
  behaviors: [],
  skeleton: "grid",
};
