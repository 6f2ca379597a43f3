import { defineChartType } from "../../chart-seam/define.ts";
import type { QueryColumn } from "../../model/adhoc.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { waterfallCard } from "./card.ts";
import { sections } from "./controls.ts";
import { WaterfallFormData } from "./form-data.ts";
import { transform } from "./transform.ts";

export const waterfall = defineChartType({
  card: waterfallCard,
  sections,
  schema: WaterfallFormData,
  buildQuery,
  transform,
});

/** Steps in the order of the axis, then of the breakdown. */
function buildQuery(form: WaterfallFormData): QueryContext {
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
