import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "funnel",
  key: "funnel",
  name: msg("Funnel Chart"),
  description: msg("How much is left at each step of a process, and where the most is lost"),
  category: "KPI",
  tags: [
    msg("Business"),
    msg("Progressive"),
    msg("Report"),
    msg("Sequential"),
    msg("Trend"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "funnel",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
