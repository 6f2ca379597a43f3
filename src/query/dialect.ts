import type { Message } from "../i18n/message.ts";
import { msg } from "../i18n/translate.ts";
import { hexOfShown } from "../model/shown-bytes.ts";
import type { Lexis } from "./sql/lexis.ts";

/** SQL for the start of a grain's period, from a column's SQL and type; null = unknown type. */
export type GrainFunction = (column: string, type?: string | null) => string;

/**
 * What differs between engines in the SQL of a query object. A dialect overrides only what differs from
 * `defaultDialect`.
 */
export interface Dialect {
  readonly engine: string;
  /** Maximum label length in UTF-8 bytes; longer labels are hashed. null = unlimited. */
  readonly maxLabelLength: number | null;
  /** Labels that the engine accepts unchanged; others are hashed. null = all. */
  readonly plainLabel: RegExp | null;
  quoteIdentifier(name: string): string;
  quoteText(value: string): string;
  /** `date` for DATE columns, else `timestamp`. Epoch milliseconds UTC. */
  temporalLiteral(epochMs: number, type: "date" | "timestamp"): string;
  /** By grain duration (ISO, or with anchor). Grains without an entry aren't supported. */
  readonly timeGrains: Readonly<Record<string, GrainFunction>>;
  /**
   * True if timestamps are text, which compares character by character. A column may then contain plain dates, which
   * mean midnight; a grain always gives a timestamp, whatever its column contains.
   */
  readonly momentsAreTexts: boolean;
  readonly ownGrainLabels: Readonly<Record<string, string>>;
  /** null = the engine's times have no zone. */
  readonly moments: Moments | null;
  /** Only `%` and `_` are special in patterns; the engine's own escape character isn't. */
  like(column: string, pattern: string, negate: boolean): string;
  caseInsensitiveLike(column: string, pattern: string, negate: boolean): string;
  escapePattern(text: string): string;
  escapedLike(column: string, pattern: string, negate: boolean): string;
  castToText(column: string, type?: string): string;
  /**
   * The displayed text of values for which it isn't the engine's own text, such as lists and money; undefined for other
   * types.
   */
  shownText(column: string, type: string): string | undefined;
  booleanLiteral(value: boolean): string;
  /** False for NULL. */
  isTruth(column: string, value: boolean): string;
  average(column: string): string;
  readonly orderByAlias: boolean;
  readonly groupByPosition: boolean;
  /**
   * One ORDER BY term; missing values come last in both directions. `sql` can be the quoted alias of a selected column.
   * `key`: it is a GROUP BY expression, or its position in the select list if it is grouped by position.
   */
  orderTerm(sql: string, isAscending: boolean, key?: boolean | number): string;
  limitClause(limit: number | null, offset: number): string;
  /** ORDER BY for requests without an order, if a limit requires one; null = not required. */
  readonly orderWithLimit: string | null;
  /** WITH is allowed only at the start of a statement, not in a sub-query. */
  readonly hoistsCte: boolean;
  nullSafeEqual(left: string, right: string): string;
  /** Types whose values the engine can't compare, or not with text, so that their text is compared. null = none. */
  readonly comparedAsText: RegExp | null;
  /** How to find bytes by their displayed text, which isn't the engine's own text. null = bytes aren't searched. */
  readonly bytes: ByteFilter | null;
  /** Values of composite types, shown as `(1,x)`, don't equal text, so their text is compared. */
  readonly comparesRowsAsTexts: boolean;
  /** A number for comparison with a column of the type, if the engine would round it as written. */
  numberLiteral(text: string, type: string): string;
  /**
   * Floating-point types of about seven digits, whose values don't equal a number written with the same digits. null =
   * none.
   */
  readonly singlePrecision: RegExp | null;
  /**
   * Whether a value of the type is NaN or infinite, which results show as missing; undefined for types without such
   * values.
   */
  isInfinite(column: string, type: string): string | undefined;
  /**
   * Timestamp types of millisecond precision or less, compared using only as many digits of a literal as they have.
   * null = none.
   */
  readonly roundedMoments: RegExp | null;
  /**
   * A number for comparison with an expression whose type is only known from its values, where text never equals a
   * number. Gets the number as a text literal and as written. null = the engine knows the types of expressions.
   */
  readonly typedByValue: ((expression: string, text: string, number: string) => string) | null;
  epochToTimestamp(column: string, unit: "s" | "ms"): string;
  /**
   * False if a table can't be joined to a sub-query; series are then ranked by a statement of its own that runs first.
   */
  readonly joinsSubqueries: boolean;
  /**
   * Statement that returns the schemas in which the session looks up unqualified names, in order. null = not available.
   */
  readonly searchPath: string | null;
  /** Written before a statement for its plan, without running it. null = not available. */
  readonly explain: string | null;
  /** Statement that returns the catalog of unqualified names. null = names have no catalog. */
  readonly defaultCatalog: string | null;
  /**
   * Condition that a column has the value of the table's latest partition. null = the engine doesn't report partitions.
   */
  readonly isLatestPartition: ((column: string, table: TablePath) => string) | null;
  /** Statement that returns a row per partition, with a column per partition value; null = not available. */
  readonly partitionRows: ((table: TablePath) => string) | null;
  /** null = charts on this engine aren't answered from an index while a brush moves. */
  readonly brush: BrushDialect | null;
}

/** What decides the values of an expression over aggregates, and the order of its groups. */
export interface BrushDialect {
  readonly lexis: Lexis;
  /** Casts to these types give 64-bit floating-point numbers. */
  readonly doubleTypes: RegExp;
  /** `typed`: the result's type tells integers from other numbers, so that the division of integers is known. */
  readonly division: "fraction" | "typed" | "by value";
  readonly divisionByZero: "infinite" | "missing" | "error";
  /** Numbers with a fraction can be decimals, which are added and compared without rounding. */
  readonly hasDecimals: boolean;
  /** Texts are ordered by their code points, in every column. */
  readonly ordersByCodePoint: boolean;
  /**
   * The number of the bin by arithmetic, for bins of the same width, or undefined for a type for which it may differ
   * from comparisons. `nested` comparisons otherwise tell the bin, up to so many.
   */
  binNumber(column: string, type: string, bins: EvenBins): string | undefined;
  readonly nestedBins: number;
  /**
   * For other bins: edges as a column of the type is compared with them, to find the bins of its distinct values outside
   * of the engine. Undefined for types whose values aren't numbers or times that compare like numbers.
   */
  comparedEdges(type: string, edges: readonly number[]): readonly number[] | undefined;
}

/** `start` and `width` are integers of milliseconds for times. */
export interface EvenBins {
  kind: "time" | "number";
  start: number;
  width: number;
  count: number;
  /** Numbers of the bins, if several of these are one bin. */
  numbers?: readonly number[];
}

/**
 * Types whose values are moments, such as TIMESTAMP WITH TIME ZONE: which day they are on depends on the time zone.
 * Other times are what they say, on every clock.
 */
export interface Moments {
  readonly types: RegExp;
  /** A type for times without a zone. */
  readonly wallType: string;
  /** What clocks in UTC show, as a time without a zone. */
  utc(column: string): string;
  /** What clocks in a zone show, by its IANA name. null = the engine doesn't know these names. */
  readonly inZone: ((column: string, zoneText: string) => string) | null;
  plusSeconds(time: string, seconds: string): string;
  literal(moment: MomentText): string;
  /** The zone whose clock results show; UTC by default. */
  shownZone?(type: string): string;
}

/** A moment as `2024-01-01 00:00:00.000000`, in UTC and on a clock that is `offset` (`+09:00`) ahead of it. */
export interface MomentText {
  utc: string;
  local: string;
  offset: string;
}

/** The types of bytes, and how they are compared with the output of `shownBytes`. */
export interface ByteFilter {
  readonly types: RegExp;
  /** Text types whose values may be bytes that aren't text; only such values are compared as bytes. null = none. */
  readonly loose: RegExp | null;
  operand(column: string): string;
  literal(shown: string): string;
}

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

export interface TablePath {
  catalog: string | null;
  schema: string | null;
  name: string;
}

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
  moments: null,
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
  explain: null,
  defaultCatalog: null,
  isLatestPartition: null,
  partitionRows: null,
  brush: null,
  epochToTimestamp: (column, unit) => `TO_TIMESTAMP(${unit === "s" ? column : `${column} / 1000`})`,
};

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
