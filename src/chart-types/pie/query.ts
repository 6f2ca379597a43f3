import { metricLabel } from "../../model/adhoc.ts";
import { type QueryContext, SHARE_SUFFIX } from "../../model/query-context.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import type { PieForm } from "./schema.ts";

export function buildQuery(form: PieForm): QueryContext {
  const metrics = form.metric ? [form.metric] : [];
  const columns = metrics.map(metricLabel);
  return queryContext(form, [
    {
      ...baseQuery(form),
      columns: form.groupby,
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
