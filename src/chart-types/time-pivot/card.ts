import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "time-pivot",
  key: "time_pivot",
  name: msg("Time-series Period Pivot"),
  description: msg(
    "A metric for several weeks, months or years on top of each other. Compares the current period with earlier ones",
  ),
  category: "Evolution",
  tags: [msg("Legacy"), msg("Time")],
  icon: "chart-line",
  behaviors: ["drill-to-detail"],
  skeleton: "line",
};
