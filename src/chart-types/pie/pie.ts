import { defineChartType } from "../../chart-seam/define.ts";
import { pieCard } from "./card.ts";
import { pieQuery } from "./query.ts";
import { PieForm } from "./schema.ts";
import { sections } from "./sections.ts";
import { pieDrawing } from "./transform.ts";

export const pie = defineChartType({
  card: pieCard,
  sections,
  schema: PieForm,
  buildQuery: (form) => pieQuery(form),
  transform: (input) => pieDrawing(input),
});
