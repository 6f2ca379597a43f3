import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "waterfall",
  key: "waterfall",
  name: msg("Waterfall Chart"),
  description: msg("How increases and decreases add up to a total, step by step"),
  category: "Evolution",
  tags: [msg("Categorical"), msg("Comparison"), msg("Featured"), msg("ECharts")],
  icon: "chart-bar-increasing",
  behaviors: [],
  skeleton: "bars",
};
