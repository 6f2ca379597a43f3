import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "point-cluster-map",
  key: "point_cluster_map",
  name: "Point Cluster Map",
  description: "Points on a map. Nearby points are grouped into clusters",
  category: "Map",
  tags: ["Business", "Intensity", "Density", "Scatter", "Transformable"],
  icon: "chart-scatter",
  behaviors: [],
  skeleton: "points",
  replaces: ["mapbox"],
};
