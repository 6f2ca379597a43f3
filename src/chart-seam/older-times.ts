import type { FormData } from "../model/form-data.ts";
import { isEmptyValue } from "./define.ts";

/** Form data with the older names of time ranges, time columns, grains and comparisons replaced by current ones. */
export function withOlderTimes(names: ReadonlySet<string>, form: FormData): FormData {
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
