import { defineChartType } from "../../chart-seam/define.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { TimeTableForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: TimeTableForm,
  defaults: (dataset) => (dataset?.main_dttm_col ? { granularity_sqla: dataset.main_dttm_col } : {}),
  buildQuery: (formData) => {
    const axis = baseAxis(formData.granularity_sqla ?? "", timeGrainOf(formData));
    const groups = formData.groupby.slice(0, 1);
    const query = {
      ...baseQuery(formData),
      columns: [axis, ...groups],
      metrics: groups.length > 0 ? formData.metrics.slice(0, 1) : formData.metrics,
      series_columns: groups,
      series_limit: formData.limit ?? 0,
      // The limit keeps the latest.
      orderby: [[axis, false] as [typeof axis, boolean]],
    };
    return queryContext({ ...formData, x_axis: formData.granularity_sqla }, [query]);
  },
  transform,
});
