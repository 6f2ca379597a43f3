import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "cartodiagram",
  key: "cartodiagram",
  name: "Cartodiagram",
  description: "A saved chart drawn at places of a map, at each with the data of that place",
  category: "Map",
  tags: ["Geo", "2D", "Spatial", "Experimental"],
  icon: "map",
  behaviors: [],
  skeleton: "points",
};
