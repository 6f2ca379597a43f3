import { z } from "zod";
import { columnControl, columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";

/** Stored charts may hold numbers as text. */

export const number = (fallback: number) =>
  z.preprocess((v) => (v === null || v === "" ? undefined : v), z.coerce.number().catch(fallback).default(fallback));
const maybeNumber = z.preprocess(
  (v) => (v === "" || v === null ? undefined : v),
  z.coerce.number().optional().catch(undefined),
);
export const flag = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((v) => v ?? fallback);
export const text = z.preprocess((v) => (v === null ? undefined : v), z.coerce.string().optional());
const bound = z.preprocess((v) => (v === "" || v === undefined ? null : v), z.coerce.number().nullable().catch(null));
export const bounds = z.tuple([bound, bound]).nullish().catch(null);
const list = z.preprocess(
  (v) => (v === null || v === undefined || v === "" ? [] : Array.isArray(v) ? v : [v]),
  z.array(z.coerce.string()),
);
/** null = automatic; a number = Fourier terms (possibly as text). */
const seasonality = z
  .preprocess((v) => (v === "true" ? true : v === "false" ? false : v), z.union([z.boolean(), z.coerce.number().int()]))
  .nullish()
  .catch(null);
export const SERIES_SORT_KEYS = ["name", "sum", "min", "max", "avg"] as const;
export type SeriesSort = (typeof SERIES_SORT_KEYS)[number];

export const CurrencyFormat = z
  .looseObject({ symbol: z.string().nullish(), symbolPosition: z.string().nullish() })
  .nullish();

export const LegendForm = z.object({
  show_legend: flag(true),
  legendType: z.enum(["scroll", "plain"]).catch("scroll").default("scroll"),
  legendOrientation: z.enum(["top", "bottom", "left", "right"]).catch("top").default("top"),
  legendMargin: maybeNumber,
  legendSort: z.enum(["asc", "desc"]).nullish().catch(null),
});
export type LegendForm = z.infer<typeof LegendForm>;

export const TimeseriesForm = FormData.extend({
  ...LegendForm.shape,
  x_axis: columnControl,
  xAxisForceCategorical: flag(false),
  x_axis_sort: text,
  x_axis_sort_asc: flag(true),
  metrics: metricsControl,
  groupby: columnsControl,
  contributionMode: z.enum(["row", "column"]).nullish().catch(null),
  limit: maybeNumber,
  group_others_when_limit_reached: flag(false),
  timeseries_limit_metric: metricControl,
  order_desc: flag(true),
  truncate_metric: flag(true),
  show_empty_columns: flag(true),
  rolling_type: z.enum(["mean", "sum", "std", "cumsum"]).nullish().catch(null),
  rolling_periods: maybeNumber,
  min_periods: maybeNumber,
  time_compare: list,
  comparison_type: z.enum(["values", "difference", "percentage", "ratio"]).catch("values").default("values"),
  resample_rule: text,
  resample_method: text,
  forecastEnabled: flag(false),
  forecastPeriods: number(10),
  forecastInterval: number(0.8),
  forecastSeasonalityYearly: seasonality,
  forecastSeasonalityWeekly: seasonality,
  forecastSeasonalityDaily: seasonality,
  x_axis_title: text,
  x_axis_title_margin: number(0),
  y_axis_title: text,
  y_axis_title_margin: number(0),
  y_axis_title_position: z.enum(["Left", "Top"]).catch("Left").default("Left"),
  sort_series_type: z.enum(SERIES_SORT_KEYS).catch("sum").default("sum"),
  sort_series_ascending: flag(false),
  time_shift_color: flag(true),
  show_value: flag(false),
  stack: z.preprocess((value) => (value === true ? "Stack" : value), z.string().nullish().catch(null)),
  only_total: flag(true),
  percentage_threshold: number(0),
  area: flag(false),
  opacity: number(0.2),
  markerEnabled: flag(false),
  markerSize: number(6),
  seriesType: z.enum(["line", "smooth", "start", "middle", "end"]).catch("line").default("line"),
  zoomable: flag(false),
  minorTicks: flag(false),
  orientation: z.enum(["vertical", "horizontal"]).nullish().catch(null),
  stackDimension: text,
  color_by_primary_axis: flag(false),
  show_extra_controls: flag(false),
  rich_tooltip: flag(true),
  showTooltipTotal: flag(true),
  showTooltipPercentage: flag(false),
  tooltipSortByMetric: flag(true),
  tooltipTimeFormat: text,
  x_axis_time_format: text,
  x_axis_number_format: text,
  xAxisLabelRotation: number(0),
  xAxisLabelInterval: z
    .union([z.literal("auto"), z.coerce.number()])
    .nullish()
    .catch("auto"),
  force_max_interval: flag(false),
  truncateXAxis: flag(true),
  xAxisBounds: bounds,
  y_axis_format: text,
  currency_format: CurrencyFormat,
  logAxis: flag(false),
  minorSplitLine: flag(false),
  truncateYAxis: flag(false),
  y_axis_bounds: bounds,
  echart_options: text,
});
export type TimeseriesForm = z.infer<typeof TimeseriesForm>;

export interface TimeseriesKind {
  mark: "line" | "bar" | "area" | "scatter";
  /** `step`: `seriesType` sets the position. */
  curve?: "smooth" | "step";
  name(): string;
}

export type StackMode = "none" | "stack" | "expand" | "stream";
