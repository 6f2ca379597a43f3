import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "cartodiagram",
  key: "cartodiagram",
  name: "Cartodiagram",
  description: "A saved chart drawn at each location on a map with that location's data",
  category: "Map",
  tags: ["Geo", "2D", "Spatial", "Experimental"],
  icon: "map",
  behaviors: [],
  skeleton: "points",
};
