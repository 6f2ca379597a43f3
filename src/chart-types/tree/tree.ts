import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, nameOrder, queryContext } from "../../query/query-context.ts";
import { treeCard } from "./card.ts";
import { TreeForm } from "./schema.ts";
import { sections } from "./sections.ts";
import { transform } from "./transform.ts";

/** A hierarchy as branches. */
export const tree = defineChartType({
  card: treeCard,
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
