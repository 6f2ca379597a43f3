/**
 * What differs between engines when a query object becomes SQL. A dialect overrides only what differs from the
 * defaults in `defaultDialect`.
 */
export interface Dialect {
  readonly engine: string;
  /** Longest label the engine keeps; longer ones are hashed. null: no limit. */
  readonly maxLabelLength: number | null;
  quoteIdentifier(name: string): string;
  /** A text literal, safely quoted. */
  quoteText(value: string): string;
  /** `date` for DATE columns, `timestamp` otherwise; epoch milliseconds UTC. */
  temporalLiteral(epochMs: number, type: "date" | "timestamp"): string;
  /** Grain duration (ISO, or with anchor) to a function of the column's SQL. Missing key: grain not supported. */
  readonly timeGrains: Readonly<Record<string, (column: string) => string>>;
  caseInsensitiveLike(column: string, pattern: string, negate: boolean): string;
  castToText(column: string): string;
  /** Whether a select alias may be used in ORDER BY. */
  readonly orderByAlias: boolean;
}

/** Labels of grains, in display order. */
export const TIME_GRAIN_LABELS: Readonly<Record<string, string>> = {
  PT1S: "Second",
  PT5S: "5 second",
  PT30S: "30 second",
  PT1M: "Minute",
  PT5M: "5 minute",
  PT10M: "10 minute",
  PT15M: "15 minute",
  PT30M: "30 minute",
  PT1H: "Hour",
  PT6H: "6 hour",
  P1D: "Day",
  P1W: "Week",
  P1M: "Month",
  P3M: "Quarter",
  P1Y: "Year",
  "1969-12-28T00:00:00Z/P1W": "Week starting Sunday",
  "1969-12-29T00:00:00Z/P1W": "Week starting Monday",
  "P1W/1970-01-03T00:00:00Z": "Week ending Saturday",
  "P1W/1970-01-04T00:00:00Z": "Week ending Sunday",
};
