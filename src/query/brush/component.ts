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
  { type, kind, values }: StatementColumn,
  combine: Exclude<Component["combine"], "distinct">,
  order: Int32Array,
): BuiltComponent | null {
  const isOfCount = combine === "count";
  const built = (numbers: Numbers, scale: number | null): BuiltComponent => {
    const known =
      INTEGER.test(type) || isOfCount ? "integer" : kind === "numeric" && type !== "NUMERIC" ? "fraction" : "unknown";
    return { values: numbers, component: { combine, scale }, type: known, lacksValues: lacks(numbers) };
  };
  if (kind === "text" || kind === "boolean") {
    const isEmpty = values.every((value: unknown) => value === null);
    return isEmpty ? built(new Float64Array(order.length).fill(Number.NaN), null) : null;
  }
  if (kind === "temporal" || DOUBLE.test(type)) {
    if (combine === "sum" && SINGLE.test(type)) return null;
    const floats = floatsOf(values, order);
    return floats && built(floats, null);
  }
  const scale = scaleOf(values, DECIMAL.exec(type)?.[1]);
  if (scale === null) {
    const floats = floatsOf(values, order);
    return floats && built(floats, null);
  }
  const small = smallIntegers(values, { scale, order, isSum: combine !== "min" && combine !== "max" });
  if (small === "rounded") return null;
  const numbers = small ?? wideIntegers(values, { scale, order });
  return numbers && built(numbers, scale);
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
