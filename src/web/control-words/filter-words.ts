import type { AdhocFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { columnTitle } from "./dataset-words.ts";

/** In the order of the popover. */
export const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  "==": "is",
  "!=": "is not",
  "<": "is less than",
  "<=": "is at most",
  ">": "is greater than",
  ">=": "is at least",
  IN: "is one of",
  "NOT IN": "is none of",
  LIKE: "is like",
  ILIKE: "is like (any case)",
  "IS NOT NULL": "is not null",
  "IS NULL": "is null",
  "LATEST PARTITION": "uses the latest partition",
  "IS TRUE": "is true",
  "IS FALSE": "is false",
  TEMPORAL_RANGE: "time range",
};

export function hasNoValue(operator: string): boolean {
  return operator.startsWith("IS ") || operator === "LATEST PARTITION";
}

export interface FilterWords {
  subject: string;
  words: string;
  value: string;
}

/** For example `series` · `is one of` · `6 values`. */
export function filterWords(filter: AdhocFilter, dataset?: Dataset): FilterWords {
  if (filter.expressionType === "SQL") return { subject: "", words: "", value: filter.sqlExpression ?? "" };
  const subject = columnTitle(dataset, filter.subject ?? "");
  const operator = (filter.operator ?? "").toUpperCase();
  if (operator === "TEMPORAL_RANGE") return { subject, words: "", value: String(filter.comparator ?? "No filter") };
  const words = OPERATOR_WORDS[operator] ?? operator.toLowerCase();
  if (hasNoValue(operator)) return { subject, words, value: "" };
  return { subject, words, value: comparatorWords(filter.comparator) };
}

function comparatorWords(value: AdhocFilter["comparator"]): string {
  if (!Array.isArray(value)) return value === null || value === undefined ? "…" : valueText(value);
  if (value.length === 0) return "…";
  if (value.length > 2) return `${value.length} values`;
  return value.map(valueText).join(", ");
}

function valueText(value: unknown): string {
  return value === "" ? "<empty string>" : String(value ?? "<NULL>");
}
