import type { FormData } from "../model/form-data.ts";
import { LIMITS } from "../model/query-context.ts";
import type { ChartType } from "./chart-type.ts";
import { controlsOf, isEmptyValue } from "./define.ts";
import { withFilters } from "./older-filters.ts";
import { withOlderTimes } from "./older-times.ts";
import { withPlainValues } from "./older-values.ts";

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
