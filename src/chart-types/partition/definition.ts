import { migrateComparison } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { asTimeseries, PartitionForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: PartitionForm,
  defaults: (dataset) => (dataset?.main_dttm_col ? { granularity_sqla: dataset.main_dttm_col } : {}),
  migrate: migrateComparison,
  buildQuery: (form) => {
    if (form.time_series_option === "adv_anal") return { ...buildTimeseriesQuery(asTimeseries(form)), form_data: form };
    const time = form.time_series_option === "not_time" ? null : form.granularity_sqla;
    const sort = form.timeseries_limit_metric ?? form.metrics[0];
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: [...(time ? [baseAxis(time, timeGrainOf(form))] : []), ...form.groupby],
        metrics: form.metrics,
        series_columns: form.groupby,
        ...(form.limit ? { series_limit: form.limit } : {}),
        ...(form.timeseries_limit_metric ? { series_limit_metric: form.timeseries_limit_metric } : {}),
        ...(sort ? { orderby: [[sort, !form.order_desc]] } : {}),
      },
    ]);
  },
  transform,
});
