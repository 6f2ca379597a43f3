import { columnLabel, type FilterScalar, type QueryFilter } from "../model/adhoc.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import { badRequest } from "../model/errors.ts";
import { DAY_MS } from "./calendar.ts";
import { type ColumnType, isDateType, typeOfColumn } from "./query-dataset.ts";
import {
  checkedExpression,
  columnOf,
  datasetColumnSql,
  epochUnit,
  metricItem,
  temporalSql,
  type Writing,
} from "./select-items.ts";
import type { TimeRange } from "./time-range.ts";

/** Where a filter's condition goes, or why it cannot be applied. */
export type FilterOutcome =
  | { kind: "where" | "having"; sql: string | null; column: string }
  | { kind: "rejected"; column: string; reason: "not_in_datasource" };

/** What a filter compares: its SQL and what is known of its values. */
interface Subject {
  sql: string;
  type: ColumnType;
  column?: DatasetColumn;
}

export type ResolveRange = (timeRange: string) => TimeRange;

export function filterCondition(writing: Writing, filter: QueryFilter, resolveRange: ResolveRange): FilterOutcome {
  const name = columnLabel(filter.col);
  const subject = subjectOf(writing, filter);
  if (!subject) {
    const metric = writing.dataset.metrics.find((m) => m.metric_name === name);
    if (!metric) return { kind: "rejected", column: name, reason: "not_in_datasource" };
    const having = { sql: metricItem(writing, name).sql, type: "unknown" as const };
    return { kind: "having", column: name, sql: condition(writing, having, filter, resolveRange) };
  }
  return { kind: "where", column: name, sql: condition(writing, subject, filter, resolveRange) };
}

function subjectOf(writing: Writing, filter: QueryFilter): Subject | undefined {
  const name = typeof filter.col === "string" ? filter.col : filter.col.sqlExpression;
  const column = columnOf(writing.dataset, name);
  if (column) {
    const sql = filter.grain ? temporalSql(writing, column, filter.grain) : datasetColumnSql(writing, column);
    return { sql, type: typeOfColumn(column), column };
  }
  if (typeof filter.col === "string") return undefined;
  return { sql: checkedExpression(writing, filter.col.sqlExpression, "column"), type: "unknown" };
}

function condition(writing: Writing, subject: Subject, filter: QueryFilter, resolveRange: ResolveRange): string | null {
  const operator = filter.op.trim().toUpperCase();
  const { sql } = subject;
  switch (operator) {
    case "IS NULL":
    case "IS NOT NULL":
    case "IS TRUE":
    case "IS FALSE":
      return `${sql} ${operator}`;
    case "IN":
    case "NOT IN":
      return membership(writing, subject, listOf(filter.val), operator === "NOT IN");
    case "TEMPORAL_RANGE":
      if (typeof filter.val !== "string") throw missingValue();
      return boundsCondition(writing, subject, resolveRange(filter.val));
    case "LIKE":
    case "NOT LIKE":
    case "ILIKE":
    case "NOT ILIKE":
      return likeCondition(writing, subject, operator, singleValue(filter.val));
    case "==":
    case "=":
    case "!=":
    case "<>":
    case ">":
    case "<":
    case ">=":
    case "<=":
      return comparison(writing, subject, operator, filter.val);
    default:
      throw badRequest(`Invalid filter operation type: ${filter.op}`);
  }
}

const missingValue = () => badRequest("Must specify a value for filters with comparison operators");

type FilterValue = QueryFilter["val"];

function listOf(value: FilterValue): FilterScalar[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (list.length === 0) throw badRequest("Filter value list cannot be empty");
  return list;
}

function singleValue(value: FilterValue): FilterScalar {
  const single = Array.isArray(value) ? value[0] : value;
  if (single === undefined || single === null) throw missingValue();
  return single;
}

function comparison(writing: Writing, subject: Subject, operator: string, value: FilterValue): string {
  const isEquality = operator === "==" || operator === "=";
  const isInequality = operator === "!=" || operator === "<>";
  const single = Array.isArray(value) ? value[0] : value;
  const literal = single === undefined || single === null ? null : literalOf(writing, subject, single);
  if (literal === null) {
    if (isEquality) return `${subject.sql} IS NULL`;
    if (isInequality) return `${subject.sql} IS NOT NULL`;
    throw missingValue();
  }
  return `${subject.sql} ${isEquality ? "=" : isInequality ? "<>" : operator} ${literal}`;
}

function membership(writing: Writing, subject: Subject, values: readonly FilterScalar[], negate: boolean): string {
  const literals = values.map((value) => (value === null ? null : literalOf(writing, subject, value)));
  const present = literals.filter((literal) => literal !== null);
  const inList = `${subject.sql} IN (${present.join(", ")})`;
  if (present.length === literals.length) return negate ? `${subject.sql} NOT IN (${present.join(", ")})` : inList;
  const either = present.length === 0 ? `${subject.sql} IS NULL` : `(${subject.sql} IS NULL OR ${inList})`;
  return negate ? `NOT ${either.startsWith("(") ? either : `(${either})`}` : either;
}

function likeCondition(writing: Writing, subject: Subject, operator: string, value: FilterScalar): string {
  const { dialect } = writing;
  const column = subject.type === "text" ? subject.sql : dialect.castToText(subject.sql);
  const pattern = dialect.quoteText(String(value));
  if (operator.endsWith("ILIKE")) return dialect.caseInsensitiveLike(column, pattern, operator.startsWith("NOT"));
  return `${column} ${operator} ${pattern}`;
}

/** `<NULL>` and `<empty string>` are what filter menus send for those two. */
function literalOf(writing: Writing, subject: Subject, value: Exclude<FilterScalar, null>): string | null {
  if (typeof value !== "string") return scalarLiteral(writing, subject, value);
  const text = value.replace(/^[\t\n]+|[\t\n]+$/g, "");
  if (text === "<NULL>") return null;
  if (text === "<empty string>") return writing.dialect.quoteText("");
  if (subject.type === "numeric") return numericText(text, subject);
  if (subject.type === "boolean") return booleanText(text, subject);
  return writing.dialect.quoteText(text);
}

function scalarLiteral(writing: Writing, subject: Subject, value: number | boolean): string {
  const { type, column } = subject;
  if (typeof value === "boolean") {
    if (type === "text") return writing.dialect.quoteText(String(value));
    return type === "numeric" ? String(Number(value)) : booleanLiteral(value);
  }
  if (!Number.isFinite(value)) throw badRequest(`Invalid filter value: ${value}`);
  if (type === "temporal" || column?.is_dttm) return temporalLiteral(writing, column, value);
  if (type === "text") return writing.dialect.quoteText(String(value));
  if (type === "boolean") return booleanLiteral(value !== 0);
  return String(value);
}

const booleanLiteral = (value: boolean) => (value ? "TRUE" : "FALSE");

function numericText(text: string, subject: Subject): string {
  const trimmed = text.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return trimmed;
  throw badRequest(`Invalid value for the numeric column ${subject.column?.column_name ?? subject.sql}: ${text}`);
}

function booleanText(text: string, subject: Subject): string {
  const lower = text.toLowerCase();
  if (["true", "t", "yes", "1"].includes(lower)) return "TRUE";
  if (["false", "f", "no", "0"].includes(lower)) return "FALSE";
  throw badRequest(`Invalid value for the boolean column ${subject.column?.column_name ?? subject.sql}: ${text}`);
}

/** An instant in the form its column is stored in. */
export function temporalLiteral(writing: Writing, column: DatasetColumn | undefined, epochMs: number): string {
  const { dialect } = writing;
  const unit = column && epochUnit(column);
  if (unit) return String(unit === "s" ? Math.floor(epochMs / 1000) : epochMs);
  if (column?.python_date_format && typeOfColumn(column) === "text") {
    return dialect.quoteText(formatted(epochMs, column.python_date_format));
  }
  return dialect.temporalLiteral(epochMs, isDateType(column?.type) ? "date" : "timestamp");
}

const PATTERN_PARTS: Readonly<Record<string, (iso: string) => string>> = {
  Y: (iso) => iso.slice(0, 4),
  m: (iso) => iso.slice(5, 7),
  d: (iso) => iso.slice(8, 10),
  H: (iso) => iso.slice(11, 13),
  M: (iso) => iso.slice(14, 16),
  S: (iso) => iso.slice(17, 19),
  f: (iso) => `${iso.slice(20, 23)}000`,
};

function formatted(epochMs: number, pattern: string): string {
  const iso = new Date(epochMs).toISOString();
  return pattern.replace(/%([a-zA-Z])/g, (whole, part: string) => PATTERN_PARTS[part]?.(iso) ?? whole);
}

/** Closed-open bounds. Days compare with the next midnight, so that a bound within a day keeps its meaning. */
export function boundsCondition(writing: Writing, subject: Subject, { since, until }: TimeRange): string | null {
  const { sql, column } = subject;
  const bound = (ms: number) =>
    temporalLiteral(writing, column, isDateType(column?.type) ? Math.ceil(ms / DAY_MS) * DAY_MS : ms);
  const parts = [
    ...(since === null ? [] : [`${sql} >= ${bound(since)}`]),
    ...(until === null ? [] : [`${sql} < ${bound(until)}`]),
  ];
  return parts.length === 0 ? null : parts.join(" AND ");
}
