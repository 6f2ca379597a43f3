import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "gauge",
  key: "gauge_chart",
  name: msg("Gauge Chart"),
  description: msg("A metric on a dial, for one or a few values"),
  category: "KPI",
  tags: [msg("Multi-Variables"), msg("Business"), msg("Comparison"), msg("Report"), msg("Featured"), msg("ECharts")],
  icon: "gauge",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
