import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "country-map",
  key: "country_map",
  name: "Country Map",
  description: "Regions of one country colored by a metric",
  category: "Map",
  tags: ["2D", "Comparison", "Geo", "Range", "Report", "Stacked"],
  icon: "map-pinned",
  behaviors: [],
  skeleton: "grid",
};
