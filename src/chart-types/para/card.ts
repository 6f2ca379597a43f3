import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "para",
  key: "para",
  name: "Parallel Coordinates",
  description: "Each row as a line across one axis per metric. Shows relationships; drag on an axis to highlight lines",
  category: "Ranking",
  tags: ["Directional", "Legacy", "Relational", "ECharts"],
  icon: "audio-lines",
  behaviors: [],
  skeleton: "line",
};
