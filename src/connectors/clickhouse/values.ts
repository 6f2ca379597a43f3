import { isShownHex, shownBytes } from "../../model/shown-bytes.ts";
import { type ColumnShape, readDecimal, readDouble, readInteger, readMoment } from "../columns.ts";

type Reading = Pick<ColumnShape, "kind" | "read">;

const READINGS: readonly [RegExp, Reading][] = [
  [/^U?Int(64|128|256)$/, { kind: "numeric", read: readInteger }],
  [/^U?Int(8|16|32)$/, { kind: "numeric", read: null }],
  [/^(Float(32|64)|BFloat16)$/, { kind: "numeric", read: readDouble }],
  [/^Decimal/, { kind: "numeric", read: readDecimal }],
  [/^Bool$/, { kind: "boolean", read: null }],
  [/^Date(32)?$|^DateTime(64)?(\(|$)/, { kind: "temporal", read: readMoment }],
  [/^String$/, { kind: "text", read: withoutNul }],
  [/^FixedString/, { kind: "text", read: withoutFilling }],
];

function withoutNul(text: string): string {
  return text.includes("\0") ? shownBytes(new TextEncoder().encode(text)) : text;
}

function withoutFilling(text: string): string {
  return isShownHex(text) ? text.replace(/(00)+$/, "") : withoutNul(text.replace(/\0+$/, ""));
}

/** Reads `JSONCompactEachRow`, where 64-bit integers and decimals are text. */
export function clickhouseShape(name: string, type: string): ColumnShape {
  const base = withoutWrappers(type);
  const reading = READINGS.find(([pattern]) => pattern.test(base))?.[1] ?? { kind: "text", read: textReader(base) };
  return { name, type, ...reading };
}

export function withoutWrappers(type: string): string {
  const match =
    /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type) ?? /^SimpleAggregateFunction\([^,]+, (.*)\)$/s.exec(type);
  return match?.[1] === undefined ? type : withoutWrappers(match[1]);
}

export function partsWithin(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/[(),]|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g)) {
    if (mark === "(") depth++;
    if (mark === ")") depth--;
    if (mark !== "," || depth > 0) continue;
    parts.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return [...parts, text.slice(start).trim()];
}

export function isNumberList(type: string): boolean {
  const items = withoutWrappers(/^Array\((.*)\)$/s.exec(type)?.[1] ?? "");
  return /^(U?Int\d+|Decimal\d*(\(.*\))?)$/.test(items);
}

/** JSON; big integers and decimals in lists are unquoted. */
function textReader(type: string): (value: unknown) => string {
  const isNumbers = isNumberList(type);
  return (value) => {
    if (typeof value !== "object") return String(value);
    return isNumbers && Array.isArray(value)
      ? `[${value.map((item) => item ?? "null").join(",")}]`
      : JSON.stringify(value);
  };
}
