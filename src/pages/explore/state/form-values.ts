import { isEmptyValue } from "../../../chart-seam/define.ts";

/** Keys that differ between equal values: generated ids, UI state, column snapshots. */
const IGNORED_KEYS = new Set(["optionName", "filterOptionName", "isNew", "isExtra", "datasourceWarning", "id", "uuid"]);

/** Equal values have equal text: empty values are the same, generated ids are ignored. */
export function canonicalValue(value: unknown): string {
  return isEmptyValue(value) ? "null" : JSON.stringify(normalized(value));
}

function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (value === null || typeof value !== "object") return value ?? null;
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([key, one]) => !IGNORED_KEYS.has(key) && !isEmptyValue(one) && one !== false)
    .map(([key, one]): [string, unknown] => [key, key === "column" ? columnName(one) : normalized(one)]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

function columnName(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return (value as { column_name?: unknown }).column_name ?? normalized(value);
}

export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || canonicalValue(a) === canonicalValue(b);
}

export function toList<T>(value: T | readonly T[] | null | undefined): T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? [...value] : [value as T];
}
