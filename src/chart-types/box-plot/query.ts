import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { PostProcessing, QueryContext } from "../../model/query-context.ts";
import { baseQuery, queryContext, timeGrainOf, withGrain } from "../../query/query-context.ts";
import type { BoxPlotForm } from "./schema.ts";

export function buildQuery(form: BoxPlotForm): QueryContext {
  const temporal = new Set(
    Object.entries(form.temporal_columns_lookup ?? {}).flatMap(([name, is]) => (is ? [name] : [])),
  );
  const { series_limit: limit, series_limit_metric: limitMetric } = form;
  return queryContext(form, [
    {
      ...baseQuery(form),
      columns: [...withGrain(form.columns, temporal, timeGrainOf(form)), ...form.groupby],
      metrics: form.metrics,
      series_columns: form.groupby,
      ...(limit ? { series_limit: limit } : {}),
      ...(limitMetric ? { series_limit_metric: limitMetric } : {}),
      ...(form.order_desc === false ? { order_desc: false } : {}),
      post_processing: [
        {
          operation: "boxplot",
          options: {
            ...whiskers(form.whiskerOptions),
            groupby: form.groupby.map(columnLabel),
            metrics: form.metrics.map(metricLabel),
          },
        } satisfies PostProcessing,
      ],
    },
  ]);
}

const PERCENTILES = /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)\s*percentiles\s*$/i;

function whiskers(choice: string | undefined): Record<string, unknown> {
  if (choice?.startsWith("Min/max")) return { whisker_type: "min/max" };
  const [, low, high] = PERCENTILES.exec(choice ?? "") ?? [];
  if (low === undefined || high === undefined) return { whisker_type: "tukey" };
  return { whisker_type: "percentile", percentiles: [Number(low), Number(high)] };
}
