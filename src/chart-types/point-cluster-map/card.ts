import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "point-cluster-map",
  key: "point_cluster_map",
  name: msg("Point Cluster Map"),
  description: msg("Points on a map. Nearby points are grouped into clusters"),
  category: "Map",
  tags: [msg("Business"), msg("Intensity"), msg("Density"), msg("Scatter"), msg("Transformable")],
  icon: "chart-scatter",
  behaviors: [],
  skeleton: "points",
  replaces: ["mapbox"],
};
