import type { FormData } from "../model/form-data.ts";
import { LIMITS } from "../model/query-context.ts";
import type { ChartType } from "./chart-type.ts";
import { controlsOf, isEmptyValue } from "./define.ts";

/** Form data with the keys that charts of every type were stored with before, moved to today's. */
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

/** A range was stored as its two ends, which still win over a range beside them. */
function withTimeRange(form: FormData): FormData {
  const { since, until, ...rest } = form;
  if (since === undefined && until === undefined) return form;
  if (isEmptyValue(since) && isEmptyValue(until)) return rest as FormData;
  return { ...rest, time_range: `${since ?? ""} : ${until ?? ""}` } as FormData;
}

/** Charts of the dataset's time column named it apart from their axes. */
function withTimeAxis(type: ChartType, form: FormData): FormData {
  if (!form.granularity_sqla || !isEmptyValue(form.x_axis)) return form;
  const hasAxis = controlsOf(type.sections).some(({ name }) => name === "x_axis");
  return hasAxis ? { ...form, x_axis: form.granularity_sqla } : form;
}
