import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "paired-ttest",
  key: "paired_ttest",
  name: "Paired t-test Table",
  description: "Tests whether groups differ significantly from a control group",
  category: "Correlation",
  tags: ["Legacy", "Statistical", "Tabular"],
  icon: "sigma",
  behaviors: [],
  skeleton: "table",
};
