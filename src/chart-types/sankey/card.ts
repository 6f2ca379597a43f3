import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "sankey",
  key: "sankey_v2",
  name: msg("Sankey Chart"),
  description: msg("Flows from sources to targets. Wider streams are larger values"),
  category: "Flow",
  tags: [msg("Directional"), msg("Distribution"), msg("Flow"), msg("ECharts")],
  icon: "merge",
  behaviors: [],
  skeleton: "bars",
  replaces: ["sankey"],
};
