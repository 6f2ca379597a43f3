import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, nameOrder, queryContext } from "../../query/query-context.ts";
import { graphCard } from "./card.ts";
import { GraphForm } from "./schema.ts";
import { sections } from "./sections.ts";
import { transform } from "./transform.ts";

/** Things and the links between them. */
export const graph = defineChartType({
  card: graphCard,
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
