import { z } from "zod";
import { overTime } from "../../chart-kit/timeseries/migrate.ts";
import {
  CurrencyFormat,
  flag,
  number,
  TimeseriesForm,
  type TimeseriesKind,
  text,
} from "../../chart-kit/timeseries/schema.ts";
import { t } from "../../i18n/translate.ts";
import { type FormData, readForm } from "../../model/form-data.ts";

const SERIES_TYPES = ["line", "scatter", "smooth", "bar", "start", "middle", "end"] as const;
const seriesType = z.enum(SERIES_TYPES).catch("line").default("line");
const bound = z.preprocess((v) => (v === "" || v === undefined ? null : v), z.coerce.number().nullable().catch(null));

/** The first query uses the keys of time series; the second query's keys end in `_b`, its drawing keys in `B`. */
export const MixedForm = TimeseriesForm.extend({
  seriesType,
  seriesTypeB: seriesType,
  stack: z.unknown().optional(),
  stackB: z.unknown().optional(),
  yAxisIndex: number(0),
  yAxisIndexB: number(0),
  show_empty_columns: flag(false),
  show_query_identifiers: flag(false),
  yAxisTitleSecondary: text,
  y_axis_format_secondary: text,
  currency_format_secondary: CurrencyFormat,
  logAxisSecondary: flag(false),
  y_axis_bounds_secondary: z.tuple([bound, bound]).nullish().catch(null),
});
export type MixedForm = z.infer<typeof MixedForm>;

export const QUERY_KEYS = [
  "metrics",
  "groupby",
  "adhoc_filters",
  "limit",
  "group_others_when_limit_reached",
  "timeseries_limit_metric",
  "order_desc",
  "row_limit",
  "truncate_metric",
  "rolling_type",
  "rolling_periods",
  "min_periods",
  "time_compare",
  "comparison_type",
  "resample_rule",
  "resample_method",
] as const;

export const DRAWING_KEYS = [
  "seriesType",
  "stack",
  "area",
  "show_value",
  "only_total",
  "opacity",
  "markerEnabled",
  "markerSize",
  "yAxisIndex",
  "sort_series_type",
  "sort_series_ascending",
] as const;

const SHARED_OFF = { forecastEnabled: false, contributionMode: null, x_axis_sort: null };

export function asSecond(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = [
    ...QUERY_KEYS.map((key) => [key, form[`${key}_b`]] as const),
    ...DRAWING_KEYS.map((key) => [key, form[`${key}B`]] as const),
  ];
  return { ...form, ...Object.fromEntries(own) };
}

export interface Part {
  form: TimeseriesForm;
  kind: TimeseriesKind;
  isSecondary: boolean;
}

export function partsOf(form: MixedForm): [Part, Part] {
  return [partOf(form), partOf({ ...asSecond(form), annotation_layers: [] } as unknown as MixedForm)];
}

function partOf(form: MixedForm): Part {
  const isSecondary = Number(form.yAxisIndex ?? 0) === 1;
  const { seriesType: type = "line" } = form;
  const axis = isSecondary
    ? {
        y_axis_format: form.y_axis_format_secondary,
        currency_format: form.currency_format_secondary,
        logAxis: form.logAxisSecondary,
        y_axis_bounds: form.y_axis_bounds_secondary,
      }
    : {};
  const own = { ...form, ...SHARED_OFF, ...axis, stack: form.stack ? "Stack" : null, seriesType: type };
  return { form: readForm(own, TimeseriesForm), kind: kindOf(type), isSecondary };
}

function kindOf(type: MixedForm["seriesType"]): TimeseriesKind {
  if (type === "bar" || type === "scatter") return { mark: type, name: () => t("Mixed chart") };
  if (type === "line") return { mark: "line", name: () => t("Mixed chart") };
  return { mark: "line", curve: type === "smooth" ? "smooth" : "step", name: () => t("Mixed chart") };
}

export function fromDualLine(old: FormData): FormData {
  if (old.viz_type !== "dual_line") return old;
  const { metric, metric_2, y_axis_2_format, color_picker: _, ...rest } = overTime(old);
  const filters = rest.adhoc_filters ?? [];
  return {
    ...rest,
    viz_type: "mixed_timeseries",
    metrics: metric ? [metric] : [],
    metrics_b: metric_2 ? [metric_2] : [],
    adhoc_filters_b: filters,
    y_axis_format_secondary: y_axis_2_format,
    yAxisIndex: 0,
    yAxisIndexB: 1,
  } as FormData;
}
