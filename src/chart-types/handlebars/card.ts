import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "handlebars",
  key: "handlebars",
  name: "Handlebars",
  description: "Rows rendered with your own HTML template and CSS",
  category: "Other",
  tags: [],
  icon: "panels-top-left",
  behaviors: [],
  skeleton: "table",
};
