import type { Control, ControlState } from "../../../chart-types/control.ts";
import { isEmptyValue } from "../../../chart-types/define.ts";
import { type AdhocFilter, columnLabel, type QueryColumn, type QueryMetric } from "../../../model/adhoc.ts";
import { readFixedOrMetric, type SpatialDraft, spatialColumns } from "../../../model/map-values.ts";
import { columnTitle, filterWords, metricTitle } from "./adhoc.ts";

/** Bookkeeping that differs between equal choices: generated ids, popover state, snapshots of a dataset column. */
const INCIDENTAL = new Set(["optionName", "filterOptionName", "isNew", "isExtra", "datasourceWarning", "id", "uuid"]);

/** One text per meaning: empty values are equal, and generated ids do not count. */
export function canonicalValue(value: unknown): string {
  return isEmptyValue(value) ? "null" : JSON.stringify(normalized(value));
}

function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (value === null || typeof value !== "object") return value ?? null;
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([key, one]) => !INCIDENTAL.has(key) && !isEmptyValue(one) && one !== false)
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

/** A control's value as a reader of the list of changes sees it. */
export function describeValue(value: unknown, control: Control | undefined, state: ControlState): string {
  if (isEmptyValue(value)) return "N/A";
  if (typeof value === "boolean") return value ? "True" : "False";
  switch (control?.widget) {
    case "metrics":
      return toList(value as QueryMetric)
        .map((metric) => metricTitle(state.dataset, metric))
        .join(", ");
    case "columns":
      return toList(value as QueryColumn)
        .map((column) => columnTitle(state.dataset, column))
        .join(", ");
    case "filters":
      return toList(value as AdhocFilter)
        .map((filter) => filterText(filter, state))
        .join(", ");
    case "select":
    case "radio":
      return toList(value)
        .map((one) => choiceLabel(control, one, state))
        .join(", ");
    default:
      return describeParts(value, control, state);
  }
}

/** Values of several parts. */
function describeParts(value: unknown, control: Control | undefined, state: ControlState): string {
  switch (control?.widget) {
    case "bounds":
      return boundsText(value);
    case "spatial":
      return spatialColumns(value as SpatialDraft)
        .map(columnLabel)
        .join(", ");
    case "fixed-or-metric":
      return sizeText(value, state);
    case "collection":
      return toList(value as Record<string, unknown>[])
        .map(control.words)
        .join(", ");
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

function filterText(filter: AdhocFilter, state: ControlState): string {
  const { subject, words, value } = filterWords(filter, state.dataset);
  return [subject, words, value].filter(Boolean).join(" ");
}

function sizeText(value: unknown, state: ControlState): string {
  const read = readFixedOrMetric(value);
  if (read?.type === "metric") return read.value ? metricTitle(state.dataset, read.value) : "N/A";
  return String(read?.value ?? "N/A");
}

function boundsText(value: unknown): string {
  const [min, max] = Array.isArray(value) ? value : [];
  return `Min: ${min ?? ""}, Max: ${max ?? ""}`;
}

function choiceLabel(control: Extract<Control, { choices: unknown }>, value: unknown, state: ControlState): string {
  const choices = typeof control.choices === "function" ? control.choices(state) : control.choices;
  return choices.find(([key]) => key === value)?.[1] ?? String(value);
}

export function controlLabel(control: Control, state: ControlState): string {
  return typeof control.label === "function" ? control.label(state) : control.label;
}
