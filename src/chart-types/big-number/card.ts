import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "big-number",
  key: "big_number",
  name: msg("Big Number with Trendline"),
  description: msg("A metric in large type with its trend and its change since an earlier point"),
  category: "KPI",
  tags: [msg("Advanced-Analytics"), msg("Line"), msg("Percentages"), msg("Featured"), msg("Report"), msg("Trend")],
  icon: "trending-up",
  behaviors: ["drill-to-detail"],
  skeleton: "number",
};
