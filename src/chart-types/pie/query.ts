import { baseQuery, queryContext, timeGrainOf, withGrain } from "../../chart-kit/query-context.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { QueryContext } from "../../model/query-context.ts";
import type { PieForm } from "./schema.ts";

export const SHARE_SUFFIX = "__contribution";

/** One row per slice, with its share of all rows beside its value. */
export function pieQuery(form: PieForm): QueryContext {
  const metrics = form.metric ? [form.metric] : [];
  const columns = metrics.map(metricLabel);
  return queryContext(form, [
    {
      ...baseQuery(form),
      columns: withGrain(form.groupby, new Set(temporalNames(form)), timeGrainOf(form)),
      metrics,
      ...(form.sort_by_metric && form.metric ? { orderby: [[form.metric, false]] } : {}),
      post_processing: [
        {
          operation: "contribution",
          options: { columns, rename_columns: columns.map((label) => `${label}${SHARE_SUFFIX}`) },
        },
      ],
    },
  ]);
}

/** The chart's own time column is the only dimension that is known to be temporal without the dataset. */
function temporalNames(form: PieForm): string[] {
  return form.granularity_sqla ? [form.granularity_sqla] : [];
}
