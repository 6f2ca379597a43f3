import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { RadarForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: RadarForm,
  buildQuery: (form) => {
    const by = form.timeseries_limit_metric ?? form.metrics[0];
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.groupby,
        metrics: form.metrics,
        ...(by ? { orderby: [[by, false]] } : {}),
      },
    ]);
  },
  transform,
});
