import type { ChartCard } from "../../chart-seam/chart-type.ts";

export const card: ChartCard = {
  folder: "bullet",
  key: "bullet",
  name: "Bullet Chart",
  description: "One measure against ranges and targets, in little room",
  category: "KPI",
  tags: ["Business", "Legacy", "Report"],
  icon: "target",
  behaviors: ["drill-to-detail"],
  skeleton: "bars",
};
