import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "paired-ttest",
  key: "paired_ttest",
  name: "Paired t-test Table",
  description: "Whether groups differ from a control group by more than chance, period by period",
  category: "Correlation",
  tags: ["Legacy", "Statistical", "Tabular"],
  icon: "sigma",
  behaviors: [],
  skeleton: "table",
};
