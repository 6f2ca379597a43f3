import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, nameOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { TreeForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: TreeForm,
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: [form.id, form.parent, form.name].filter((column) => column !== null && column !== undefined),
        metrics: form.metric ? [form.metric] : [],
        ...nameOrder(form, [form.parent, form.id, form.name]),
      },
    ]),
  transform,
});
