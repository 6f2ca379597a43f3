import { columnLabel, type FilterScalar, type QueryFilter } from "../model/adhoc.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import { badRequest } from "../model/errors.ts";
import { DAY_MS, isInCalendar } from "./calendar.ts";
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

/** What filters are written with: `resolveRange` turns the text of a time range into bounds. */
export interface Filtering extends Writing {
  resolveRange(timeRange: string): TimeRange;
}

export function filterCondition(filtering: Filtering, filter: QueryFilter): FilterOutcome {
  const name = columnLabel(filter.col);
  const subject = subjectOf(filtering, filter);
  if (subject) return { kind: "where", column: name, sql: condition(filtering, subject, filter) };
  const metric = filtering.dataset.metrics.find((m) => m.metric_name === name);
  if (!metric) return { kind: "rejected", column: name, reason: "not_in_datasource" };
  const having = { sql: metricItem(filtering, name).sql, type: "unknown" as const };
  return { kind: "having", column: name, sql: condition(filtering, having, filter) };
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

type Condition = (filtering: Filtering, subject: Subject, filter: QueryFilter) => string | null;

function condition(filtering: Filtering, subject: Subject, filter: QueryFilter): string | null {
  const operator = operatorOf(filter);
  const write = Object.hasOwn(CONDITIONS, operator) ? CONDITIONS[operator] : undefined;
  if (!write) throw badRequest(`Invalid filter operation type: ${filter.op}`);
  return write(filtering, subject, filter);
}

const operatorOf = (filter: QueryFilter) => filter.op.trim().toUpperCase();

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

const EQUAL = new Set(["==", "="]);
const UNEQUAL = new Set(["!=", "<>"]);

const comparison: Condition = (filtering, subject, filter) => {
  const operator = operatorOf(filter);
  const single = Array.isArray(filter.val) ? filter.val[0] : filter.val;
  const literal = single === undefined || single === null ? null : literalOf(filtering, subject, single);
  if (literal !== null) return `${subject.sql} ${sqlOperator(operator)} ${literal}`;
  if (EQUAL.has(operator)) return `${subject.sql} IS NULL`;
  if (UNEQUAL.has(operator)) return `${subject.sql} IS NOT NULL`;
  throw missingValue();
};

const sqlOperator = (operator: string) => (EQUAL.has(operator) ? "=" : UNEQUAL.has(operator) ? "<>" : operator);

const membership: Condition = (filtering, subject, filter) => {
  const { sql } = subject;
  const isNegated = operatorOf(filter) === "NOT IN";
  const literals = listOf(filter.val).map((value) => (value === null ? null : literalOf(filtering, subject, value)));
  const present = literals.filter((literal) => literal !== null).join(", ");
  if (!literals.includes(null)) return `${sql} ${isNegated ? "NOT IN" : "IN"} (${present})`;
  const either = present === "" ? `(${sql} IS NULL)` : `(${sql} IS NULL OR ${sql} IN (${present}))`;
  return isNegated ? `NOT ${either}` : either;
};

const like: Condition = ({ dialect }, subject, filter) => {
  const operator = operatorOf(filter);
  const column = subject.type === "text" ? subject.sql : dialect.castToText(subject.sql);
  const pattern = dialect.quoteText(String(singleValue(filter.val)));
  if (operator.endsWith("ILIKE")) return dialect.caseInsensitiveLike(column, pattern, operator.startsWith("NOT"));
  return dialect.like(column, pattern, operator.startsWith("NOT"));
};

const test: Condition = (_, subject, filter) => `${subject.sql} ${operatorOf(filter)}`;

const temporalRange: Condition = (filtering, subject, { val }) => {
  if (typeof val !== "string") throw missingValue();
  return boundsCondition(filtering, subject, filtering.resolveRange(val));
};

const CONDITIONS: Readonly<Record<string, Condition>> = {
  "==": comparison,
  "=": comparison,
  "!=": comparison,
  "<>": comparison,
  ">": comparison,
  "<": comparison,
  ">=": comparison,
  "<=": comparison,
  IN: membership,
  "NOT IN": membership,
  LIKE: like,
  "NOT LIKE": like,
  ILIKE: like,
  "NOT ILIKE": like,
  "IS NULL": test,
  "IS NOT NULL": test,
  "IS TRUE": test,
  "IS FALSE": test,
  TEMPORAL_RANGE: temporalRange,
};

/** `<NULL>` and `<empty string>` are what filter menus send for those two. */
function literalOf(writing: Writing, subject: Subject, value: Exclude<FilterScalar, null>): string | null {
  if (typeof value !== "string") return scalarLiteral(writing, subject, value);
  const text = withoutOuterBreaks(value);
  if (text === "<NULL>") return null;
  if (text === "<empty string>") return writing.dialect.quoteText("");
  if (subject.type === "numeric") return numericText(text, subject);
  if (subject.type === "boolean") return booleanText(text, subject);
  return writing.dialect.quoteText(text);
}

/** Without the tabs and line breaks around it; a pattern would take quadratic time over long runs of them. */
function withoutOuterBreaks(text: string): string {
  const isBreak = (at: number) => text[at] === "\t" || text[at] === "\n";
  let [start, end] = [0, text.length];
  while (start < end && isBreak(start)) start++;
  while (end > start && isBreak(end - 1)) end--;
  return text.slice(start, end);
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
  if (!isInCalendar(epochMs)) throw badRequest(`Invalid filter value: ${epochMs}`);
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
