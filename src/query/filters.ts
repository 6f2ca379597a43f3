import { t } from "../i18n/translate.ts";
import { columnLabel, type FilterScalar, metricLabel, type QueryFilter, type QueryMetric } from "../model/adhoc.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import { badRequest, typedError } from "../model/errors.ts";
import { isShownHex } from "../model/shown-bytes.ts";
import { DAY_MS } from "./calendar.ts";
import type { ByteFilter, Dialect } from "./dialect.ts";
import { type ColumnType, isDateType, typeOfColumn, typeOfSql } from "./query-dataset.ts";
import {
  axisGrain,
  checkedExpression,
  columnOf,
  cutZoneOf,
  datasetColumnSql,
  metricItem,
  type SqlContext,
  shownSql,
  temporalSql,
  textSql,
  withGrain,
} from "./select-items.ts";
import { epochUnit, patternOf } from "./stored-time.ts";
import { maybeIsoDate } from "./time-expression.ts";
import { boundsCondition, rangeCondition, temporalLiteral, timeMeant, timeShown } from "./time-literal.ts";
import type { TimeRange } from "./time-range.ts";

interface Value {
  sql: string;
  column?: DatasetColumn | undefined;
}

/** Whether a value is missing (or not, if `isNegated`) as displayed: results show NaN and infinities as missing too. */
function missing(dialect: Dialect, { sql, column }: Value, isNegated = false): string {
  const nullTest = `${sql} IS ${isNegated ? "NOT NULL" : "NULL"}`;
  const notFiniteTest = dialect.isInfinite(sql, column?.type ?? "");
  if (notFiniteTest === undefined) return nullTest;
  return isNegated ? `(${nullTest} AND NOT (${notFiniteTest}))` : `(${nullTest} OR ${notFiniteTest})`;
}

export type FilterOutcome =
  | { kind: "where" | "having"; sql: string | null; column: string }
  | { kind: "rejected"; column: string; reason: "not_in_datasource" };

interface Subject {
  sql: string;
  type: ColumnType;
  column?: DatasetColumn | undefined;
  isMeasure?: boolean;
  isCut?: boolean;
  isBytes?: boolean;
  isExact?: boolean | null | undefined;
}

export interface FilterContext extends SqlContext {
  metrics: readonly QueryMetric[] | null;
  resolveRange(timeRange: string): TimeRange;
}

export function filterCondition(filtering: FilterContext, filter: QueryFilter): FilterOutcome {
  const name = columnLabel(filter.col);
  const subject = subjectOf(filtering, filter);
  if (subject) return { kind: "where", column: name, sql: condition(filtering, subject, filter) };
  const metric = metricNamed(filtering, name);
  if (!metric) return { kind: "rejected", column: name, reason: "not_in_datasource" };
  const { sql, type, column } = metricItem(filtering, metric);
  const having = { sql: `(${sql})`, type, column, isMeasure: true };
  return { kind: "having", column: name, sql: condition(filtering, having, filter) };
}

function metricNamed({ metrics, dataset }: FilterContext, name: string): QueryMetric | undefined {
  if (metrics === null) return undefined;
  const own = metrics.find((metric) => metricLabel(metric) === name);
  return own ?? dataset.metrics.find((metric) => metric.metric_name === name)?.metric_name;
}

function subjectOf(writing: SqlContext, { col, grain: own }: QueryFilter): Subject | undefined {
  const name = typeof col === "string" ? col : col.sqlExpression;
  const grain = own ?? (typeof col === "string" ? null : axisGrain(col));
  const column = columnOf(writing.dataset, name);
  if (column) return columnSubject(writing, column, grain);
  if (typeof col === "string") return undefined;
  const sql = checkedExpression(writing, name, "column");
  if (!grain) return { sql, type: "unknown" };
  return { sql: withGrain(writing.dialect, { sql, type: null }, grain), type: "temporal", isCut: true };
}

function columnSubject(writing: SqlContext, column: DatasetColumn, grain: string | null): Subject {
  const type = typeOfColumn(column);
  if (!grain || !(column.is_dttm || type === "temporal")) {
    return { sql: datasetColumnSql(writing, column), type, column };
  }
  const isMade = epochUnit(column) !== undefined || writing.dialect.momentsAreTexts;
  const wallType = cutZoneOf(writing, column) === undefined ? undefined : writing.dialect.moments?.wallType;
  const made = wallType ?? (isMade ? "TIMESTAMP" : undefined);
  const typedColumn = made === undefined ? column : { ...column, type: made, python_date_format: null };
  return {
    sql: temporalSql(writing, column, grain),
    type: typeOfColumn(typedColumn),
    column: typedColumn,
    isCut: true,
  };
}

type Condition = (filtering: FilterContext, subject: Subject, filter: QueryFilter) => string | null;

function condition(filtering: FilterContext, subject: Subject, filter: QueryFilter): string | null {
  const operator = operatorOf(filter);
  const write = Object.hasOwn(CONDITIONS, operator) ? CONDITIONS[operator] : undefined;
  if (!write) throw badRequest(t("Invalid filter operation type: {op}", { op: filter.op }));
  return write(filtering, subject, filter);
}

const operatorOf = (filter: QueryFilter) => filter.op.trim().toUpperCase();

const missingValue = () => badRequest(t("Must specify a value for filters with comparison operators"));

type FilterValue = QueryFilter["val"];

function listOf(value: FilterValue): FilterScalar[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (list.length === 0) throw badRequest(t("Filter value list cannot be empty"));
  return list;
}

function singleValue(value: FilterValue): Exclude<FilterScalar, null> {
  const single = Array.isArray(value) ? value[0] : value;
  if (single === undefined || single === null) throw missingValue();
  return single;
}

const equality =
  (isNegated: boolean): Condition =>
  (filtering, compared, { val, isExact }) => {
    const [single = null] = Array.isArray(val) ? val : [val];
    const subject = { ...displayedSubject(filtering, compared, [single]), isExact };
    const { sql } = subject;
    const moment = momentOf(filtering, subject, single);
    if (moment !== undefined) return `${isNegated ? "NOT " : ""}${withinMillisecond(filtering, subject, moment)}`;
    const literal = single === null ? null : literalOf(filtering, subject, single);
    if (literal === null) return missing(filtering.dialect, subject, isNegated);
    return `${sql} ${isNegated ? "<>" : "="} ${literal}`;
  };

const comparison: Condition = (filtering, compared, filter) => {
  const subject = { ...compared, isExact: filter.isExact };
  const literal = literalOf(filtering, subject, singleValue(filter.val));
  if (literal === null) throw missingValue();
  return `${subject.sql} ${operatorOf(filter)} ${literal}`;
};

const membership: Condition = (filtering, compared, filter) => {
  const values = listOf(filter.val);
  const subject = { ...displayedSubject(filtering, compared, values), isExact: filter.isExact };
  const { sql } = subject;
  const isNegated = operatorOf(filter) === "NOT IN";
  const moments = values.flatMap((value) => momentOf(filtering, subject, value) ?? []);
  const literals = values
    .filter((value) => momentOf(filtering, subject, value) === undefined)
    .map((value) => (value === null ? null : literalOf(filtering, subject, value)));
  const present = literals.filter((literal) => literal !== null).join(", ");
  const alternatives = [
    ...(literals.includes(null) ? [missing(filtering.dialect, subject)] : []),
    ...moments.map((value) => withinMillisecond(filtering, subject, value)),
    ...(present === "" ? [] : [`${sql} IN (${present})`]),
  ];
  if (literals.includes(null) || moments.length > 0) {
    const either = `(${alternatives.join(" OR ")})`;
    const written = isNegated ? `NOT ${either}` : either;
    return literals.includes(null) ? written : orMissing(written, sql, filter);
  }
  return orMissing(`${sql} ${isNegated ? "NOT IN" : "IN"} (${present})`, sql, filter);
};

/** Text is compared with the displayed text, and true matches any number except 0. */
function displayedSubject(
  { dialect }: FilterContext,
  subject: Subject,
  values: readonly (FilterScalar | undefined)[],
): Subject {
  if (isSmallNumber(subject) && values.every(isTruthOrMissing)) return { ...subject, sql: `(${subject.sql} <> 0)` };
  const { sql, column } = subject;
  if (dialect.bytes && showsBytes(dialect.bytes, column?.type ?? "", values)) {
    return { sql: dialect.bytes.operand(sql), type: "text", isBytes: true };
  }
  const isRow = dialect.comparesRowsAsTexts && typeOfSql(column?.type ?? "") === "unknown" && values.some(looksLikeRow);
  if (isRow) return { sql: dialect.castToText(sql), type: "text" };
  const shown = shownSql(dialect, sql, column);
  return shown === undefined ? subject : { sql: shown, type: "text" };
}

const looksLikeRow = (value: unknown) => typeof value === "string" && /^\(.*\)$/s.test(value);

function showsBytes({ types, loose }: ByteFilter, type: string, values: readonly unknown[]): boolean {
  if (types.test(type)) return true;
  return loose?.test(type) === true && values.some((value) => typeof value === "string" && isShownHex(value));
}

/** Results have millisecond timestamps, so one of them matches all values of an engine with more digits. */
function momentOf(filtering: FilterContext, subject: Subject, value: FilterScalar | undefined): number | undefined {
  const { type, column, isCut } = subject;
  if (!column || isCut || isDateType(column.type) || epochUnit(column)) return undefined;
  if (type === "text" && column.is_dttm && !patternOf(column)) return toNumber(value);
  if (type !== "temporal" || filtering.dialect.roundedMoments?.test(column.type ?? "")) return undefined;
  return timeOfValue(filtering, subject, value);
}

function timeOfValue(filtering: FilterContext, subject: Subject, value: FilterScalar | undefined): number | undefined {
  const { column } = subject;
  if (typeof value === "number") return timeShown(filtering, column, value);
  const ms = typeof value === "string" ? timeOfText(subject, withoutOuterBreaks(value)) : undefined;
  return ms === undefined ? undefined : timeMeant(filtering, column, ms);
}

const toNumber = (value: unknown) => (typeof value === "number" ? value : undefined);

function withinMillisecond(filtering: FilterContext, subject: Subject, ms: number): string {
  return `(${boundsCondition(filtering, subject, { since: ms, until: ms + 1 })})`;
}

/** Rows without a value are in no list and match no pattern; plain SQL would exclude them from "not in" too. */
function orMissing(sql: string, column: string, { keepsNull }: QueryFilter): string {
  return keepsNull ? `(${sql} OR ${column} IS NULL)` : sql;
}

const like: Condition = (filtering, subject, filter) => {
  const { dialect } = filtering;
  const operator = operatorOf(filter);
  const column = textSql(filtering.dialect, subject);
  const pattern = dialect.quoteText(likePattern(singleValue(filter.val)));
  const isNegated = operator.startsWith("NOT");
  const sql = operator.endsWith("ILIKE")
    ? dialect.caseInsensitiveLike(column, pattern, isNegated)
    : dialect.like(column, pattern, isNegated);
  return isNegated ? orMissing(sql, subject.sql, filter) : sql;
};

function likePattern(value: Exclude<FilterScalar, null>): string {
  const text = withoutOuterBreaks(String(value));
  if (text === "<NULL>") throw missingValue();
  return text === "<empty string>" ? "" : text;
}

/** Searches for the text literally, ignoring case. */
const textPart =
  (before: "%" | "", after: "%" | ""): Condition =>
  (filtering, subject, filter) => {
    const { dialect } = filtering;
    const text = dialect.escapePattern(String(singleValue(filter.val)));
    const isNegated = operatorOf(filter).startsWith("NOT");
    const pattern = dialect.quoteText(`${before}${text}${after}`);
    return dialect.escapedLike(textSql(filtering.dialect, subject), pattern, isNegated);
  };

const presence: Condition = ({ dialect }, subject, filter) =>
  missing(dialect, subject, operatorOf(filter) === "IS NOT NULL");

const truth: Condition = ({ dialect }, { sql, type }, filter) => {
  const isTrue = operatorOf(filter) === "IS TRUE";
  if (type === "numeric") return `${sql} ${isTrue ? "<>" : "="} 0`;
  return dialect.isTruth(sql, isTrue);
};

const temporalRange: Condition = (filtering, subject, { val }) => {
  if (typeof val !== "string") throw missingValue();
  return rangeCondition(filtering, subject, filtering.resolveRange(val));
};

const latestPartition: Condition = ({ dialect, dataset }, { column }, filter) => {
  const { isLatestPartition } = dialect;
  const isOwn = column !== undefined && !column.expression?.trim() && !dataset.sql?.trim();
  if (!isLatestPartition || !isOwn) {
    const message = isLatestPartition
      ? t("{op} needs a physical column: {col} is calculated, or its dataset is virtual", {
          op: filter.op,
          col: columnLabel(filter.col),
        })
      : t("{op} isn't supported by this database", { op: filter.op });
    throw typedError("GENERIC_DB_ENGINE_ERROR", message, { extra: { engine_name: dialect.engine } });
  }
  const { catalog = null, schema = null, table_name: name } = dataset;
  return isLatestPartition(dialect.quoteIdentifier(column.column_name), { catalog, schema, name });
};

/** No condition if a group is empty, because every row then matches. */
const anyOf: Condition = (filtering, subject, { col, grain, any = [] }) => {
  if (any.length === 0) throw missingValue();
  const groups = any.map((group) =>
    group.flatMap((part) => condition(filtering, subject, { col, grain, ...part }) ?? []).join(" AND "),
  );
  return groups.includes("") ? null : `(${groups.map((group) => `(${group})`).join(" OR ")})`;
};

const CONDITIONS: Readonly<Record<string, Condition>> = {
  "==": equality(false),
  "=": equality(false),
  "!=": equality(true),
  "<>": equality(true),
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
  "CONTAINS TEXT": textPart("%", "%"),
  "NOT CONTAINS TEXT": textPart("%", "%"),
  "BEGINS WITH TEXT": textPart("", "%"),
  "ENDS WITH TEXT": textPart("%", ""),
  "EQUALS TEXT": textPart("", ""),
  "NOT EQUALS TEXT": textPart("", ""),
  "IS NULL": presence,
  "IS NOT NULL": presence,
  "IS TRUE": truth,
  "IS FALSE": truth,
  TEMPORAL_RANGE: temporalRange,
  "LATEST PARTITION": latestPartition,
  LATEST_PARTITION: latestPartition,
  "ANY OF": anyOf,
};

function literalOf(writing: SqlContext, subject: Subject, value: Exclude<FilterScalar, null>): string | null {
  if (subject.isBytes) return bytesLiteral(writing, String(value), subject.isExact);
  return typeof value === "string" ? textLiteral(writing, subject, value) : scalarLiteral(writing, subject, value);
}

/** Filter menus send `<NULL>` and `<empty string>` for those two values. */
function textLiteral(writing: SqlContext, subject: Subject, value: string): string | null {
  const text = subject.isExact ? value : withoutOuterBreaks(value);
  const word = subject.isExact ? undefined : text;
  if (word === "<NULL>") return null;
  if (word === "<empty string>") return writing.dialect.quoteText("");
  const time = maybeTimeText(writing, subject, text);
  if (time !== undefined) return time;
  if (isMoney(subject)) return writing.dialect.quoteText(text);
  if (subject.type === "numeric") return numericText(writing, text, subject);
  if (subject.type === "boolean") return booleanText(writing, text, subject);
  if (subject.type === "unknown" && NUMBER.test(text)) return numberOfUnknown(writing, text, subject);
  return writing.dialect.quoteText(text);
}

function bytesLiteral({ dialect }: SqlContext, shown: string, isExact: Subject["isExact"]): string | null {
  if (!isExact && shown === "<NULL>") return null;
  const text = !isExact && shown === "<empty string>" ? "" : shown;
  return dialect.bytes?.literal(text) ?? dialect.quoteText(text);
}

/** A number if compared with an aggregate, else text, which most engines convert as needed. */
function numberOfUnknown({ dialect }: SqlContext, text: string, { sql, isMeasure }: Subject): string {
  const literal = dialect.quoteText(text);
  if (dialect.typedByValue) return dialect.typedByValue(sql, literal, text);
  return isMeasure ? text : literal;
}

/** A date in text, in the form its column is stored in; some engines can't compare times with text. */
function maybeTimeText(writing: SqlContext, subject: Subject, text: string): string | undefined {
  const ms = timeOfText(subject, text);
  return ms === undefined
    ? undefined
    : temporalLiteral(writing, subject.column, timeMeant(writing, subject.column, ms));
}

function timeOfText({ type, column }: Subject, text: string): number | undefined {
  const isStoredTime = type === "temporal" || (type === "numeric" && Boolean(column?.is_dttm));
  if (!isStoredTime || !/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3}0*)?)?)?$/.test(text)) return undefined;
  if (/^(time\b|interval)/i.test(column?.type ?? "")) return undefined;
  const ms = maybeIsoDate(text);
  return ms === undefined || (isDateType(column?.type) && ms % DAY_MS !== 0) ? undefined : ms;
}

/** Trims tabs and line breaks; a pattern would take quadratic time on long runs of them. */
function withoutOuterBreaks(text: string): string {
  const isBreak = (at: number) => text[at] === "\t" || text[at] === "\n";
  let [start, end] = [0, text.length];
  while (start < end && isBreak(start)) start++;
  while (end > start && isBreak(end - 1)) end--;
  return text.slice(start, end);
}

function scalarLiteral(writing: SqlContext, subject: Subject, value: number | boolean): string {
  const { type, column } = subject;
  if (typeof value === "boolean") {
    if (type === "text") return writing.dialect.quoteText(String(value));
    return type === "numeric" ? String(Number(value)) : writing.dialect.booleanLiteral(value);
  }
  if (!Number.isFinite(value)) throw badRequest(t("Invalid filter value: {value}", { value: String(value) }));
  if (type === "temporal" || column?.is_dttm)
    return temporalLiteral(writing, column, timeShown(writing, column, value));
  if (type === "text") return writing.dialect.quoteText(String(value));
  if (isTruth(subject)) return writing.dialect.booleanLiteral(value !== 0);
  if (isMoney(subject)) return writing.dialect.quoteText(String(value));
  if (type === "unknown" && writing.dialect.typedByValue) return numberOfUnknown(writing, String(value), subject);
  return numberText(writing, String(value), subject);
}

/** MySQL's booleans are numbers, not only 0 and 1. */
const isSmallNumber = ({ type, column }: Subject) => type === "boolean" && /^tinyint\b/i.test(column?.type ?? "");
const isTruth = (subject: Subject) => subject.type === "boolean" && !isSmallNumber(subject);
const isTruthOrMissing = (value: unknown) => typeof value !== "number" && !NUMBER.test(String(value));

/** Compared with text in the engine's money format, because some engines can't compare money with numbers. */
const isMoney = ({ column }: Subject) => /^money\b/i.test(column?.type ?? "");

function numberText({ dialect }: SqlContext, text: string, { column }: Subject): string {
  const type = column?.type ?? "";
  return dialect.singlePrecision?.test(type) ? String(Math.fround(Number(text))) : dialect.numberLiteral(text, type);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function numericText(writing: SqlContext, text: string, subject: Subject): string {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) return numberText(writing, trimmed, subject);
  throw badRequest(
    t("Invalid value for the numeric column {column}: {text}", {
      column: subject.column?.column_name ?? subject.sql,
      text,
    }),
  );
}

function booleanText({ dialect }: SqlContext, text: string, subject: Subject): string {
  const lower = text.toLowerCase();
  if (["true", "t", "yes", "1"].includes(lower)) return dialect.booleanLiteral(true);
  if (["false", "f", "no", "0"].includes(lower)) return dialect.booleanLiteral(false);
  if (isSmallNumber(subject) && NUMBER.test(lower)) return lower;
  throw badRequest(
    t("Invalid value for the boolean column {column}: {text}", {
      column: subject.column?.column_name ?? subject.sql,
      text,
    }),
  );
}
