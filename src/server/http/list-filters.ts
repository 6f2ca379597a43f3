import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import type { ListFilter } from "../../model/resource.ts";
import { formatTimestamp } from "../clock.ts";
import type { Condition } from "../rights/rule.ts";
import { anyContainsText, containsText, endsWithText, startsWithText } from "../store/text-match.ts";

/**
 * A filterable column. `column` is the store column (`charts.slice_name`); `one` references one object, `many` several
 * through a join table.
 */
export type SearchColumn =
  | { readonly type: "text" | "number" | "date" | "boolean" | "uuid"; readonly column: string }
  | { readonly type: "one"; readonly column: string }
  | {
      readonly type: "many";
      readonly table: string;
      readonly own: string;
      readonly column: string;
      readonly other: string;
      readonly and?: Condition;
    };

const OPERATORS: Readonly<Record<SearchColumn["type"], readonly string[]>> = {
  text: ["sw", "ew", "ct", "eq", "nsw", "new", "nct", "neq", "in", "not_in"],
  number: ["eq", "gt", "lt", "neq", "in", "not_in"],
  date: ["eq", "gt", "lt", "neq"],
  boolean: ["eq", "neq"],
  uuid: ["sw", "ew", "ct", "eq", "nsw", "new", "nct", "neq", "in", "not_in"],
  one: ["rel_o_m", "nrel_o_m"],
  many: ["rel_m_m"],
};

const NAMES: Readonly<Record<string, Message>> = {
  sw: msg("Starts with"),
  ew: msg("Ends with"),
  ct: msg("Contains"),
  eq: msg("Equal to"),
  nsw: msg("Not Starts with"),
  new: msg("Not Ends with"),
  nct: msg("Not Contains"),
  neq: msg("Not Equal to"),
  gt: msg("Greater than"),
  lt: msg("Smaller than"),
  in: msg("In"),
  not_in: msg("Not In"),
  rel_o_m: msg("Relation"),
  nrel_o_m: msg("No Relation"),
  rel_m_m: msg("Relation as Many"),
};

export function operatorsOf(column: SearchColumn): { name: string; operator: string }[] {
  return OPERATORS[column.type].map((operator) => ({
    name: NAMES[operator] ? t(NAMES[operator]) : operator,
    operator,
  }));
}

export function conditionOf(column: SearchColumn, filter: ListFilter): Condition {
  if (!OPERATORS[column.type].includes(filter.opr)) {
    throw badRequest(
      t("Filter operation: {operator} not allowed on column: {column}", { operator: filter.opr, column: filter.col }),
    );
  }
  if (column.type === "many") return containsAll(column, filter);
  const subject = sql.ref(column.column);
  if (filter.opr === "in" || filter.opr === "not_in") return oneOf(column, filter);
  if (column.type === "text" || column.type === "uuid") {
    const matched = textCondition(subject, filter);
    if (matched) return matched;
  }
  return comparison(column, filter);
}

function textCondition(subject: RawBuilder<unknown>, { opr, value }: ListFilter): Condition | undefined {
  const term = String(value ?? "");
  switch (opr) {
    case "sw":
      return startsWithText(subject, term);
    case "ew":
      return endsWithText(subject, term);
    case "ct":
      return containsText(subject, term);
    case "nsw":
      return not(startsWithText(subject, term));
    case "new":
      return not(endsWithText(subject, term));
    case "nct":
      return not(containsText(subject, term));
    default:
      return undefined;
  }
}

function comparison(column: SearchColumn & { column: string }, filter: ListFilter): Condition {
  const subject = sql.ref(column.column);
  const { opr } = filter;
  if (filter.value === null) return isNegative(opr) ? sql`${subject} is not null` : sql`${subject} is null`;
  const value = valueFor(column, filter, filter.value);
  if (opr === "gt") return sql`${subject} > ${value}`;
  if (opr === "lt") return sql`${subject} < ${value}`;
  return isNegative(opr) ? sql`(${subject} is null or ${subject} <> ${value})` : sql`${subject} = ${value}`;
}

function isNegative(opr: string): boolean {
  return opr === "neq" || opr === "nrel_o_m";
}

function oneOf(column: SearchColumn & { column: string }, filter: ListFilter): Condition {
  const values = listOf(filter.value).map((value) => valueFor(column, filter, value));
  const isIn: Condition =
    values.length === 0 ? sql`(1 = 0)` : sql`coalesce(${sql.ref(column.column)} in (${sql.join(values)}), false)`;
  return filter.opr === "in" ? isIn : not(isIn);
}

/** A single subquery, because databases limit how deep conditions nest. */
function containsAll(column: SearchColumn & { type: "many" }, filter: ListFilter): Condition {
  const ids = [...new Set(listOf(filter.value).map((value) => idOf(filter, value)))];
  if (ids.length === 0) return sql`(1 = 1)`;
  const other = sql.ref(`${column.table}.${column.other}`);
  const matchingRows = allOf([sql<SqlBool>`${other} in (${sql.join(ids)})`, ...(column.and ? [column.and] : [])]);
  const own = sql.ref(`${column.table}.${column.own}`);
  const all = sql`group by ${own} having count(distinct ${other}) = ${ids.length}`;
  return sql<SqlBool>`${sql.ref(column.column)} in (select ${own} from ${sql.table(column.table)} where ${matchingRows}
    ${ids.length > 1 ? all : sql``})`;
}

function valueFor(column: SearchColumn, filter: ListFilter, value: unknown): unknown {
  switch (column.type) {
    case "number":
      return numberOf(filter, value);
    case "one":
    case "many":
      return idOf(filter, value);
    case "boolean":
      return booleanOf(filter, value);
    case "date":
      return momentOf(filter, value);
    case "text":
    case "uuid":
      return String(value);
  }
}

function numberOf(filter: ListFilter, value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw invalidValue(filter);
}

function idOf(filter: ListFilter, value: unknown): number {
  const id = numberOf(filter, value);
  if (Number.isInteger(id) && Math.abs(id) < 2 ** 31) return id;
  throw invalidValue(filter);
}

function booleanOf(filter: ListFilter, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "1") return true;
  if (value === 0 || value === "false" || value === "0") return false;
  throw invalidValue(filter);
}

function momentOf(filter: ListFilter, value: unknown): string {
  const text = typeof value === "string" && !/(Z|[+-]\d\d:?\d\d)$/.test(value) ? `${withTime(value)}Z` : value;
  const ms = typeof text === "number" ? text : Date.parse(String(text));
  if (Number.isFinite(ms) && Math.abs(ms) < 8.64e15) return formatTimestamp(ms);
  throw invalidValue(filter);
}

function withTime(text: string): string {
  const spaced = text.trim().replace(" ", "T");
  return spaced.includes("T") ? spaced : `${spaced}T00:00:00`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

export function anyColumnContains(columns: readonly string[]): (value: unknown) => Condition {
  return (value) =>
    anyContainsText(
      columns.map((column) => sql.ref(column)),
      String(value ?? ""),
    );
}

export function searchOfHistory(table: string): Record<string, SearchColumn> {
  return {
    created_by: { type: "one", column: `${table}.created_by_fk` },
    changed_by: { type: "one", column: `${table}.changed_by_fk` },
    created_on: { type: "date", column: `${table}.created_on` },
    changed_on: { type: "date", column: `${table}.changed_on` },
  };
}

export function not(condition: Condition): Condition {
  return sql<SqlBool>`not ${condition}`;
}

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`(1 = 1)` : sql`${sql.join(conditions, sql` and `)}`;
}

const invalidValue = (filter: ListFilter) =>
  badRequest(t("Filter value not valid for column: {column}", { column: filter.col }));

export function pageNumber(page: number | undefined): number {
  return Math.min(Math.max(0, Math.trunc(page ?? 0)), 10_000_000);
}

/** Never an inherited property, as names come from requests. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Builds the common tables `page` and `counted(n)` for a page of a list and its total. */
export interface PageParts {
  rows(conditions: readonly Condition[]): RawBuilder<unknown>;
  conditions: readonly Condition[];
  count: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  window: RawBuilder<unknown>;
}

export function plainParts({ rows, conditions, count, order, window }: PageParts): RawBuilder<unknown> {
  return sql`page as materialized (${rows(conditions)} ${order} ${window}), counted as (select ${count} as n)`;
}

/** Filters can be expensive, so each row is checked once. */
export function foundParts({ rows, conditions, order, window }: PageParts): RawBuilder<unknown> {
  return sql`found as materialized (${rows(conditions)}), counted as (select count(*) as n from found),
    page as (select * from found ${order} ${window})`;
}

export function whereOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${allOf(conditions)}` : sql``;
}
