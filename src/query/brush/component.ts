import type { FrameKind, FrameValues } from "../frame.ts";
import type { NumberType } from "./arithmetic.ts";
import { type Component, MISSING_INTEGER } from "./query-index.ts";

export interface StatementColumn {
  type: string;
  kind: FrameKind;
  values: FrameValues;
}

type Numbers = Float64Array | Int32Array | BigInt64Array;

export interface BuiltComponent {
  values: Numbers;
  component: Component;
  type: NumberType;
  /** Some groups have no value: none, or an infinite one. */
  lacksValues: boolean;
}

const DOUBLE = /^(double|float|real)/i;
const INTEGER = /^(u?(tiny|small|big|huge)?int(eger)?|oid)\b/i;
const DECIMAL = /^(?:decimal|numeric)\(\d+, ?(\d+)\)$/i;
const SINGLE = /^(real|float4)$/i;
const MAX_INTEGER = 2n ** 63n - 1n;

/** In the order of the cells. Null for what can't be combined exactly: texts, sums in single precision, huge sums. */
export function componentOf(
  column: StatementColumn,
  combine: Exclude<Component["combine"], "distinct">,
  order: Int32Array,
): BuiltComponent | null {
  const found = numbersOf(column, combine, order);
  if (!found) return null;
  const { values, scale } = found;
  return { values, component: { combine, scale }, type: typeOf(column, combine), lacksValues: lacks(values) };
}

function typeOf({ type, kind }: StatementColumn, combine: Component["combine"]): NumberType {
  if (INTEGER.test(type) || combine === "count") return "integer";
  return kind === "numeric" && type !== "NUMERIC" ? "fraction" : "unknown";
}

interface Scaled {
  values: Numbers;
  scale: number | null;
}

function numbersOf({ type, kind, values }: StatementColumn, combine: string, order: Int32Array): Scaled | null {
  if (kind === "text" || kind === "boolean") {
    const isEmpty = values.every((value: unknown) => value === null);
    return isEmpty ? { values: new Float64Array(order.length).fill(Number.NaN), scale: null } : null;
  }
  if (combine === "sum" && SINGLE.test(type)) return null;
  const isRounded = kind === "temporal" || DOUBLE.test(type);
  const scale = isRounded ? null : scaleOf(values, DECIMAL.exec(type)?.[1]);
  const numbers = scale === null ? floatsOf(values, order) : integersOf(values, { scale, order }, combine);
  return numbers && { values: numbers, scale };
}

function integersOf(values: StatementColumn["values"], scaling: Scaling, combine: string): Numbers | null {
  const small = smallIntegers(values, { ...scaling, isSum: combine !== "min" && combine !== "max" });
  return small === "rounded" ? null : (small ?? wideIntegers(values, scaling));
}

function lacks(numbers: Numbers): boolean {
  if (numbers instanceof BigInt64Array) return numbers.includes(MISSING_INTEGER);
  return numbers instanceof Float64Array && numbers.some(Number.isNaN);
}

function floatsOf(values: StatementColumn["values"], order: Int32Array): Float64Array | null {
  const floats = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i] as number] ?? Number.NaN;
    floats[i] = Number(value);
    if (typeof value !== "number" && Number.isNaN(floats[i])) return null;
  }
  return floats;
}

/** Decimal digits of all values; null if one is only known as a rounded number. */
function scaleOf(values: StatementColumn["values"], declared: string | undefined): number | null {
  if (declared !== undefined) return Number(declared);
  let scale = 0;
  for (const value of values) {
    if (value === null || typeof value === "bigint" || Number.isSafeInteger(value)) continue;
    const text = String(value);
    if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
    const digits = text.split(".")[1]?.length ?? 0;
    if (typeof value === "number" && text.replace(/^-?0?\.?0*|\./g, "").length > 15) return null;
    scale = Math.max(scale, digits);
  }
  return scale;
}

interface Scaling {
  scale: number;
  order: Int32Array;
}

/** Undefined if a double may not hold them or their sum, and `rounded` if one has more digits than the scale. */
function smallIntegers(
  values: StatementColumn["values"],
  { scale, order, isSum }: Scaling & { isSum: boolean },
): Float64Array | Int32Array | undefined | "rounded" {
  const factor = 10 ** scale;
  const integers = new Float64Array(order.length);
  let sum = 0;
  let isShort = true;
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i] as number] ?? null;
    if (value === null) {
      integers[i] = Number.NaN;
      isShort = false;
      continue;
    }
    if (typeof value !== "number") return undefined;
    const scaled = scale === 0 ? value : Math.round(value * factor);
    if (scale > 0 && scaled / factor !== value) return Number.isSafeInteger(scaled) ? "rounded" : undefined;
    integers[i] = scaled;
    isShort &&= (scaled | 0) === scaled;
    sum = isSum ? sum + Math.abs(scaled) : Math.max(sum, Math.abs(scaled));
    if (sum > Number.MAX_SAFE_INTEGER) return undefined;
  }
  return isShort ? new Int32Array(integers) : integers;
}

function wideIntegers(values: StatementColumn["values"], { scale, order }: Scaling): BigInt64Array | null {
  const integers = new BigInt64Array(order.length);
  let sum = 0n;
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i] as number] ?? null;
    const digits = value === null ? MISSING_INTEGER : digitsOf(String(value), scale);
    if (digits === null) return null;
    integers[i] = digits;
    sum += value === null ? 0n : digits < 0n ? -digits : digits;
    if (sum > MAX_INTEGER) return null;
  }
  return integers;
}

function digitsOf(text: string, scale: number): bigint | null {
  const [whole = "0", fraction = ""] = text.split(".");
  return fraction.length > scale || /e/i.test(text) ? null : BigInt(whole + fraction.padEnd(scale, "0"));
}
