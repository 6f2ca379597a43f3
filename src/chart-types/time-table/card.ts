import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "time-table",
  key: "time_table",
  name: msg("Time-series Table"),
  description: msg("One row per metric or group, with sparklines, changes and percentages"),
  category: "Table",
  tags: [
    msg("Multi-Variables"),
    msg("Comparison"),
    msg("Legacy"),
    msg("Percentages"),
    msg("Tabular"),
    msg("Text"),
    msg("Trend"),
  ],
  icon: "table",
  behaviors: [],
  skeleton: "table",
};
