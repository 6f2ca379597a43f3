import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "handlebars",
  key: "handlebars",
  name: msg("Handlebars"),
  description: msg("Rows rendered with your own HTML template and CSS"),
  category: "Other",
  tags: [],
  icon: "panels-top-left",
  behaviors: [],
  skeleton: "table",
};
