import type { FormData } from "../model/form-data.ts";
import { LIMITS } from "../model/query-context.ts";
import type { ChartType } from "./chart-type.ts";
import type { Control } from "./control.ts";
import { controlsOf, isEmptyValue } from "./define.ts";
import { withFilters } from "./legacy-filters.ts";

export function withoutLegacyKeys(type: ChartType, form: FormData): FormData {
  const names = new Set(controlsOf(type.sections).map(({ name }) => name));
  const renamed = withSeriesLimits(names, withMetrics(type, withFilters(withCurrentTimeKeys(names, form), names)));
  return withTimeAxis(names, withRowLimits(type, withNormalizedValues(type, renamed)));
}

/** In old charts a limit of 0 means no limit: the server's maximum of rows, and any number of series. */
const UNLIMITED: Readonly<Record<string, number | null>> = {
  row_limit: LIMITS.rowLimit,
  row_limit_b: LIMITS.rowLimit,
  limit: null,
  limit_b: null,
  series_limit: null,
};

/** A missing limit means the control's default, not the server's. */
function withRowLimits(type: ChartType, form: FormData): FormData {
  const missing = controlsOf(type.sections).filter(
    ({ name, default: value }) => name.startsWith("row_limit") && form[name] === undefined && value !== undefined,
  );
  const zeros = Object.keys(UNLIMITED).filter((name) => form[name] === 0 || form[name] === "0" || form[name] === "");
  return {
    ...form,
    ...Object.fromEntries(missing.map(({ name, default: value }) => [name, value])),
    ...Object.fromEntries(zeros.map((name) => [name, UNLIMITED[name]])),
  };
}

/** Old forms may have `metrics` for a single metric, or `metric` for several. */
function withMetrics(type: ChartType, form: FormData): FormData {
  const [one, several] = [requires(type, "metric"), requires(type, "metrics")];
  if (one && isEmptyValue(form.metric) && !isEmptyValue(form.metrics)) return { ...form, metric: form.metrics };
  if (several && isEmptyValue(form.metrics) && !isEmptyValue(form.metric)) return { ...form, metrics: [form.metric] };
  return form;
}

const requires = (type: ChartType, name: string) =>
  controlsOf(type.sections).some((control) => control.name === name && control.required === true);

function withSeriesLimits(names: ReadonlySet<string>, form: FormData): FormData {
  if (names.has("series_limit_metric") && isEmptyValue(form.series_limit_metric)) {
    const { timeseries_limit_metric: by } = form;
    return isEmptyValue(by) ? form : { ...form, series_limit_metric: by };
  }
  if (!names.has("limit") || names.has("series_limit")) return form;
  const { series_limit: limit, series_limit_metric: metric, ...rest } = form;
  return {
    ...rest,
    ...(isEmptyValue(limit) ? {} : { limit }),
    ...(isEmptyValue(metric) || !isEmptyValue(form.timeseries_limit_metric) ? {} : { timeseries_limit_metric: metric }),
  } as FormData;
}

function withTimeAxis(names: ReadonlySet<string>, form: FormData): FormData {
  if (!form.granularity_sqla || !isEmptyValue(form.x_axis)) return form;
  return names.has("x_axis") ? { ...form, x_axis: form.granularity_sqla } : form;
}

function withCurrentTimeKeys(names: ReadonlySet<string>, form: FormData): FormData {
  const timed = withTimeGrain(withTimeRange(withTimeColumn(form)));
  return names.has("time_compare") && names.has("start_date_offset") ? withComparison(timed) : timed;
}

/** `since` and `until` override `time_range`, as in Superset, even when empty. */
function withTimeRange(form: FormData): FormData {
  if (!("since" in form) && !("until" in form)) return form;
  const { since, until, ...rest } = form;
  return { ...rest, time_range: `${since || ""} : ${until || ""}` } as FormData;
}

/** Druid charts stored grains as `granularity`: `all`, `day`, `1 hour`. */
const DRUID_SPAN =
  /^(all|none|([\d.]+ )?(second|minute|(fifteen|thirty)_minute|hour|day|week|month|quarter|year)s?|P[T\d].*)$/i;

/** `granularity` is a column name unless it is one of Druid's grains. */
function withTimeColumn(form: FormData): FormData {
  const { granularity, ...rest } = form;
  if (typeof granularity !== "string" || granularity === "" || form.granularity_sqla) return form;
  return DRUID_SPAN.test(granularity) ? form : ({ ...rest, granularity_sqla: granularity } as FormData);
}

const GRAINS: Readonly<Record<string, string | null>> = {
  "time column": null,
  second: "PT1S",
  minute: "PT1M",
  "5 minute": "PT5M",
  "10 minute": "PT10M",
  "half hour": "PT0.5H",
  hour: "PT1H",
  day: "P1D",
  week: "P1W",
  month: "P1M",
  quarter: "P3M",
  year: "P1Y",
  week_ending_saturday: "P1W/1970-01-03T00:00:00Z",
  week_start_sunday: "1969-12-28T00:00:00Z/P1W",
  week_start_monday: "1969-12-29T00:00:00Z/P1W",
};

function withTimeGrain(form: FormData): FormData {
  const grain = GRAINS[String(form.time_grain_sqla ?? "").toLowerCase()];
  return grain === undefined ? form : { ...form, time_grain_sqla: grain };
}

const SHIFT_OF_LETTER: Readonly<Record<string, string>> = {
  r: "inherit",
  y: "1 year ago",
  m: "1 month ago",
  w: "1 week ago",
  c: "custom",
};

/** Superset 4.0 stores time comparison as a flag, a letter and a filter. */
function withComparison(form: FormData): FormData {
  const { time_comparison, enable_time_comparison: isCompared, adhoc_custom, ...rest } = form;
  if (time_comparison === undefined || !isEmptyValue(form.time_compare)) return form;
  const [range] = Array.isArray(adhoc_custom) ? (adhoc_custom as { comparator?: unknown }[]) : [];
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(range?.comparator ?? "")) ?? [];
  return {
    ...rest,
    time_compare: isCompared ? (SHIFT_OF_LETTER[String(time_comparison)] ?? "inherit") : null,
    ...(day ? { start_date_offset: day } : {}),
  } as FormData;
}

function withNormalizedValues(type: ChartType, form: FormData): FormData {
  const normalized: FormData = { ...form };
  for (const control of controlsOf(type.sections)) {
    const stored = form[control.name];
    if (stored === undefined) continue;
    const value = normalizedValue(control, stored);
    if (value === undefined) delete normalized[control.name];
    else normalized[control.name] = value;
  }
  return normalized;
}

function normalizedValue(control: Control, stored: unknown): unknown {
  switch (control.widget) {
    case "checkbox":
      return toBoolean(stored);
    case "radio":
    case "text":
      return toSingleValue(stored);
    case "number":
    case "slider":
      return toNumberValue(control, stored);
    case "select":
      if (control.multi) return stored;
      return control.numeric ? toNumberValue(control, stored) : toSingleValue(stored);
    default:
      return stored;
  }
}

const OFF: readonly unknown[] = [null, "", 0, "0", "false", "False"];
const ON: readonly unknown[] = [1, "1", "true", "True"];

/** The default applies only to a missing flag; null and "" are off. */
function toBoolean(stored: unknown): unknown {
  if (OFF.includes(stored)) return false;
  return ON.includes(stored) ? true : stored;
}

/** Empty text uses the default, except for row limits, where it means no limit. */
function toNumberValue(control: Control, stored: unknown): unknown {
  const one = toSingleValue(stored);
  if (control.name.startsWith("row_limit")) return one === undefined ? "" : one;
  return one === "" && control.default !== undefined ? undefined : one;
}

function toSingleValue(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.length > 1 ? stored : stored[0];
  const isBare = typeof stored === "object" && stored !== null && Object.keys(stored).length === 0;
  return isBare ? undefined : stored;
}
