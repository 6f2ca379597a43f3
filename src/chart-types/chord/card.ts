import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "chord",
  key: "chord",
  name: msg("Chord Diagram"),
  description: msg("Flows between categories around a circle. Wider ribbons are larger values"),
  category: "Flow",
  tags: [msg("Circular"), msg("Legacy"), msg("Proportional"), msg("Relational"), msg("ECharts")],
  icon: "orbit",
  behaviors: [],
  skeleton: "pie",
};
