import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { FunnelForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: FunnelForm,
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.groupby,
        metrics: form.metric ? [form.metric] : [],
        ...(form.sort_by_metric && form.metric ? { orderby: [[form.metric, false]] } : {}),
      },
    ]),
  transform,
});
