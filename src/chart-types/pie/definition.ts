import { defineChartType } from "../../chart-seam/define.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { buildQuery } from "./query.ts";
import { PieForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: PieForm,
  buildQuery: (form) => buildQuery(form),
  transform: (input) => transform(input),
});
