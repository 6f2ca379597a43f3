import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, nameOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { GraphForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: GraphForm,
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: [form.source, form.target, form.source_category, form.target_category].filter(
          (column) => column !== null && column !== undefined,
        ),
        metrics: form.metric ? [form.metric] : [],
        ...nameOrder(form, [form.source, form.target]),
      },
    ]),
  transform,
});
