import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "big-number-total",
  key: "big_number_total",
  name: msg("Big Number"),
  description: msg("A single metric in large type"),
  category: "KPI",
  tags: [msg("Additive"), msg("Business"), msg("Percentages"), msg("Featured"), msg("Report")],
  icon: "hash",
  behaviors: ["drill-to-detail"],
  skeleton: "number",
};
