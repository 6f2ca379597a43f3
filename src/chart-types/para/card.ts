import type { ChartCard } from "../chart-type.ts";

export const paraCard: ChartCard = {
  folder: "para",
  key: "para",
  name: "Parallel Coordinates",
  description:
    "Each row as a line over one axis for each metric: what goes with what. Drag on an axis to pick out lines.",
  category: "Ranking",
  tags: ["Directional", "Legacy", "Relational", "ECharts"],
  icon: "audio-lines",
  behaviors: [],
  skeleton: "line",
};
