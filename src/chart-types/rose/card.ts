import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "rose",
  key: "rose",
  name: msg("Nightingale Rose Chart"),
  description: msg("Periods around a circle, with longer petals for larger values. Shows yearly or daily cycles"),
  category: "Ranking",
  tags: [
    msg("Legacy"),
    msg("Advanced-Analytics"),
    msg("Circular"),
    msg("Multi-Layers"),
    msg("Pattern"),
    msg("Time"),
    msg("Trend"),
    msg("ECharts"),
  ],
  icon: "flower",
  behaviors: [],
  skeleton: "pie",
};
