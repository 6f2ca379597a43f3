import { type ColumnShape, readDecimal, readDouble, readInteger, readMoment } from "./columns.ts";

type Reading = Pick<ColumnShape, "kind" | "read">;

const READINGS: readonly [RegExp, Reading][] = [
  [/^U?Int(64|128|256)$/, { kind: "numeric", read: readInteger }],
  [/^U?Int(8|16|32)$/, { kind: "numeric", read: null }],
  [/^(Float(32|64)|BFloat16)$/, { kind: "numeric", read: readDouble }],
  [/^Decimal/, { kind: "numeric", read: readDecimal }],
  [/^Bool$/, { kind: "boolean", read: null }],
  [/^Date(32)?$|^DateTime(64)?(\(|$)/, { kind: "temporal", read: readMoment }],
  [/^FixedString/, { kind: "text", read: (value: string) => value.replace(/\0+$/, "") }],
];

/** How values of a ClickHouse type are read from `JSONCompactEachRow`, where 64-bit integers and decimals are texts. */
export function clickhouseShape(name: string, type: string): ColumnShape {
  const base = withoutWrappers(type);
  const reading = READINGS.find(([pattern]) => pattern.test(base))?.[1] ?? { kind: "text", read: textReader(base) };
  return { name, type, ...reading };
}

/** `LowCardinality(Nullable(String))` -> `String`; `SimpleAggregateFunction(sum, UInt64)` -> `UInt64`. */
export function withoutWrappers(type: string): string {
  const match =
    /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type) ?? /^SimpleAggregateFunction\([^,]+, (.*)\)$/s.exec(type);
  return match?.[1] === undefined ? type : withoutWrappers(match[1]);
}

/** Of integers or decimals, which lose no digit. */
export function isListOfFigures(type: string): boolean {
  const items = withoutWrappers(/^Array\((.*)\)$/s.exec(type)?.[1] ?? "");
  return /^(U?Int\d+|Decimal\d*(\(.*\))?)$/.test(items);
}

/** Nested values as JSON; figures in lists of big integers or decimals are unquoted, as they are figures. */
function textReader(type: string): (value: unknown) => string {
  const isFigures = isListOfFigures(type);
  return (value) => {
    if (typeof value !== "object") return String(value);
    return isFigures && Array.isArray(value)
      ? `[${value.map((item) => item ?? "null").join(",")}]`
      : JSON.stringify(value);
  };
}
