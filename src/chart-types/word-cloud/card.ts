import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "word-cloud",
  key: "word_cloud",
  name: msg("Word Cloud"),
  description: msg("Words sized by a metric"),
  category: "Ranking",
  tags: [msg("Categorical"), msg("Comparison"), msg("Density"), msg("Single Metric"), msg("ECharts")],
  icon: "whole-word",
  behaviors: [],
  skeleton: "points",
};
