import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "bullet",
  key: "bullet",
  name: "Bullet Chart",
  description: "A metric compared with ranges and targets in a small space",
  category: "KPI",
  tags: ["Business", "Legacy", "Report"],
  icon: "target",
  behaviors: ["drill-to-detail"],
  skeleton: "bars",
};
