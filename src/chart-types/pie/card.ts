import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "pie",
  key: "pie",
  name: msg("Pie Chart"),
  description: msg("Parts of a whole as slices. Best with a few, clearly different values"),
  category: "Part of a Whole",
  tags: [
    msg("Categorical"),
    msg("Circular"),
    msg("Comparison"),
    msg("Percentages"),
    msg("Featured"),
    msg("Proportional"),
    msg("Nightingale"),
    msg("ECharts"),
  ],
  icon: "chart-pie",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
};
