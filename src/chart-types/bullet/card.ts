import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "bullet",
  key: "bullet",
  name: msg("Bullet Chart"),
  description: msg("A metric compared with ranges and targets in a small space"),
  category: "KPI",
  tags: [msg("Business"), msg("Legacy"), msg("Report")],
  icon: "target",
  behaviors: ["drill-to-detail"],
  skeleton: "bars",
};
