import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "para",
  key: "para",
  name: msg("Parallel Coordinates"),
  description: msg(
    "Each row as a line across one axis per metric. Shows relationships; drag on an axis to highlight lines",
  ),
  category: "Ranking",
  tags: [msg("Directional"), msg("Legacy"), msg("Relational"), msg("ECharts")],
  icon: "audio-lines",
  behaviors: [],
  skeleton: "line",
};
