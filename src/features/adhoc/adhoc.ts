import { nanoid } from "nanoid";
import { t } from "../../i18n/translate.ts";
import type {
  AdhocAggregate,
  AdhocColumn,
  AdhocFilter,
  AdhocMetric,
  FilterScalar,
  QueryColumn,
  QueryMetric,
} from "../../model/adhoc.ts";
import { type ColumnKind, columnKind } from "../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";
import { columnOf, referencedName } from "../../web/control-words/dataset-words.ts";
import { hasNoValue } from "../../web/control-words/filter-words.ts";

export function kindOf(dataset: Dataset | undefined, column: QueryColumn): ColumnKind {
  const name = referencedName(column);
  const found = name === undefined ? undefined : columnOf(dataset, name);
  return found ? columnKind(found) : "text";
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

export function metricOfColumn(column: DatasetColumn): AdhocMetric {
  return simpleMetric(column, columnKind(column) === "numeric" ? "SUM" : "COUNT_DISTINCT");
}

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

export function operatorsOf(kind: ColumnKind, clause: "WHERE" | "HAVING" = "WHERE"): string[] {
  if (clause === "HAVING") return ["==", "!=", ">", "<", ">=", "<="];
  const nulls = ["IS NOT NULL", "IS NULL"];
  if (kind === "temporal") return ["TEMPORAL_RANGE", "==", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", ...nulls];
  if (kind === "boolean") return ["IS TRUE", "IS FALSE", ...nulls];
  if (kind === "numeric") return ["==", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", ...nulls];
  return ["IN", "NOT IN", "==", "!=", "LIKE", "ILIKE", "<", "<=", ">", ">=", ...nulls];
}

export function comparisonsOf(dataset: Dataset | undefined, { subject, clause }: AdhocFilter): string[] {
  const operators = operatorsOf(kindOf(dataset, subject ?? ""), clause);
  const column = columnOf(dataset, subject ?? "");
  const isPhysical = column !== undefined && !column.expression?.trim() && !dataset?.sql?.trim();
  const hasPartitions = isPhysical && clause !== "HAVING" && dataset?.database?.tells_partitions === true;
  return hasPartitions ? [...operators, "LATEST PARTITION"] : operators;
}

export function isListOperator(operator: string): boolean {
  return operator === "IN" || operator === "NOT IN";
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
    comparator: hasNoValue(operator) ? null : (comparator ?? null),
    filterOptionName: `filter_${nanoid(10)}`,
  };
}

export function sqlFilter(sqlExpression: string, clause: "WHERE" | "HAVING"): AdhocFilter {
  return { clause, expressionType: "SQL", sqlExpression, filterOptionName: `filter_${nanoid(10)}` };
}

export function filterOfColumn(column: DatasetColumn): AdhocFilter {
  const kind = columnKind(column);
  if (kind === "temporal") return simpleFilter(column.column_name, "TEMPORAL_RANGE", "No filter");
  const operator = operatorsOf(kind)[0] ?? "==";
  return simpleFilter(column.column_name, operator, isListOperator(operator) ? [] : null);
}

/** A moment of a time column is a range of one millisecond. */
export function filterOfValue(name: string, value: FilterScalar, mark: string): AdhocFilter {
  if (mark !== "temporal" || typeof value !== "number") return simpleFilter(name, "IN", [value]);
  const at = (ms: number) => new Date(ms).toISOString().slice(0, -1);
  return simpleFilter(name, "TEMPORAL_RANGE", `${at(value)} : ${at(value + 1)}`);
}

export function filterProblem(filter: AdhocFilter): string | undefined {
  if (filter.expressionType === "SQL") return filter.sqlExpression?.trim() ? undefined : t("Enter a condition");
  if (!filter.subject) return t("Choose a column");
  if (!filter.operator) return t("Choose a comparison");
  if (hasNoValue(filter.operator)) return undefined;
  const value = filter.comparator;
  const isMissing = value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);
  return isMissing ? t("Choose a value") : undefined;
}
