import { shownBytes } from "../../model/shown-bytes.ts";
import { type ColumnShape, readMoment } from "../columns.ts";

/** SQLite types values, not columns. Columns are read by declared type, expressions by the first rows' values. */

type Shape = Pick<ColumnShape, "kind" | "read">;

const DECLARED: readonly [RegExp, Shape["kind"]][] = [
  [/^(date|timestamp)/i, "temporal"],
  [/^bool/i, "boolean"],
  [/char|clob|text|json|uuid/i, "text"],
  [/int|real|floa|doub|num|dec|money/i, "numeric"],
];

/** Larger numbers are milliseconds: as seconds this is the year 5138. */
const LAST_SECOND = 1e11;

/** Smaller numbers may be dates such as `20200101`. */
const FIRST_SECOND = 1e8;

export function storedTimeOf(value: unknown): "epoch_s" | "epoch_ms" | undefined {
  if (typeof value !== "number" || Math.abs(value) < FIRST_SECOND) return undefined;
  return Math.abs(value) > LAST_SECOND ? "epoch_ms" : "epoch_s";
}

export const isMomentType = (type: string) => /^(date|timestamp)/i.test(type);

const READERS: Readonly<Record<Shape["kind"], (value: unknown) => unknown>> = {
  text: asText,
  numeric: (value) => {
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    return value instanceof Uint8Array ? asText(value) : value;
  },
  boolean: (value) => (typeof value === "string" ? /^(t|true|y|yes|1)$/i.test(value) : Number(value) !== 0),
  temporal: (value) => {
    if (typeof value === "string") return readMoment(value) ?? value;
    const number = Number(value);
    return Math.abs(number) > LAST_SECOND ? number : number * 1000;
  },
};

export function sqliteShapeOf(
  { name, type }: { name: string; type: string | null },
  values: readonly unknown[],
): ColumnShape {
  const kind = type ? (DECLARED.find(([pattern]) => pattern.test(type))?.[1] ?? "text") : kindOf(values);
  return { name, type: type || TYPE_OF_KIND[kind], kind, read: READERS[kind] as ColumnShape["read"] };
}

const TYPE_OF_KIND: Readonly<Record<Shape["kind"], string>> = {
  text: "TEXT",
  numeric: "NUMERIC",
  boolean: "BOOLEAN",
  temporal: "TIMESTAMP",
};

function kindOf(values: readonly unknown[]): Shape["kind"] {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return "text";
  if (present.every((value) => typeof value === "number" || typeof value === "bigint")) return "numeric";
  return present.every((value) => typeof value === "string" && MOMENT.test(value)) ? "temporal" : "text";
}

const MOMENT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?$/;

function asText(value: unknown): string {
  return value instanceof Uint8Array ? shownBytes(value) : String(value);
}
