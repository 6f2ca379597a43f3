import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "word-cloud",
  key: "word_cloud",
  name: "Word Cloud",
  description: "Words sized by a metric",
  category: "Ranking",
  tags: ["Categorical", "Comparison", "Density", "Single Metric", "ECharts"],
  icon: "whole-word",
  behaviors: [],
  skeleton: "points",
};
