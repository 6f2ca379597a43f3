import { t } from "../i18n/translate.ts";
import { typedError } from "../model/errors.ts";
import { addMilliseconds, millisecondsOf } from "../model/moment.ts";
import type { ColumnarBatch, ResultColumn, RunOptions } from "./connector.ts";

/** How a driver's values are converted; `read` never gets nulls, and returns timestamps with microseconds. */
export interface ColumnShape {
  name: string;
  type: string;
  kind: ResultColumn["kind"];
  read: ((value: never) => unknown) | null;
}

export interface RowBatch {
  shapes: readonly ColumnShape[];
  rows: readonly (readonly unknown[])[];
}

export const MAX_BYTES = 200_000_000;
const BYTES_PER_VALUE = 8;
export const resultTooLarge = () => typedError("RESULT_TOO_LARGE_ERROR", tooLargeText());
const tooLargeText = () =>
  t("The result exceeds the limit of {size, number} MB. Request fewer rows or shorter values.", {
    size: MAX_BYTES / 1_000_000,
  });

/** Throws a typed error over the size limit. */
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
      return {
        name,
        type,
        kind,
        values: kind === "numeric" || kind === "temporal" ? toFloat64IfNumeric(values) : values,
      };
    });
    return { columns, rows: this.#rows };
  }
}

export function columnsOf({ shapes, rows }: RowBatch, options?: RunOptions): ColumnarBatch {
  const builder = new ColumnsBuilder(shapes, options);
  builder.append(rows);
  return builder.take();
}

function toFloat64IfNumeric(values: unknown[]): readonly unknown[] | Float64Array {
  for (const value of values) if (typeof value !== "number") return values;
  return Float64Array.from(values as number[]);
}

export function readInteger(text: string | number): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Decimals up to 15 digits round-trip through doubles. */
const SAFE_DIGITS = 15;
const PLAIN_DECIMAL = /^-?(\d+)(?:\.(\d*?)0*)?$/;

/** A number if a double holds its digits, else a bigint or digits; null for NaN and infinities. */
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

/** Only keeps digits beyond 2^53, because the engine may have computed the rest, as for 1/3. */
export function readComputedDecimal(text: string | number): number | bigint | string | null {
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : readDecimal(text);
}

/** null for NaN and infinities. */
export function readDouble(value: string | number): number | null {
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const MOMENT =
  /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?( BC)?$/;

/** UTC milliseconds with fractional microseconds, from ISO with a space; null for anything else, such as `infinity`. */
export function readMoment(text: string): number | null {
  const match = MOMENT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as TimestampParts;
  if (month === 0 || day === 0) return null;
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(match[12] ? 1 - year : year, month - 1, day);
  const offset = match[9] ? (Number(match[10]) * 60 + Number(match[11] ?? 0)) * 60_000 : 0;
  return addMilliseconds(date.getTime() - (match[9] === "-" ? -offset : offset), millisecondsOf(match[7] ?? ""));
}

type TimestampParts = [number, number, number, number, number, number];
