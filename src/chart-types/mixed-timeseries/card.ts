import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "mixed-timeseries",
  key: "mixed_timeseries",
  name: msg("Mixed Chart"),
  description: msg("Two queries on one time axis, each as lines, bars or points on the left or right y-axis"),
  category: "Evolution",
  tags: [
    msg("Advanced-Analytics"),
    msg("Line"),
    msg("Multi-Variables"),
    msg("Time"),
    msg("Transformable"),
    msg("Featured"),
    msg("ECharts"),
  ],
  icon: "chart-no-axes-combined",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
  replaces: ["dual_line"],
};
