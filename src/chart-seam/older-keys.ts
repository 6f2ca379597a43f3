import type { FormData } from "../model/form-data.ts";
import { LIMITS } from "../model/query-context.ts";
import type { ChartType } from "./chart-type.ts";
import type { Control } from "./control.ts";
import { controlsOf, isEmptyValue } from "./define.ts";
import { withFilters } from "./older-filters.ts";

/** Form data with the older keys and values that all chart types share replaced by current ones. */
export function withoutOlderKeys(type: ChartType, form: FormData): FormData {
  const names = new Set(controlsOf(type.sections).map(({ name }) => name));
  const renamed = withSeriesLimits(names, withMetrics(type, withFilters(withOlderTimes(names, form), names)));
  return withTimeAxis(names, withRowLimits(type, withPlainValues(type, renamed)));
}

/** What older charts mean by a limit of 0: as many rows as the server gives, as many series as there are. */
const UNLIMITED: Readonly<Record<string, number | null>> = {
  row_limit: LIMITS.rowLimit,
  row_limit_b: LIMITS.rowLimit,
  limit: null,
  limit_b: null,
  series_limit: null,
};

/** A limit that isn't stored is the control's default, not the server's. */
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

/** Types with one metric and those with several had each other's key. */
function withMetrics(type: ChartType, form: FormData): FormData {
  const [one, several] = [requires(type, "metric"), requires(type, "metrics")];
  if (one && isEmptyValue(form.metric) && !isEmptyValue(form.metrics)) return { ...form, metric: form.metrics };
  if (several && isEmptyValue(form.metrics) && !isEmptyValue(form.metric)) return { ...form, metrics: [form.metric] };
  return form;
}

const requires = (type: ChartType, name: string) =>
  controlsOf(type.sections).some((control) => control.name === name && control.required === true);

/** The limit of series has two names, and each type had the other for a while. */
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

/** Older time-series charts store their x-axis as `granularity_sqla`. */
function withTimeAxis(names: ReadonlySet<string>, form: FormData): FormData {
  if (!form.granularity_sqla || !isEmptyValue(form.x_axis)) return form;
  return names.has("x_axis") ? { ...form, x_axis: form.granularity_sqla } : form;
}

/** Form data with the older names of time ranges, time columns, grains and comparisons replaced by current ones. */
function withOlderTimes(names: ReadonlySet<string>, form: FormData): FormData {
  const timed = withTimeGrain(withTimeRange(withTimeColumn(form)));
  return names.has("time_compare") && names.has("start_date_offset") ? withComparison(timed) : timed;
}

/** `since` and `until` override `time_range`, as in Superset, also where they are empty. */
function withTimeRange(form: FormData): FormData {
  if (!("since" in form) && !("until" in form)) return form;
  const { since, until, ...rest } = form;
  return { ...rest, time_range: `${since || ""} : ${until || ""}` } as FormData;
}

/** Lengths of time that Druid's charts had as `granularity`: `all`, `day`, `1 hour`. */
const DRUID_SPAN =
  /^(all|none|([\d.]+ )?(second|minute|(fifteen|thirty)_minute|hour|day|week|month|quarter|year)s?|P[T\d].*)$/i;

/** The time column was `granularity` too. */
function withTimeColumn(form: FormData): FormData {
  const { granularity, ...rest } = form;
  if (typeof granularity !== "string" || granularity === "" || form.granularity_sqla) return form;
  return DRUID_SPAN.test(granularity) ? form : ({ ...rest, granularity_sqla: granularity } as FormData);
}

/** Grains had names before they had ISO durations. */
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

/** How far back, as Superset 4.0 stores it. */
const COMPARED: Readonly<Record<string, string>> = {
  r: "inherit",
  y: "1 year ago",
  m: "1 month ago",
  w: "1 week ago",
  c: "custom",
};

/** Superset 4.0 stores comparisons as a switch, a letter and a filter on the earlier range. */
function withComparison(form: FormData): FormData {
  const { time_comparison, enable_time_comparison: isCompared, adhoc_custom, ...rest } = form;
  if (time_comparison === undefined || !isEmptyValue(form.time_compare)) return form;
  const [range] = Array.isArray(adhoc_custom) ? (adhoc_custom as { comparator?: unknown }[]) : [];
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(range?.comparator ?? "")) ?? [];
  return {
    ...rest,
    time_compare: isCompared ? (COMPARED[String(time_comparison)] ?? "inherit") : null,
    ...(day ? { start_date_offset: day } : {}),
  } as FormData;
}

/** Form data whose values are of the kind that their controls hold: switches on or off, one value instead of a list. */
function withPlainValues(type: ChartType, form: FormData): FormData {
  const plain: FormData = { ...form };
  for (const control of controlsOf(type.sections)) {
    const stored = form[control.name];
    if (stored === undefined) continue;
    const value = plainValue(control, stored);
    if (value === undefined) delete plain[control.name];
    else plain[control.name] = value;
  }
  return plain;
}

/** Undefined where the value says nothing, so that the default holds. */
function plainValue(control: Control, stored: unknown): unknown {
  switch (control.widget) {
    case "checkbox":
      return switchOf(stored);
    case "radio":
    case "text":
      return oneOf(stored);
    case "number":
    case "slider":
      return numberOf(control, stored);
    case "select":
      if (control.multi) return stored;
      return control.numeric ? numberOf(control, stored) : oneOf(stored);
    default:
      return stored;
  }
}

const OFF: readonly unknown[] = [null, "", 0, "0", "false", "False"];
const ON: readonly unknown[] = [1, "1", "true", "True"];

/** Of a switch: only one that isn't stored has its default. */
function switchOf(stored: unknown): unknown {
  if (OFF.includes(stored)) return false;
  return ON.includes(stored) ? true : stored;
}

/** An empty text is no number; of limits it means as many as there are. */
function numberOf(control: Control, stored: unknown): unknown {
  const one = oneOf(stored);
  if (control.name.startsWith("row_limit")) return one === undefined ? "" : one;
  return one === "" && control.default !== undefined ? undefined : one;
}

function oneOf(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.length > 1 ? stored : stored[0];
  const isBare = typeof stored === "object" && stored !== null && Object.keys(stored).length === 0;
  return isBare ? undefined : stored;
}
