import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "histogram",
  key: "histogram_v2",
  name: msg("Histogram"),
  description: msg("How often values fall into each range. Shows the shape of a distribution"),
  category: "Distribution",
  tags: [msg("Comparison"), msg("Pattern"), msg("Range")],
  icon: "chart-column-big",
  behaviors: ["range-filter"],
  skeleton: "bars",
  replaces: ["histogram"],
};
