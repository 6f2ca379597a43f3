import { columnLabel, metricLabel, type QueryMetric } from "../../model/adhoc.ts";
import { layersToQuery } from "../../model/annotation-layer.ts";
import type { PostProcessing, QueryContext, QueryObject } from "../../model/query-context.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import type { TimeseriesForm } from "./schema.ts";

/**
 * One row per x value, one column per series. Post-processing order: pivot, resampling, rolling or cumulative,
 * comparison, renaming, contribution, sorting, flattening, forecasting.
 */
export function buildTimeseriesQuery(form: TimeseriesForm): QueryContext {
  return queryContext(form, [timeseriesQuery(form)]);
}

export function timeseriesQuery(form: TimeseriesForm): QueryObject {
  const sortMetric = form.timeseries_limit_metric ?? form.metrics[0];
  const shifts = timeShifts(form);
  const steps = xLabel(form) === undefined ? [] : postProcessing(form);
  const layers = layersToQuery(form.annotation_layers);
  return {
    ...baseQuery(form),
    columns: form.x_axis ? [baseAxis(form.x_axis, timeGrainOf(form)), ...form.groupby] : form.groupby,
    metrics: form.metrics,
    series_columns: form.groupby,
    ...(form.limit ? { series_limit: form.limit } : {}),
    ...(form.timeseries_limit_metric ? { series_limit_metric: form.timeseries_limit_metric } : {}),
    ...(form.limit && form.group_others_when_limit_reached ? { group_others_when_limit_reached: true } : {}),
    ...(sortMetric === undefined ? {} : { orderby: [[sortMetric, !form.order_desc]] }),
    order_desc: form.order_desc,
    ...(shifts.length > 0 ? { time_offsets: shifts } : {}),
    post_processing: steps,
    keep_missing_index: true,
    ...(layers.length > 0 ? { annotation_layers: layers } : {}),
  };
}

export function timeShifts(form: TimeseriesForm): string[] {
  const override = form.extra_form_data?.time_compare;
  const shifts = override === undefined ? form.time_compare : [override].flat().map(String);
  return shifts.filter((shift) => shift !== "");
}

export function xLabel(form: TimeseriesForm): string | undefined {
  return form.x_axis ? columnLabel(form.x_axis) : undefined;
}

export const shiftedLabel = (metric: string, shift: string) => `${metric}__${shift}`;
export const comparisonLabel = (type: string, metric: string, shift: string) =>
  `${type}__${metric}__${shiftedLabel(metric, shift)}`;

function postProcessing(form: TimeseriesForm): PostProcessing[] {
  const steps = [
    pivot(form),
    resample(form),
    rolling(form),
    comparison(form),
    rename(form),
    contribution(form),
    sort(form),
    { operation: "flatten" },
    forecast(form),
  ];
  return steps.filter((step) => step !== undefined);
}

function labels(metrics: readonly QueryMetric[]): string[] {
  return metrics.map(metricLabel);
}

function valueColumns(form: TimeseriesForm): string[] {
  const shifts = timeShifts(form);
  return labels(form.metrics).flatMap((metric) => [metric, ...shifts.map((shift) => shiftedLabel(metric, shift))]);
}

function pivot(form: TimeseriesForm): PostProcessing {
  const aggregates = Object.fromEntries(valueColumns(form).map((label) => [label, { operator: "mean" }]));
  return {
    operation: "pivot",
    options: {
      index: [xLabel(form)],
      columns: form.groupby.map(columnLabel),
      aggregates,
      drop_missing_columns: !form.show_empty_columns,
    },
  };
}

function rolling(form: TimeseriesForm): PostProcessing | undefined {
  const type = form.rolling_type;
  if (!type) return undefined;
  const columns = Object.fromEntries(valueColumns(form).map((label) => [label, label]));
  if (type === "cumsum") return { operation: "cum", options: { operator: "sum", columns } };
  return {
    operation: "rolling",
    options: {
      rolling_type: type,
      window: form.rolling_periods ?? 1,
      min_periods: form.min_periods ?? 0,
      columns,
    },
  };
}

function comparison(form: TimeseriesForm): PostProcessing | undefined {
  const shifts = timeShifts(form);
  if (shifts.length === 0 || form.comparison_type === "values") return undefined;
  const pairs = labels(form.metrics).flatMap((metric) => shifts.map((shift) => [metric, shiftedLabel(metric, shift)]));
  return {
    operation: "compare",
    options: {
      source_columns: pairs.map(([source]) => source),
      compare_columns: pairs.map(([, shifted]) => shifted),
      compare_type: form.comparison_type,
      drop_original_columns: true,
    },
  };
}

function resample(form: TimeseriesForm): PostProcessing | undefined {
  if (!form.resample_rule || !form.resample_method) return undefined;
  const zeroFill = form.resample_method === "zerofill";
  return {
    operation: "resample",
    options: {
      method: zeroFill ? "asfreq" : form.resample_method,
      rule: form.resample_rule,
      fill_value: zeroFill ? 0 : null,
    },
  };
}

function rename(form: TimeseriesForm): PostProcessing | undefined {
  const [metric, another] = labels(form.metrics);
  if (!form.truncate_metric || metric === undefined || another !== undefined || form.groupby.length === 0) {
    return undefined;
  }
  const columns: Record<string, string | null> = {};
  const shifts = timeShifts(form);
  if (shifts.length === 0 || form.comparison_type === "values") columns[metric] = null;
  for (const shift of shifts) {
    if (form.comparison_type === "values") columns[shiftedLabel(metric, shift)] = shift;
    else columns[comparisonLabel(form.comparison_type, metric, shift)] = shifts.length > 1 ? shift : null;
  }
  return { operation: "rename", options: { columns, level: 0, inplace: true } };
}

function contribution(form: TimeseriesForm): PostProcessing | undefined {
  if (!form.contributionMode) return undefined;
  const shifts = timeShifts(form);
  return {
    operation: "contribution",
    options: { orientation: form.contributionMode, ...(shifts.length > 0 ? { time_shifts: shifts } : {}) },
  };
}

function sort(form: TimeseriesForm): PostProcessing | undefined {
  const by = form.x_axis_sort;
  if (!by) return undefined;
  if (by === xLabel(form))
    return { operation: "sort", options: { is_sort_index: true, ascending: form.x_axis_sort_asc } };
  const isColumn = labels(form.metrics).includes(by) && form.groupby.length === 0;
  return isColumn ? { operation: "sort", options: { by, ascending: form.x_axis_sort_asc } } : undefined;
}

function forecast(form: TimeseriesForm): PostProcessing | undefined {
  if (!form.forecastEnabled) return undefined;
  return {
    operation: "prophet",
    options: {
      time_grain: timeGrainOf(form),
      periods: form.forecastPeriods,
      confidence_interval: form.forecastInterval,
      yearly_seasonality: form.forecastSeasonalityYearly ?? null,
      weekly_seasonality: form.forecastSeasonalityWeekly ?? null,
      daily_seasonality: form.forecastSeasonalityDaily ?? null,
      index: xLabel(form),
    },
  };
}
