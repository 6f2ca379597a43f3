import {
  booleanReading,
  type ChosenReading,
  digitsSql,
  numberSql,
  orderHint,
  type ReadingFormat,
} from "./chosen-readings.ts";
import { writtenMomentSql } from "./date-readings.ts";

/**
 * Reads texts for a column to append to: only values that the column returns unchanged. Leading zeros, words for true
 * and false, truncated digits and ambiguous dates don't fit.
 */

const UNSIGNED_NUMBER = "((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)";
const MINUS_ZERO = "-0*(\\.0*)?";
const matches = (text: string, pattern: string) => `regexp_full_match(${text}, '${pattern}')`;

export function integerTarget(format: ReadingFormat, least: bigint, most: bigint): ChosenReading {
  const number = (text: string) => numberSql(text, format);
  return {
    kind: "integer",
    type: "BIGINT",
    value: (text) => `TRY_CAST(${number(text)} AS BIGINT)`,
    fits: (text) =>
      `${matches(number(text), "(0|-?[1-9][0-9]*)(\\.0*)?")}
       AND TRY_CAST(${number(text)} AS HUGEINT) BETWEEN ${least} AND ${most}`,
  };
}

export function doubleTarget(format: ReadingFormat, type: "DOUBLE" | "FLOAT" = "DOUBLE"): ChosenReading {
  const number = (text: string) => numberSql(text, format);
  const stored = (text: string) => `TRY_CAST(${number(text)} AS ${type})`;
  return {
    kind: "double",
    type: "DOUBLE",
    value: (text) => `TRY_CAST(${number(text)} AS DOUBLE)`,
    fits: (text) =>
      `${matches(number(text), `-?${UNSIGNED_NUMBER}([eE][-+]?[0-9]+)?`)} AND isfinite(${stored(text)})
       AND ${digitsSql(number(text))} = ${digitsSql(`${stored(text)}::VARCHAR`)}`,
  };
}

export function decimalTarget(format: ReadingFormat, precision: number, scale: number): ChosenReading {
  const type = `DECIMAL(${precision},${scale})`;
  const number = (text: string) => numberSql(text, format);
  const value = (text: string) => `TRY_CAST(${number(text)} AS ${type})`;
  const pattern = `-?((0|[1-9][0-9]*)(\\.[0-9]{0,${scale}}0*)?|\\.[0-9]{1,${Math.max(scale, 1)}}0*)`;
  return {
    ...{ kind: "decimal", type, value },
    fits: (text) =>
      `${matches(number(text), pattern)} AND NOT ${matches(number(text), MINUS_ZERO)} AND ${value(text)} IS NOT NULL`,
  };
}

/** With `digits`, the column's own notation is 0 and 1. */
export const booleanTarget = (digits: boolean): ChosenReading => ({
  ...booleanReading,
  fits: (text) => `lower(trim(${text})) IN ('true', 'false'${digits ? ", '1', '0'" : ""})`,
});

export interface MomentTarget {
  fraction: number;
  hasZone: boolean;
  days: readonly [string, string] | undefined;
}

function withinDays(moment: string, days: MomentTarget["days"]): string {
  return days ? ` AND CAST(${moment} AS DATE) BETWEEN DATE '${days[0]}' AND DATE '${days[1]}'` : "";
}

const isFiner = (text: string, digits: number) => `regexp_matches(${text}, ':[0-9]{2}\\.[0-9]{${digits},}[1-9]')`;

export function momentTarget({ order }: ReadingFormat, { fraction, hasZone, days }: MomentTarget): ChosenReading {
  const value = (text: string) => writtenMomentSql(text, { order, hasZone });
  return {
    ...{ kind: "timestamp", type: "TIMESTAMP", value },
    fits: (text) => `${value(text)} IS NOT NULL AND NOT ${isFiner(text, fraction)}${withinDays(value(text), days)}`,
    ...orderHint(order),
  };
}

export function dateTarget({ order }: ReadingFormat, { days }: Pick<MomentTarget, "days">): ChosenReading {
  const moment = (text: string) => writtenMomentSql(text, { order, hasZone: false });
  return {
    kind: "date",
    type: "DATE",
    value: (text) => `CAST(${moment(text)} AS DATE)`,
    fits: (text) =>
      `${moment(text)} = date_trunc('day', ${moment(text)}) AND NOT ${isFiner(text, 0)}${withinDays(moment(text), days)}`,
    ...orderHint(order),
  };
}

export const timeTarget = (fraction: number): ChosenReading => ({
  kind: "text",
  type: "VARCHAR",
  value: (text) => text,
  fits: (text) => `${matches(text, "[0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?")} AND NOT ${isFiner(text, fraction)}`,
});
