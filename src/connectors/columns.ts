import { typedError } from "../model/errors.ts";
import { laterBy, millisecondsOf } from "../model/moment.ts";
import type { ColumnarBatch, ResultColumn, RunOptions } from "./connector.ts";

/**
 * A column of a driver's rows, and how its values become those of the interface; null values never reach `read`, and
 * moments leave it with their microseconds.
 */
export interface ColumnShape {
  name: string;
  type: string;
  kind: ResultColumn["kind"];
  /** null: as the driver gives them. */
  read: ((value: never) => unknown) | null;
}

/** Rows of a driver, as arrays in the order of the shapes. */
export interface RowBatch {
  shapes: readonly ColumnShape[];
  rows: readonly (readonly unknown[])[];
}

/** Of a result that is held as a whole, and of a single row. */
export const MAX_BYTES = 200_000_000;
const BYTES_PER_VALUE = 8;
/** To be thrown for what is larger than can be held at once. */
export const resultTooLarge = () => typedError("RESULT_TOO_LARGE_ERROR", TOO_LARGE);
const TOO_LARGE = `The result is larger than the limit of ${MAX_BYTES / 1_000_000} MB. Ask for fewer rows or shorter values.`;

/** Gathers rows into columns. Throws a typed error when they become too large to be held at once. */
export class ColumnsBuilder {
  readonly #shapes: readonly ColumnShape[];
  readonly #values: unknown[][];
  readonly #keepsMicroseconds: boolean;
  #rows = 0;
  #bytes = 0;

  constructor(shapes: readonly ColumnShape[], { microseconds = false }: RunOptions = {}) {
    this.#shapes = shapes;
    this.#keepsMicroseconds = microseconds;
    this.#values = shapes.map(() => []);
  }

  append(rows: RowBatch["rows"]): void {
    this.#rows += rows.length;
    this.#bytes += rows.length * this.#shapes.length * BYTES_PER_VALUE;
    this.#shapes.forEach(({ read, kind }, index) => {
      const target = this.#values[index] as unknown[];
      const isText = kind === "text";
      const isWhole = kind === "temporal" && !this.#keepsMicroseconds;
      for (const row of rows) {
        const value = row[index];
        const own = value === null || value === undefined ? null : read ? read(value as never) : value;
        if (isText && own !== null) this.#bytes += (own as string).length;
        target.push(isWhole && typeof own === "number" ? Math.floor(own) : own);
      }
    });
    if (this.#bytes > MAX_BYTES) throw resultTooLarge();
  }

  take(): ColumnarBatch {
    const columns = this.#shapes.map(({ name, type, kind }, index) => {
      const values = this.#values[index] ?? [];
      return { name, type, kind, values: kind === "numeric" || kind === "temporal" ? packed(values) : values };
    });
    return { columns, rows: this.#rows };
  }
}

export function columnsOf({ shapes, rows }: RowBatch, options?: RunOptions): ColumnarBatch {
  const builder = new ColumnsBuilder(shapes, options);
  builder.append(rows);
  return builder.take();
}

/** A Float64Array when every value is a number, else the values as they are. */
function packed(values: unknown[]): readonly unknown[] | Float64Array {
  for (const value of values) if (typeof value !== "number") return values;
  return Float64Array.from(values as number[]);
}

/** An integer's text: a number while a double holds it, else a bigint. */
export function readInteger(text: string | number): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** So many digits of a decimal come back from the nearest double as they were. */
const SAFE_DIGITS = 15;
const PLAIN_DECIMAL = /^-?(\d+)(?:\.(\d*?)0*)?$/;

/** A decimal's text: a number while a double holds its digits, else a bigint or the digits; null for NaN and the infinities. */
export function readDecimal(text: string | number): number | bigint | string | null {
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  const digits = String(text);
  if (digits.length <= SAFE_DIGITS) return number;
  const [, whole = "", fraction = ""] = PLAIN_DECIMAL.exec(digits) ?? [];
  if (whole === "" || `${whole}${fraction}`.replace(/^0+/, "").length <= SAFE_DIGITS) return number;
  const sign = digits.startsWith("-") ? "-" : "";
  if (fraction === "") return readInteger(`${sign}${whole}`);
  const exact = `${sign}${whole}.${fraction}`;
  return String(number) === exact ? number : exact;
}

/** The same of a decimal whose digits the engine may have made up, as those of a third: only beyond 2^53 are they kept. */
export function readComputedDecimal(text: string | number): number | bigint | string | null {
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : readDecimal(text);
}

/** null for NaN and the infinities. */
export function readDouble(value: string | number): number | null {
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const MOMENT =
  /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?( BC)?$/;

/**
 * Milliseconds UTC of a date or timestamp as engines write them, ISO with a space, with microseconds as their fraction;
 * null for what is none, as `infinity`.
 */
export function readMoment(text: string): number | null {
  const match = MOMENT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as Six;
  if (month === 0 || day === 0) return null;
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(match[12] ? 1 - year : year, month - 1, day);
  const offset = match[9] ? (Number(match[10]) * 60 + Number(match[11] ?? 0)) * 60_000 : 0;
  return laterBy(date.getTime() - (match[9] === "-" ? -offset : offset), millisecondsOf(match[7] ?? ""));
}

type Six = [number, number, number, number, number, number];
