import type { LoadColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { asksOrder, type DateOrder, momentSql, ORDER_UNKNOWN } from "./date-readings.ts";
import { type NumberFormat, plainNumberSql } from "./number-format.ts";

/** Reads texts as a type that the user chose, in any notation, unless the type would change the value. */
export interface ChosenReading {
  kind: LoadColumn["kind"];
  type: string;
  value(text: string): string;
  fits(text: string): string;
  hint?(text: string): string | undefined;
}

export interface ReadingFormat {
  numbers: NumberFormat;
  /** The decimal separator is known, so 1,234 can't be two numbers. */
  isDecimalKnown: boolean;
  order: DateOrder | undefined;
}

const NUMBER = "[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?";

export function numberSql(text: string, { numbers: { decimal, thousands }, isDecimalKnown }: ReadingFormat): string {
  const other = isDecimalKnown ? (decimal === "," ? "." : ",") : "";
  const grouped = plainNumberSql(text, { decimal, thousands: thousands || other });
  return `trim(coalesce(${grouped}, ${plainNumberSql(text, { decimal, thousands: "" })}))`;
}

const isNumber = (number: string) => `regexp_full_match(${number}, '${NUMBER}')`;

export function integerReading(format: ReadingFormat, least: bigint, most: bigint): ChosenReading {
  const number = (text: string) => numberSql(text, format);
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

export const digitsSql = (number: string) =>
  `trim(regexp_replace(replace(${number}, '.', ''), '[-+]|[eE].*', '', 'g'), '0')`;

export function doubleReading(format: ReadingFormat): ChosenReading {
  const number = (text: string) => numberSql(text, format);
  const value = (text: string) => `TRY_CAST(${number(text)} AS DOUBLE)`;
  return {
    kind: "double",
    type: "DOUBLE",
    value,
    fits: (text) =>
      `${isNumber(number(text))} AND isfinite(${value(text)})
       AND ${digitsSql(number(text))} = ${digitsSql(`${value(text)}::VARCHAR`)}`,
  };
}

export function decimalReading(format: ReadingFormat, precision: number, scale: number): ChosenReading {
  const type = `DECIMAL(${precision},${scale})`;
  const number = (text: string) => numberSql(text, format);
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

const isTooFine = (text: string) => `regexp_matches(${text}, ':[0-9]{2}\\.[0-9]{6,}[1-9]')`;

export function momentReading({ order }: ReadingFormat): ChosenReading {
  const value = (text: string) => momentSql(text, order ? [order] : []);
  const fits = (text: string) => `${value(text)} IS NOT NULL AND NOT ${isTooFine(text)}`;
  return { kind: "timestamp", type: "TIMESTAMP", value, fits, ...orderHint(order) };
}

export function dateReading({ order }: ReadingFormat): ChosenReading {
  const moment = (text: string) => momentSql(text, order ? [order] : []);
  return {
    kind: "date",
    type: "DATE",
    value: (text) => `CAST(${moment(text)} AS DATE)`,
    fits: (text) => `${moment(text)} = date_trunc('day', ${moment(text)}) AND NOT ${isTooFine(text)}`,
    ...orderHint(order),
  };
}

export const orderHint = (order: DateOrder | undefined): Pick<ChosenReading, "hint"> =>
  order === undefined ? { hint: (text) => (asksOrder(text) ? t(ORDER_UNKNOWN) : undefined) } : {};

export const textReading = (most?: number): ChosenReading => ({
  kind: "text",
  type: "VARCHAR",
  value: (text) => text,
  fits: (text) => (most === undefined ? "true" : `length(${text}) <= ${most}`),
});
