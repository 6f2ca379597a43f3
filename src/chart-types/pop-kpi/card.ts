import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "pop-kpi",
  key: "pop_kpi",
  name: msg("Big Number with Time Period Comparison"),
  description: msg("A single metric in large type, compared with an earlier time range"),
  category: "KPI",
  tags: [msg("Comparison"), msg("Business"), msg("Percentages"), msg("Report"), msg("Advanced-Analytics")],
  icon: "hash",
  behaviors: [],
  skeleton: "number",
};
