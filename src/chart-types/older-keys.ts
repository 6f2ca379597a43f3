import type { FormData } from "../model/form-data.ts";
import { LIMITS } from "../model/query-context.ts";
import type { ChartType } from "./chart-type.ts";
import { controlsOf, isEmptyValue } from "./define.ts";

/** Form data with the older keys that all chart types share replaced by current ones. */
export const withoutOlderKeys = (type: ChartType, form: FormData): FormData =>
  withTimeAxis(type, withTimeRange(withoutZeroLimits(form)));

/** What older charts mean by a limit of 0: as many rows as the server gives, as many series as there are. */
const UNLIMITED: Readonly<Record<string, number | null>> = {
  row_limit: LIMITS.rowLimit,
  row_limit_b: LIMITS.rowLimit,
  limit: null,
  limit_b: null,
  series_limit: null,
};

function withoutZeroLimits(form: FormData): FormData {
  const zeros = Object.keys(UNLIMITED).filter((name) => form[name] === 0 || form[name] === "0");
  if (zeros.length === 0) return form;
  return { ...form, ...Object.fromEntries(zeros.map((name) => [name, UNLIMITED[name]])) };
}

/** `since` and `until` override `time_range`, as in Superset. */
function withTimeRange(form: FormData): FormData {
  const { since, until, ...rest } = form;
  if (since === undefined && until === undefined) return form;
  if (isEmptyValue(since) && isEmptyValue(until)) return rest as FormData;
  return { ...rest, time_range: `${since ?? ""} : ${until ?? ""}` } as FormData;
}

/** Older time-series charts store their x-axis as `granularity_sqla`. */
function withTimeAxis(type: ChartType, form: FormData): FormData {
  if (!form.granularity_sqla || !isEmptyValue(form.x_axis)) return form;
  const hasAxis = controlsOf(type.sections).some(({ name }) => name === "x_axis");
  return hasAxis ? { ...form, x_axis: form.granularity_sqla } : form;
}
