import type { AdhocAggregate, AdhocFilter, FilterScalar } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { columnOf } from "../../web/control-words/dataset-words.ts";
import { sqlName } from "../../web/sql/words.ts";
import { isListOperator } from "./adhoc.ts";

export function columnSql(dataset: Dataset | undefined, name: string | undefined): string {
  if (!name) return "";
  return columnOf(dataset, name)?.expression?.trim() || sqlName(name, dataset?.database?.backend);
}

export function savedMetricSql(dataset: Dataset | undefined, name: string | undefined): string {
  return dataset?.metrics.find(({ metric_name }) => metric_name === name)?.expression ?? "";
}

export function aggregateSql(
  dataset: Dataset | undefined,
  column: string | undefined,
  aggregate: AdhocAggregate | undefined,
): string {
  if (!column || !aggregate) return "";
  const sql = columnSql(dataset, column);
  return aggregate === "COUNT_DISTINCT" ? `COUNT(DISTINCT ${sql})` : `${aggregate}(${sql})`;
}

/** ISO times without a zone, the end exclusive; "" when unbounded. */
export interface TimeBounds {
  since: string;
  until: string;
}

/**
 * Empty while incomplete, for times stored as numbers or text, and for LATEST PARTITION, which needs a subquery that
 * custom SQL may not contain.
 */
export function conditionSql(dataset: Dataset | undefined, filter: AdhocFilter, bounds?: TimeBounds): string {
  const operator = filter.operator ?? "";
  const subject = columnSql(dataset, filter.subject ?? undefined);
  if (!subject || operator === "" || operator === "LATEST PARTITION") return "";
  if (operator === "TEMPORAL_RANGE") return rangeSql(dataset, { subject, name: filter.subject ?? "" }, bounds);
  if (operator.startsWith("IS ")) return `${subject} ${operator}`;
  const literal = (value: FilterScalar) => literalSql(value, dataset?.database?.backend);
  const values = [filter.comparator ?? []].flat();
  return isListOperator(operator)
    ? membershipSql({ subject, operator, literal }, values)
    : comparisonSql({ subject, operator, literal }, values[0] ?? null);
}

/** Engines without TIMESTAMP literals. */
const TEXT_TIMES = new Set(["sqlite", "mssql"]);
const MIDNIGHT = /T00:00:00(\.0+)?$/;

function rangeSql(
  dataset: Dataset | undefined,
  { subject, name }: { subject: string; name: string },
  bounds: TimeBounds | undefined,
): string {
  const time = timeLiteral(columnOf(dataset, name)?.type ?? "", dataset?.database?.backend);
  if (!bounds || !time) return "";
  const { since, until } = bounds;
  return [since && `${subject} >= ${time(since)}`, until && `${subject} < ${time(until)}`]
    .filter(Boolean)
    .join(" AND ");
}

function timeLiteral(type: string, backend = ""): ((time: string) => string) | undefined {
  const day = (time: string) => `'${time.slice(0, 10)}'`;
  const moment = (time: string) => `'${time.replace("T", " ")}'`;
  if (TEXT_TIMES.has(backend)) return (time) => (MIDNIGHT.test(time) ? day(time) : moment(time));
  if (/^date$/i.test(type)) return (time) => `DATE ${day(time)}`;
  if (backend === "bigquery" && /^datetime/i.test(type)) return (time) => `DATETIME ${moment(time)}`;
  return /^(datetime|timestamp)/i.test(type) ? (time) => `TIMESTAMP ${moment(time)}` : undefined;
}

interface Comparison {
  subject: string;
  operator: string;
  literal(value: FilterScalar): string;
}

function comparisonSql({ subject, operator, literal }: Comparison, value: FilterScalar): string {
  if (value === null) return "";
  if (operator === "ILIKE") return `LOWER(${subject}) LIKE LOWER(${literal(value)})`;
  return `${subject} ${operator === "==" ? "=" : operator} ${literal(value)}`;
}

/** NULL needs its own condition, as IN never matches it. */
function membershipSql({ subject, operator, literal }: Comparison, values: readonly FilterScalar[]): string {
  const isNegated = operator === "NOT IN";
  const present = values.filter((one) => one !== null).map(literal);
  const conditions = [
    ...(present.length > 0 ? [`${subject} ${operator} (${present.join(", ")})`] : []),
    ...(values.includes(null) ? [`${subject} IS ${isNegated ? "NOT " : ""}NULL`] : []),
  ];
  return conditions.join(isNegated ? " AND " : " OR ");
}

/** Engines where a backslash in a string starts an escape. */
const BACKSLASHES = new Set(["mysql", "mariadb", "bigquery", "clickhouse", "clickhousedb", "redshift", "snowflake"]);

function literalSql(value: FilterScalar, backend = ""): string {
  if (typeof value !== "string") return String(value).toUpperCase();
  const text = BACKSLASHES.has(backend) ? value.replaceAll("\\", "\\\\") : value;
  return `'${text.replaceAll("'", backend === "bigquery" ? "\\'" : "''")}'`;
}
