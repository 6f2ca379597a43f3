import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { gaugeCard } from "./card.ts";
import { GaugeForm } from "./schema.ts";
import { sections } from "./sections.ts";
import { transform } from "./transform.ts";

/** Values on a round scale. */
export const gauge = defineChartType({
  card: gaugeCard,
  sections,
  schema: GaugeForm,
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
