import type { Message } from "../i18n/message.ts";
import { msg } from "../i18n/translate.ts";
import { hexOfShown } from "../model/shown-bytes.ts";

/** The start of a grain's period, of a column's SQL and its type; null where nobody knows the type. */
export type GrainFunction = (column: string, type?: string | null) => string;

/**
 * What differs between engines when a query object becomes SQL. A dialect overrides only what differs from the
 * defaults in `defaultDialect`.
 */
export interface Dialect {
  readonly engine: string;
  /** Longest label the engine keeps, in bytes of UTF-8; longer ones are hashed. null: no limit. */
  readonly maxLabelLength: number | null;
  /** Labels that the engine takes as they are; others are hashed. null: all. */
  readonly plainLabel: RegExp | null;
  quoteIdentifier(name: string): string;
  /** A text literal, safely quoted. */
  quoteText(value: string): string;
  /** `date` for DATE columns, `timestamp` otherwise; epoch milliseconds UTC. */
  temporalLiteral(epochMs: number, type: "date" | "timestamp"): string;
  /** Grain duration (ISO, or with anchor) to its function. Missing key: grain not supported. */
  readonly timeGrains: Readonly<Record<string, GrainFunction>>;
  /**
   * Whether moments are texts, which compare sign by sign: a column of them may hold days alone, which are midnights,
   * and what a grain makes is a moment, whatever its column holds.
   */
  readonly momentsAreTexts: boolean;
  /** Labels of the dialect's own grains, listed after the common ones. */
  readonly ownGrainLabels: Readonly<Record<string, string>>;
  /** `%` and `_` are the only signs of a pattern: no engine's escape character counts. */
  like(column: string, pattern: string, negate: boolean): string;
  caseInsensitiveLike(column: string, pattern: string, negate: boolean): string;
  /** A text as a pattern that only it fits, for `escapedLike`: every sign with a meaning is escaped. */
  escapePattern(text: string): string;
  /** As `caseInsensitiveLike`, of a pattern with escapes. */
  escapedLike(column: string, pattern: string, negate: boolean): string;
  castToText(column: string, type?: string): string;
  /** The text that people see of a value whose own text is another one, as a list's or money; undefined for other types. */
  shownText(column: string, type: string): string | undefined;
  booleanLiteral(value: boolean): string;
  /** Whether a boolean is the value; false for NULL. */
  isTruth(column: string, value: boolean): string;
  /** The mean with all its digits, also of integers. */
  average(column: string): string;
  /** Whether a select alias may be used in ORDER BY. */
  readonly orderByAlias: boolean;
  /** Whether GROUP BY takes positions of the select list. */
  readonly groupByPosition: boolean;
  /**
   * One term of ORDER BY; missing values come last either way. `sql` may be the quoted alias of a selected column.
   * `key`: it is an expression of GROUP BY, or its place in the select list, where it is grouped by that.
   */
  orderTerm(sql: string, isAscending: boolean, key?: boolean | number): string;
  /** LIMIT and OFFSET at the end of a statement; empty without either. */
  limitClause(limit: number | null, offset: number): string;
  /** What ORDER BY says where a limit needs one and the request has none; null where none is needed. */
  readonly orderWithLimit: string | null;
  /** Whether WITH may stand at the beginning of a statement only, not in a sub-query. */
  readonly hoistsCte: boolean;
  /** True where both are NULL or both are equal. */
  nullSafeEqual(left: string, right: string): string;
  /** Types whose values the engine cannot compare, or not with texts: their texts stand for them. null: none. */
  readonly comparedAsText: RegExp | null;
  /** How values of bytes are found by what is shown of them, which is not their own text. null: they are not looked for. */
  readonly bytes: ByteFilter | null;
  /** Values of types that people make of several parts, shown as `(1,x)`, equal no text: theirs stand for them. */
  readonly comparesRowsAsTexts: boolean;
  /** A number beside a column of the type, where the engine would round the number as it is written. */
  numberLiteral(text: string, type: string): string;
  /** Types of floating numbers with about seven digits, which equal no number that is written with its own. null: none. */
  readonly singlePrecision: RegExp | null;
  /** Whether a value of the type is no number or infinite, which answers show as missing; undefined where none is. */
  isInfinite(column: string, type: string): string | undefined;
  /** Types of moments, of milliseconds at most, that are compared with as many digits of a literal as they have. null: none. */
  readonly roundedMoments: RegExp | null;
  /**
   * A number beside an expression of which only its values have types, where no text equals a number: given the number as
   * a text literal and as it is. null: the engine knows the types of expressions.
   */
  readonly typedByValue: ((expression: string, text: string, number: string) => string) | null;
  /** A timestamp from a number column that counts seconds or milliseconds since 1970. */
  epochToTimestamp(column: string, unit: "s" | "ms"): string;
  /** Whether a table can be joined to a sub-query. Where not, a ranking of series is a statement of its own, run before. */
  readonly joinsSubqueries: boolean;
  /**
   * A statement whose rows are the schemas in which the session looks up names that say none, the first one first. null:
   * the engine does not tell.
   */
  readonly searchPath: string | null;
  /** A statement that tells the catalog of names that say none. null: names have no catalog. */
  readonly defaultCatalog: string | null;
  /** Whether a column of the table holds what its latest partition holds. null: the engine does not tell partitions. */
  readonly isLatestPartition: ((column: string, table: TablePath) => string) | null;
  /** A statement of one row for each partition, with a column for each value that makes it; null where there is none. */
  readonly partitionRows: ((table: TablePath) => string) | null;
}

/** The types of bytes, and how they are compared with what `shownBytes` writes of them. */
export interface ByteFilter {
  readonly types: RegExp;
  /** Types of texts that may hold bytes which are none, and are asked for those only. null: none. */
  readonly loose: RegExp | null;
  operand(column: string): string;
  literal(shown: string): string;
}

/** Bytes by their hexadecimal digits. */
export const byteFilter = (types: RegExp, literal: (hex: string) => string): ByteFilter => ({
  types,
  loose: null,
  operand: (column) => column,
  literal: (shown) => literal(hexOfShown(shown)),
});

const TRUNCATIONS: Readonly<Record<string, string>> = {
  PT1S: "second",
  PT1M: "minute",
  PT1H: "hour",
  P1D: "day",
  P1W: "week",
  P1M: "month",
  P3M: "quarter",
  P1Y: "year",
};

function truncations(): Record<string, (column: string) => string> {
  return Object.fromEntries(
    Object.entries(TRUNCATIONS).map(([grain, unit]) => [grain, (column: string) => `DATE_TRUNC('${unit}', ${column})`]),
  );
}

/** A table by the parts of its name, unquoted. */
export interface TablePath {
  catalog: string | null;
  schema: string | null;
  name: string;
}

/** Standard SQL, as most engines understand it. */
export const defaultDialect: Dialect = {
  engine: "",
  maxLabelLength: null,
  plainLabel: null,
  quoteIdentifier: (name) => `"${name.replaceAll("\0", "").replaceAll('"', '""')}"`,
  quoteText: (value) => `'${value.replaceAll("\0", "").replaceAll("'", "''")}'`,
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date" ? `'${text.slice(0, 10)}'` : `'${text.slice(0, 10)} ${text.slice(11, -1)}000'`;
  },
  timeGrains: truncations(),
  momentsAreTexts: false,
  ownGrainLabels: {},
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${pattern}`,
  booleanLiteral: (value) => (value ? "TRUE" : "FALSE"),
  isTruth: (column, value) => `${column} IS ${value ? "TRUE" : "FALSE"}`,
  average: (column) => `AVG(${column})`,
  groupByPosition: true,
  caseInsensitiveLike: (column, pattern, negate) => `LOWER(${column}) ${negate ? "NOT " : ""}LIKE LOWER(${pattern})`,
  escapePattern: (text) => text.replace(/[!%_]/g, "!$&"),
  escapedLike: (column, pattern, negate) => `LOWER(${column}) ${negate ? "NOT " : ""}LIKE LOWER(${pattern}) ESCAPE '!'`,
  castToText: (column) => `CAST(${column} AS VARCHAR)`,
  shownText: () => undefined,
  numberLiteral: (text) => text,
  orderByAlias: true,
  orderTerm: (sql, isAscending) => `${sql} ${isAscending ? "ASC" : "DESC"}`,
  limitClause: (limit, offset) =>
    [...(limit === null ? [] : [`LIMIT ${limit}`]), ...(offset > 0 ? [`OFFSET ${offset}`] : [])].join("\n"),
  orderWithLimit: null,
  hoistsCte: false,
  nullSafeEqual: (left, right) => `${left} IS NOT DISTINCT FROM ${right}`,
  joinsSubqueries: true,
  comparedAsText: null,
  bytes: null,
  comparesRowsAsTexts: false,
  singlePrecision: null,
  isInfinite: () => undefined,
  roundedMoments: null,
  typedByValue: null,
  searchPath: null,
  defaultCatalog: null,
  isLatestPartition: null,
  partitionRows: null,
  epochToTimestamp: (column, unit) => `TO_TIMESTAMP(${unit === "s" ? column : `${column} / 1000`})`,
};

/** Labels of grains, in display order. */
export const TIME_GRAIN_LABELS: Readonly<Record<string, Message>> = {
  PT1S: msg("Second"),
  PT5S: msg("5 second"),
  PT30S: msg("30 second"),
  PT1M: msg("Minute"),
  PT5M: msg("5 minute"),
  PT10M: msg("10 minute"),
  PT15M: msg("15 minute"),
  PT30M: msg("30 minute"),
  PT1H: msg("Hour"),
  PT6H: msg("6 hour"),
  P1D: msg("Day"),
  P1W: msg("Week"),
  P1M: msg("Month"),
  P3M: msg("Quarter"),
  P1Y: msg("Year"),
  "1969-12-28T00:00:00Z/P1W": msg("Week starting Sunday"),
  "1969-12-29T00:00:00Z/P1W": msg("Week starting Monday"),
  "P1W/1970-01-03T00:00:00Z": msg("Week ending Saturday"),
  "P1W/1970-01-04T00:00:00Z": msg("Week ending Sunday"),
};
