import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "paired-ttest",
  key: "paired_ttest",
  name: msg("Paired t-test Table"),
  description: msg("Tests whether groups differ significantly from a control group"),
  category: "Correlation",
  tags: [msg("Legacy"), msg("Statistical"), msg("Tabular")],
  icon: "sigma",
  behaviors: [],
  skeleton: "table",
};
