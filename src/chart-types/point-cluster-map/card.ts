import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "point-cluster-map",
  key: "point_cluster_map",
  name: "Point Cluster Map",
  description: "Points on a map, close ones drawn as one with their number",
  category: "Map",
  tags: ["Business", "Intensity", "Density", "Scatter", "Transformable"],
  icon: "chart-scatter",
  behaviors: [],
  skeleton: "points",
  replaces: ["mapbox"],
};
