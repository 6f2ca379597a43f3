import { defineChartType } from "../define.ts";
import { gallery } from "./gallery.ts";
import { pieQuery } from "./query.ts";
import { PieForm } from "./schema.ts";
import { sections } from "./sections.ts";
import { pieDrawing } from "./transform.ts";

export const pie = defineChartType({
  key: "pie",
  name: "Pie Chart",
  description: "Parts of a whole: one slice for each value of the dimensions. Best with few, clearly different parts.",
  category: "Part of a Whole",
  tags: ["Categorical", "Circular", "Comparison", "Percentages", "Featured", "Proportional", "Nightingale", "ECharts"],
  icon: "chart-pie",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "pie",
  sections,
  gallery,
  schema: PieForm,
  buildQuery: (form) => pieQuery(form),
  transform: (input) => pieDrawing(input),
});
