import type { FormData } from "../model/form-data.ts";
import { LIMITS } from "../model/query-context.ts";

/** What older charts mean by a limit of 0: as many rows as the server gives, as many series as there are. */
const UNLIMITED: Readonly<Record<string, number | null>> = {
  row_limit: LIMITS.rowLimit,
  row_limit_b: LIMITS.rowLimit,
  limit: null,
  limit_b: null,
  series_limit: null,
};

/** The form with limits that its controls take; itself when it has no limit of 0. */
export function withoutZeroLimits(form: FormData): FormData {
  const zeros = Object.keys(UNLIMITED).filter((name) => form[name] === 0 || form[name] === "0");
  if (zeros.length === 0) return form;
  return { ...form, ...Object.fromEntries(zeros.map((name) => [name, UNLIMITED[name]])) };
}
