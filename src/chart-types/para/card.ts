import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "para",
  key: "para",
  name: "Parallel Coordinates",
  description:
    "Each row as a line over one axis for each metric: what goes with what; lines are picked out by dragging on an axis",
  category: "Ranking",
  tags: ["Directional", "Legacy", "Relational", "ECharts"],
  icon: "audio-lines",
  behaviors: [],
  skeleton: "line",
};
