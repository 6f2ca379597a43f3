import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "handlebars",
  key: "handlebars",
  name: "Handlebars",
  description: "Rows written by a template of your own, with your own styles",
  category: "Other",
  tags: [],
  icon: "panels-top-left",
  behaviors: [],
  skeleton: "table",
};
