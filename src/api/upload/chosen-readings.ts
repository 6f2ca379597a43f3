import type { LoadColumn } from "../../connectors/connector.ts";
import { momentSql } from "./date-readings.ts";
import { type NumberFormat, plainNumberSql } from "./number-format.ts";

/**
 * How texts are read as a type that somebody chose, or that the column of an existing table has: whatever means a value of
 * the type fits, however it is written, unless the type would change the value.
 */
export interface ChosenReading {
  kind: LoadColumn["kind"];
  type: string;
  value(text: string): string;
  /** NULL counts as no. */
  fits(text: string): string;
}

export interface ReadingFormat {
  numbers: NumberFormat;
  dayFirst: boolean;
}

const NUMBER = "[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?";

/** The number in plain notation, with or without thousands separators. */
function numberSql(text: string, { decimal, thousands }: NumberFormat): string {
  const other = decimal === "," ? "." : ",";
  const grouped = plainNumberSql(text, { decimal, thousands: thousands || other });
  return `trim(coalesce(${grouped}, ${plainNumberSql(text, { decimal, thousands: "" })}))`;
}

const isNumber = (number: string) => `regexp_full_match(${number}, '${NUMBER}')`;

export function integerReading({ numbers }: ReadingFormat, least: bigint, most: bigint): ChosenReading {
  const number = (text: string) => numberSql(text, numbers);
  const exact = (text: string) => `TRY_CAST(${number(text)} AS HUGEINT)`;
  return {
    kind: "integer",
    type: "BIGINT",
    value: (text) => `TRY_CAST(${number(text)} AS BIGINT)`,
    fits: (text) =>
      `${isNumber(number(text))} AND ${exact(text)} BETWEEN ${least} AND ${most}
       AND (regexp_full_match(${number(text)}, '[-+]?[0-9]+') OR ${exact(text)} = TRY_CAST(${number(text)} AS DOUBLE))`,
  };
}

/** Digits that a double keeps. */
const DOUBLE_DIGITS = 17;

export function doubleReading({ numbers }: ReadingFormat): ChosenReading {
  const value = (text: string) => `TRY_CAST(${numberSql(text, numbers)} AS DOUBLE)`;
  const digits = (text: string) =>
    `length(trim(replace(regexp_replace(${numberSql(text, numbers)}, '[-+]|[eE].*', '', 'g'), '.', ''), '0'))`;
  return {
    kind: "double",
    type: "DOUBLE",
    value,
    fits: (text) =>
      `${isNumber(numberSql(text, numbers))} AND isfinite(${value(text)}) AND ${digits(text)} <= ${DOUBLE_DIGITS}`,
  };
}

export function decimalReading({ numbers }: ReadingFormat, precision: number, scale: number): ChosenReading {
  const type = `DECIMAL(${precision},${scale})`;
  const number = (text: string) => numberSql(text, numbers);
  const value = (text: string) => `TRY_CAST(${number(text)} AS ${type})`;
  return {
    ...{ kind: "decimal", type, value },
    fits: (text) =>
      `regexp_full_match(${number(text)}, '[-+]?[0-9]*(\\.[0-9]{0,${scale}}0*)?') AND ${value(text)} IS NOT NULL`,
  };
}

const TRUE = "['true', 't', 'yes', 'y', 'on', '1']";
const FALSE = "['false', 'f', 'no', 'n', 'off', '0']";

export const booleanReading: ChosenReading = {
  kind: "boolean",
  type: "BOOLEAN",
  value: (text) => `list_contains(${TRUE}, lower(trim(${text})))`,
  fits: (text) => `list_contains(${TRUE} || ${FALSE}, lower(trim(${text})))`,
};

export function momentReading({ dayFirst }: ReadingFormat): ChosenReading {
  const value = (text: string) => momentSql(text, dayFirst);
  return { kind: "timestamp", type: "TIMESTAMP", value, fits: (text) => `${value(text)} IS NOT NULL` };
}

export function dateReading({ dayFirst }: ReadingFormat): ChosenReading {
  const moment = (text: string) => momentSql(text, dayFirst);
  return {
    kind: "date",
    type: "DATE",
    value: (text) => `CAST(${moment(text)} AS DATE)`,
    fits: (text) => `${moment(text)} = date_trunc('day', ${moment(text)})`,
  };
}

/** `most` characters. */
export const textReading = (most?: number): ChosenReading => ({
  kind: "text",
  type: "VARCHAR",
  value: (text) => text,
  fits: (text) => (most === undefined ? "true" : `length(${text}) <= ${most}`),
});
