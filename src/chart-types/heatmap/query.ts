import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { OrderBy, QueryContext } from "../../model/query-context.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import type { AxisSort, HeatmapForm } from "./schema.ts";

export function buildQuery(formData: HeatmapForm): QueryContext {
  const { x_axis: x, groupby: y, metric } = formData;
  const columns = [...(x ? [baseAxis(x, timeGrainOf(formData))] : []), ...(y ? [y] : [])];
  const orders = [order(formData.sort_x_axis, columns[0]), order(formData.sort_y_axis, columns[1])];
  const group = formData.normalize_across === "x" ? x : formData.normalize_across === "y" ? y : undefined;

  function order(sort: AxisSort | null | undefined, column: (typeof columns)[number] | undefined): OrderBy[] {
    const target = sort?.startsWith("value") ? metric : column;
    return sort && target ? [[target, sort.endsWith("asc")]] : [];
  }

  return queryContext(formData, [
    {
      ...baseQuery(formData),
      columns,
      metrics: metric ? [metric] : [],
      orderby: orders.flat(),
      post_processing: metric
        ? [
            {
              operation: "rank",
              options: { metric: metricLabel(metric), ...(group ? { group_by: columnLabel(group) } : {}) },
            },
          ]
        : [],
    },
  ]);
}
