import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "horizon",
  key: "horizon",
  name: "Horizon Chart",
  description: "Many series over time in thin rows. Colors get darker the further a value is from zero",
  category: "Distribution",
  tags: ["Legacy"],
  icon: "chart-area",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "line",
};
