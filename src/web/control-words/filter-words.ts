import { t } from "../../i18n/translate.ts";
import type { AdhocFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { columnTitle } from "./dataset-words.ts";
import { NO_FILTER } from "./time-range.ts";

export const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  "==": t("is"),
  "!=": t("is not"),
  "<": t("is less than"),
  "<=": t("is at most"),
  ">": t("is greater than"),
  ">=": t("is at least"),
  IN: t("is one of"),
  "NOT IN": t("is none of"),
  LIKE: t("is like"),
  ILIKE: t("is like (case-insensitive)"),
  "IS NOT NULL": t("is not null"),
  "IS NULL": t("is null"),
  "LATEST PARTITION": t("uses the latest partition"),
  "IS TRUE": t("is true"),
  "IS FALSE": t("is false"),
  TEMPORAL_RANGE: t("time range"),
};

export function hasNoValue(operator: string): boolean {
  return operator.startsWith("IS ") || operator === "LATEST PARTITION";
}

export interface FilterWords {
  subject: string;
  words: string;
  value: string;
}

export function filterWords(filter: AdhocFilter, dataset?: Dataset): FilterWords {
  if (filter.expressionType === "SQL") return { subject: "", words: "", value: filter.sqlExpression ?? "" };
  const subject = columnTitle(dataset, filter.subject ?? "");
  const operator = (filter.operator ?? "").toUpperCase();
  if (operator === "TEMPORAL_RANGE") return { subject, words: "", value: String(filter.comparator ?? NO_FILTER) };
  const words = OPERATOR_WORDS[operator] ?? operator.toLowerCase();
  if (hasNoValue(operator)) return { subject, words, value: "" };
  return { subject, words, value: comparatorWords(filter.comparator) };
}

function comparatorWords(value: AdhocFilter["comparator"]): string {
  if (!Array.isArray(value)) return value === null || value === undefined ? "…" : valueText(value);
  if (value.length === 0) return "…";
  if (value.length > 2) return t("{count, plural, one {# value} other {# values}}", { count: value.length });
  return value.map(valueText).join(", ");
}

export function valueText(value: unknown): string {
  return value === "" ? t("'<empty string>'") : String(value ?? "<NULL>");
}
