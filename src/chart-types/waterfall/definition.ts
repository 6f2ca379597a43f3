import { defineChartType } from "../../chart-seam/define.ts";
import type { QueryColumn } from "../../model/adhoc.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { WaterfallForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: WaterfallForm,
  buildQuery,
  transform,
});

function buildQuery(form: WaterfallForm): QueryContext {
  const axis: QueryColumn[] = form.x_axis ? [baseAxis(form.x_axis, timeGrainOf(form))] : [];
  const columns = form.groupby ? [...axis, form.groupby] : axis;
  return queryContext(form, [
    {
      ...baseQuery(form),
      columns,
      metrics: form.metric ? [form.metric] : [],
      orderby: columns.map((column) => [column, true]),
    },
  ]);
}
