import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { PostProcessing, QueryContext, QueryObject } from "../../model/query-context.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import type { BigNumberForm } from "./schema.ts";

export function axisLabel(formData: BigNumberForm): string {
  return formData.x_axis ? columnLabel(formData.x_axis) : "__timestamp";
}

/** The trend and, for "Overall value", the metric without the time axis, as metrics may not be additive. */
export function buildQuery(formData: BigNumberForm): QueryContext {
  const base = { ...baseQuery(formData), metrics: formData.metric ? [formData.metric] : [] };
  const course: QueryObject = {
    ...base,
    columns: formData.x_axis ? [baseAxis(formData.x_axis, timeGrainOf(formData))] : [],
    ...(formData.x_axis ? {} : { is_timeseries: true }),
    post_processing: postProcessing(formData),
  };
  const overall: QueryObject = { ...base, columns: [], is_timeseries: false, post_processing: [] };
  return queryContext(formData, formData.aggregation === "raw" ? [course, overall] : [course]);
}

function postProcessing(formData: BigNumberForm): PostProcessing[] {
  const metric = formData.metric ? metricLabel(formData.metric) : "";
  const columns = { [metric]: metric };
  return [
    {
      operation: "pivot",
      options: {
        index: [axisLabel(formData)],
        columns: [],
        aggregates: { [metric]: { operator: "mean" } },
        drop_missing_columns: true,
      },
    },
    ...resample(formData),
    ...rolling(formData, columns),
    { operation: "flatten" },
  ];
}

function rolling(formData: BigNumberForm, columns: Record<string, string>): PostProcessing[] {
  const type = formData.rolling_type;
  if (!type) return [];
  if (type === "cumsum") return [{ operation: "cum", options: { operator: "sum", columns } }];
  return [
    {
      operation: "rolling",
      options: {
        rolling_type: type,
        window: formData.rolling_periods ?? 1,
        min_periods: formData.min_periods ?? 0,
        columns,
      },
    },
  ];
}

function resample({ resample_rule: rule, resample_method: method }: BigNumberForm): PostProcessing[] {
  if (!rule || !method) return [];
  const isZero = method === "zerofill";
  return [
    { operation: "resample", options: { rule, method: isZero ? "asfreq" : method, fill_value: isZero ? 0 : null } },
  ];
}
