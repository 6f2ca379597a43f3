import type { AdhocAggregate, AdhocFilter, FilterScalar } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { columnOf } from "../control-words/dataset-words.ts";
import { sqlName } from "../sql/words.ts";
import { isListOperator } from "./adhoc.ts";

/** What was chosen in the other tabs of a popover, as the SQL that somebody begins with. */

/** A column's own expression, else its name; empty without a name. */
export function columnSql(dataset: Dataset | undefined, name: string | undefined): string {
  if (!name) return "";
  return columnOf(dataset, name)?.expression?.trim() || sqlName(name, dataset?.database?.backend);
}

/** The expression of a saved metric; empty when the dataset has none of that name. */
export function savedMetricSql(dataset: Dataset | undefined, name: string | undefined): string {
  return dataset?.metrics.find(({ metric_name }) => metric_name === name)?.expression ?? "";
}

/** An aggregate of a column; empty until both are chosen. */
export function aggregateSql(
  dataset: Dataset | undefined,
  column: string | undefined,
  aggregate: AdhocAggregate | undefined,
): string {
  if (!column || !aggregate) return "";
  const sql = columnSql(dataset, column);
  return aggregate === "COUNT_DISTINCT" ? `COUNT(DISTINCT ${sql})` : `${aggregate}(${sql})`;
}

/** The condition of a simple filter; empty while a part is missing, and for what depends on today or on partitions. */
export function conditionSql(dataset: Dataset | undefined, filter: AdhocFilter): string {
  const operator = filter.operator ?? "";
  const subject = columnSql(dataset, filter.subject ?? undefined);
  if (!subject || BEYOND_SQL.has(operator)) return "";
  if (operator.startsWith("IS ")) return `${subject} ${operator}`;
  const values = [filter.comparator ?? []].flat();
  return isListOperator(operator)
    ? membershipSql(subject, operator, values)
    : comparisonSql(subject, operator, values[0] ?? null);
}

const BEYOND_SQL = new Set(["", "TEMPORAL_RANGE", "LATEST PARTITION"]);

function comparisonSql(subject: string, operator: string, value: FilterScalar): string {
  if (value === null) return "";
  if (operator === "ILIKE") return `LOWER(${subject}) LIKE LOWER(${literal(value)})`;
  return `${subject} ${operator === "==" ? "=" : operator} ${literal(value)}`;
}

/** A null among the values is asked for apart: SQL finds none by IN. */
function membershipSql(subject: string, operator: string, values: readonly FilterScalar[]): string {
  const isNegated = operator === "NOT IN";
  const present = values.filter((one) => one !== null).map(literal);
  const conditions = [
    ...(present.length > 0 ? [`${subject} ${operator} (${present.join(", ")})`] : []),
    ...(values.includes(null) ? [`${subject} IS ${isNegated ? "NOT " : ""}NULL`] : []),
  ];
  return conditions.join(isNegated ? " AND " : " OR ");
}

function literal(value: FilterScalar): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return String(value).toUpperCase();
}
