import { nanoid } from "nanoid";
import {
  type AdhocAggregate,
  type AdhocColumn,
  type AdhocFilter,
  type AdhocMetric,
  columnLabel,
  type FilterScalar,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
} from "../../../model/adhoc.ts";
import { type ColumnKind, columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";

export function columnOf(dataset: Dataset | undefined, name: string): DatasetColumn | undefined {
  return dataset?.columns.find((column) => column.column_name === name);
}

/** Kind of a chosen column; a column written as SQL counts as text. */
export function kindOf(dataset: Dataset | undefined, column: QueryColumn): ColumnKind {
  const name = referencedName(column);
  const found = name === undefined ? undefined : columnOf(dataset, name);
  return found ? columnKind(found) : "text";
}

/** Name of the dataset column a choice points at, unless it is an expression of its own. */
export function referencedName(column: QueryColumn): string | undefined {
  if (typeof column === "string") return column;
  return column.isColumnReference ? column.sqlExpression : undefined;
}

/** What people call a column: its label in the dataset, else its name. */
export function columnTitle(dataset: Dataset | undefined, column: QueryColumn): string {
  const name = referencedName(column);
  if (name === undefined) return columnLabel(column);
  return columnOf(dataset, name)?.verbose_name || columnLabel(column);
}

export function metricTitle(dataset: Dataset | undefined, metric: QueryMetric): string {
  if (typeof metric !== "string") return metricLabel(metric);
  return dataset?.metrics.find((saved) => saved.metric_name === metric)?.verbose_name || metric;
}

export function simpleMetric(column: DatasetColumn, aggregate: AdhocAggregate): AdhocMetric {
  return {
    expressionType: "SIMPLE",
    column: { ...column },
    aggregate,
    label: `${aggregate}(${column.column_name})`,
    hasCustomLabel: false,
    optionName: `metric_${nanoid(10)}`,
  };
}

export function sqlMetric(sqlExpression: string, label?: string): AdhocMetric {
  return {
    expressionType: "SQL",
    sqlExpression,
    label: label || sqlExpression,
    hasCustomLabel: Boolean(label && label !== sqlExpression),
    optionName: `metric_${nanoid(10)}`,
  };
}

/** What a column becomes when it is put where a metric belongs. */
export function metricOfColumn(column: DatasetColumn): AdhocMetric {
  return simpleMetric(column, columnKind(column) === "numeric" ? "SUM" : "COUNT_DISTINCT");
}

/** The dataset's saved `count`, else its first saved metric, else COUNT(*). */
export function defaultMetric(dataset: Dataset | undefined): QueryMetric {
  const saved = dataset?.metrics ?? [];
  const count = saved.find((metric) => metric.metric_name === "count") ?? saved[0];
  return count?.metric_name ?? sqlMetric("COUNT(*)");
}

export function sqlColumn(sqlExpression: string, label?: string): AdhocColumn {
  return {
    expressionType: "SQL",
    sqlExpression,
    label: label || sqlExpression,
    hasCustomLabel: Boolean(label && label !== sqlExpression),
  };
}

const OPERATOR_IDS: Readonly<Record<string, string>> = {
  "==": "EQUALS",
  "!=": "NOT_EQUALS",
  ">": "GREATER_THAN",
  "<": "LESS_THAN",
  ">=": "GREATER_THAN_OR_EQUAL",
  "<=": "LESS_THAN_OR_EQUAL",
  IN: "IN",
  "NOT IN": "NOT_IN",
  LIKE: "LIKE",
  ILIKE: "ILIKE",
  "IS NULL": "IS_NULL",
  "IS NOT NULL": "IS_NOT_NULL",
  "IS TRUE": "IS_TRUE",
  "IS FALSE": "IS_FALSE",
  "LATEST PARTITION": "LATEST_PARTITION",
  TEMPORAL_RANGE: "TEMPORAL_RANGE",
};

/** Words for each operator, in the order the popover offers them. */
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

/** Operators that make sense for a column. HAVING compares aggregates, so it offers comparisons only. */
export function operatorsOf(kind: ColumnKind, clause: "WHERE" | "HAVING" = "WHERE"): string[] {
  if (clause === "HAVING") return ["==", "!=", ">", "<", ">=", "<="];
  const nulls = ["IS NOT NULL", "IS NULL"];
  if (kind === "temporal") return ["TEMPORAL_RANGE", "==", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", ...nulls];
  if (kind === "boolean") return ["IS TRUE", "IS FALSE", ...nulls];
  if (kind === "numeric") return ["==", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", ...nulls];
  return ["IN", "NOT IN", "==", "!=", "LIKE", "ILIKE", "<", "<=", ">", ">=", ...nulls];
}

export function isListOperator(operator: string): boolean {
  return operator === "IN" || operator === "NOT IN";
}

export function takesNoValue(operator: string): boolean {
  return operator.startsWith("IS ") || operator === "LATEST PARTITION";
}

export function simpleFilter(
  subject: string,
  operator: string,
  comparator?: FilterScalar | FilterScalar[],
): AdhocFilter {
  return {
    clause: "WHERE",
    expressionType: "SIMPLE",
    subject,
    operator,
    operatorId: OPERATOR_IDS[operator] ?? operator,
    comparator: takesNoValue(operator) ? null : (comparator ?? null),
    filterOptionName: `filter_${nanoid(10)}`,
  };
}

export function sqlFilter(sqlExpression: string, clause: "WHERE" | "HAVING"): AdhocFilter {
  return { clause, expressionType: "SQL", sqlExpression, filterOptionName: `filter_${nanoid(10)}` };
}

/** A first filter for a column that was dropped or picked; the popover opens on it. */
export function filterOfColumn(column: DatasetColumn): AdhocFilter {
  const kind = columnKind(column);
  if (kind === "temporal") return simpleFilter(column.column_name, "TEMPORAL_RANGE", "No filter");
  const operator = operatorsOf(kind)[0] ?? "==";
  return simpleFilter(column.column_name, operator, isListOperator(operator) ? [] : null);
}

/** A message when a filter cannot be applied yet. */
export function filterProblem(filter: AdhocFilter): string | undefined {
  if (filter.expressionType === "SQL") return filter.sqlExpression?.trim() ? undefined : "Write a condition";
  if (!filter.subject) return "Choose a column";
  if (!filter.operator) return "Choose a comparison";
  if (takesNoValue(filter.operator)) return undefined;
  const value = filter.comparator;
  const isMissing = value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);
  return isMissing ? "Choose a value" : undefined;
}

export interface FilterWords {
  subject: string;
  words: string;
  value: string;
}

/** A filter in words: `series` · `is one of` · `6 values`. */
export function filterWords(filter: AdhocFilter, dataset?: Dataset): FilterWords {
  if (filter.expressionType === "SQL") return { subject: "", words: "", value: filter.sqlExpression ?? "" };
  const subject = columnTitle(dataset, filter.subject ?? "");
  const operator = (filter.operator ?? "").toUpperCase();
  if (operator === "TEMPORAL_RANGE") return { subject, words: "", value: String(filter.comparator ?? "No filter") };
  const words = OPERATOR_WORDS[operator] ?? operator.toLowerCase();
  if (takesNoValue(operator)) return { subject, words, value: "" };
  return { subject, words, value: comparatorWords(filter.comparator) };
}

function comparatorWords(value: AdhocFilter["comparator"]): string {
  if (!Array.isArray(value)) return value === null || value === undefined ? "…" : String(value);
  if (value.length === 0) return "…";
  if (value.length > 2) return `${value.length} values`;
  return value.map((one) => String(one ?? "<NULL>")).join(", ");
}
