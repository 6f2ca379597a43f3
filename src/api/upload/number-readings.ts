import type { ColumnReading } from "./column-reading.ts";
import { type NumberFormat, plainNumber, plainNumberSql } from "./number-format.ts";

const MAX_DIGITS = 38;
const DOUBLE_DIGITS = 15;

const isNumber = (plain: string) =>
  `isfinite(TRY_CAST(${plain} AS DOUBLE)) AND regexp_full_match(${plain}, '[-+]?[0-9.]+([eE][-+]?[0-9]+)?')`;

interface ExactFormat {
  kind: ColumnReading["kind"];
  type: string;
  pattern: RegExp;
  maxDigits: number;
}

function exactReading({ kind, type, pattern, maxDigits }: ExactFormat, numbers: NumberFormat): ColumnReading {
  const plain = (text: string) => plainNumberSql(text, numbers);
  return {
    ...{ kind, type, numbers, noun: "number" },
    couldFit: (text) => {
      const number = plainNumber(text, numbers) ?? "";
      return pattern.test(number) && number.replace(/[-.]/g, "").length <= maxDigits;
    },
    value: (text) => `TRY_CAST(${plain(text)} AS ${type})`,
    fits: (text) => `TRY_CAST(${plain(text)} AS ${type})::VARCHAR = ${plain(text)}`,
    means: (text) => isNumber(plain(text)),
  };
}

const INTEGER = /^(0|-?[1-9]\d*)$/;
const PLAIN = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/;
const EXPONENT = /^-?\d(\.\d*[1-9])?e[+-]?\d+$/;

function doubleReading(numbers: NumberFormat): ColumnReading {
  const plain = (text: string) => plainNumberSql(text, numbers);
  const fits = (text: string) => {
    const number = plain(text);
    const value = `TRY_CAST(${number} AS DOUBLE)`;
    const digits = `length(ltrim(replace(replace(${number}, '-', ''), '.', ''), '0'))`;
    const small = `regexp_full_match(${number}, '-?0\\.[0-9]*[1-9]') AND ${digits} <= ${DOUBLE_DIGITS}`;
    const exponent = `regexp_replace(${number}, 'e([-+])([0-9])$', 'e\\10\\2') = ${value}::VARCHAR`;
    // Most numbers are short, and a 64-bit decimal prints many times faster than a double.
    const short = `rtrim(rtrim(TRY_CAST(${number} AS DECIMAL(18,6))::VARCHAR, '0'), '.') = ${number}
      AND length(${number}) <= ${DOUBLE_DIGITS}`;
    return `CASE WHEN ${short} THEN true
      WHEN isfinite(${value}) AND ${number} <> '-0' THEN ${value}::VARCHAR = ${number} || '.0'
      OR (${value}::VARCHAR = ${number} AND NOT ends_with(${number}, '.0')) OR (${small}) OR ${exponent} END`;
  };
  return {
    ...{ kind: "double", type: "DOUBLE", numbers, noun: "number", fits },
    couldFit: (text) => {
      const number = plainNumber(text, numbers) ?? "";
      return (PLAIN.test(number) || EXPONENT.test(number)) && Number.isFinite(Number(number));
    },
    value: (text) => `TRY_CAST(${plain(text)} AS DOUBLE)`,
    means: (text) => isNumber(plain(text)),
  };
}

const WITH_POINT = /^-?(0|[1-9]\d*)\.(0|\d*[1-9])(e[+-]\d+)?$|^-?[1-9]e[+-]\d+$/;

function printedDoubleReading(numbers: NumberFormat): ColumnReading {
  const plain = (text: string) => plainNumberSql(text, numbers);
  const value = (text: string) => `TRY_CAST(${plain(text)} AS DOUBLE)`;
  return {
    ...{ kind: "double", type: "DOUBLE", numbers, noun: "number", value },
    couldFit: (text) => WITH_POINT.test(plainNumber(text, numbers) ?? ""),
    fits: (text) => `isfinite(${value(text)}) AND ${value(text)}::VARCHAR = ${plain(text)}`,
    means: (text) => isNumber(plain(text)),
  };
}

/** Decimals of one scale, such as prices. Two widths, so that later files may have larger numbers. */
function decimalReadings(text: string, numbers: NumberFormat): ColumnReading[] {
  const scale = (plainNumber(text, numbers) ?? "").split(".")[1]?.length ?? 0;
  if (scale === 0 || scale >= MAX_DIGITS) return [];
  const pattern = new RegExp(`^-?(0|[1-9]\\d*)\\.\\d{${scale}}$`);
  return [18, MAX_DIGITS]
    .filter((precision) => precision > scale)
    .map((precision) =>
      exactReading(
        { kind: "decimal", type: `DECIMAL(${precision},${scale})`, pattern, maxDigits: precision + 1 },
        numbers,
      ),
    );
}

export function numberReadings(sample: readonly string[], numbers: NumberFormat): ColumnReading[] {
  const fraction = sample.find((text) => plainNumber(text, numbers)?.includes("."));
  return [
    exactReading({ kind: "integer", type: "BIGINT", pattern: INTEGER, maxDigits: 19 }, numbers),
    exactReading({ kind: "decimal", type: "DECIMAL(38,0)", pattern: INTEGER, maxDigits: MAX_DIGITS }, numbers),
    doubleReading(numbers),
    ...(fraction === undefined ? [] : decimalReadings(fraction, numbers)),
    printedDoubleReading(numbers),
  ];
}

export const booleanReading: ColumnReading = {
  ...{ kind: "boolean", type: "BOOLEAN", noun: "boolean" },
  couldFit: (text) => text === "true" || text === "false",
  value: (text) => `(${text} = 'true')`,
  fits: (text) => `${text} IN ('true', 'false')`,
  means: (text) => `lower(${text}) IN ('true', 'false')`,
};
