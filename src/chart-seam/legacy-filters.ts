import type { AdhocFilter } from "../model/adhoc.ts";
import { FormData } from "../model/form-data.ts";
import { isEmptyValue } from "./define.ts";

const TIME_SETTINGS: Readonly<Record<string, string>> = {
  __time_range: "time_range",
  __time_col: "granularity_sqla",
  __time_grain: "time_grain_sqla",
};

const KEYS = ["extra_filters", "where", "filters", "having", "having_filters"] as const;

/**
 * Old forms store their own filters and those of the dashboard they were saved from. Ignoring them would show more rows
 * than the author intended. In forms with adhoc filters, `filters` and `having` are leftovers.
 */
export function withFilters(stored: FormData, names: ReadonlySet<string> = new Set()): FormData {
  const form = withCurrentFilters(stored);
  if (KEYS.every((key) => isEmptyValue(form[key]))) return form;
  const { extra_filters, where, filters, having, having_filters, ...rest } = form;
  const read = FormData.shape.adhoc_filters.safeParse(form.adhoc_filters);
  // Keep the form as it is when a filter can't be parsed.
  if (!read.success) return form;
  const current = read.data ?? [];
  const added: unknown[] = [
    ...entriesOf(extra_filters).filter(({ col }) => !(String(col) in TIME_SETTINGS)),
    ...clause("WHERE", where),
  ];
  const own = [
    ...entriesOf(filters),
    ...entriesOf(having_filters).map((one) => ({ ...one, clause: "HAVING" })),
    ...clause("HAVING", having),
  ];
  const older = FormData.shape.adhoc_filters.safeParse([...added, ...(current.length === 0 ? own : [])]);
  const second = FormData.shape.adhoc_filters.safeParse([...listOf(form.adhoc_filters_b), ...added]);
  const settings = entriesOf(extra_filters).flatMap(({ col, val }) => {
    const name = TIME_SETTINGS[String(col)];
    return name && typeof val === "string" && val ? [[name, val]] : [];
  });
  if (!older.success || !second.success) return form;
  return {
    ...rest,
    ...Object.fromEntries(settings),
    adhoc_filters: [...current, ...(older.data ?? [])],
    ...(names.has("adhoc_filters_b") ? { adhoc_filters_b: second.data } : {}),
  } as FormData;
}

function withCurrentFilters(form: FormData): FormData {
  const { adhoc_filters: filters } = form;
  const isCurrent = Array.isArray(filters) && filters.every((one: unknown) => (one as AdhocFilter)?.expressionType);
  if (isCurrent || filters === undefined || filters === null) return form;
  const read = FormData.shape.adhoc_filters.safeParse(filters);
  return read.success ? { ...form, adhoc_filters: read.data } : form;
}

type Entry = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const entriesOf = (list: unknown): Entry[] =>
  (listOf(list) as Entry[])
    .filter((one) => typeof one === "object" && one !== null)
    .map((one) => ({ ...one, op: one.op ?? "IN" }));

function clause(kind: AdhocFilter["clause"], sql: unknown): unknown[] {
  return typeof sql === "string" && sql.trim() ? [{ clause: kind, expressionType: "SQL", sqlExpression: sql }] : [];
}
