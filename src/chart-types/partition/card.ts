import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "partition",
  key: "partition",
  name: msg("Partition Chart"),
  description: msg("How metrics break down by level, from left to right"),
  category: "Part of a Whole",
  tags: [msg("Categorical"), msg("Comparison"), msg("Legacy"), msg("Proportional"), msg("ECharts")],
  icon: "panels-top-left",
  behaviors: [],
  skeleton: "grid",
};
