import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "heatmap",
  key: "heatmap_v2",
  name: msg("Heatmap"),
  description: msg(
    "A metric by two dimensions as colored cells. Shows patterns such as busy hours and days at a glance",
  ),
  category: "Correlation",
  tags: [msg("Business"), msg("Intensity"), msg("Density"), msg("Single Metric"), msg("Featured")],
  icon: "grid-3x3",
  behaviors: ["cross-filter", "drill-to-detail"],
  skeleton: "grid",
  replaces: ["heatmap"],
};
