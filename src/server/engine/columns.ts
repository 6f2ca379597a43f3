import {
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListVector,
  type DuckDBResult,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBVector,
  JsonDuckDBValueConverter,
} from "@duckdb/node-api";
import type { EngineColumn } from "./protocol.ts";

/**
 * DuckDB vectors to the columns of the wire between the processes: numbers as doubles while they are exact, larger
 * integers as bigint, NaN and the infinities as null, dates and timestamps as epoch milliseconds UTC, the rest as text.
 */
export interface ColumnsBuilder {
  append(chunk: DuckDBDataChunk): void;
  /** The columns gathered since the last call. */
  take(): { columns: EngineColumn[]; rows: number };
  readonly rows: number;
  /** About what the gathered values take in memory. */
  readonly bytes: number;
}

type Read = (value: DuckDBValue, type: DuckDBType) => unknown;

const DAY_MS = 86_400_000;
const BYTES_PER_VALUE = 8;
const BYTES_PER_NESTED_VALUE = 32;

/** What may be gathered at once: beyond it a single result could use up the memory of both processes. */
const MAX_BYTES = 200_000_000;
const TOO_LARGE = `The result is larger than the limit of ${MAX_BYTES / 1_000_000} MB. Ask for fewer rows or shorter values.`;

export function columnsBuilder(result: DuckDBResult): ColumnsBuilder {
  const shapes = result.columnTypes().map((type, index) => ({
    name: result.columnName(index),
    type: type.toString(),
    ...readerOf(type),
  }));
  let values: unknown[][] = shapes.map(() => []);
  let rows = 0;
  let bytes = 0;
  const count = (added: number) => {
    bytes += added;
    if (bytes > MAX_BYTES) throw new Error(TOO_LARGE);
  };
  return {
    get rows() {
      return rows;
    },
    get bytes() {
      return bytes;
    },
    append(chunk) {
      const { rowCount } = chunk;
      count(rowCount * shapes.length * BYTES_PER_VALUE);
      shapes.forEach(({ read, kind }, index) => {
        const target = values[index] as unknown[];
        const vector = chunk.getColumnVector(index);
        if (kind === "text") appendTexts(target, vector, { rowCount, read, count });
        else appendVector(target, vector, { rowCount, read });
      });
      rows += rowCount;
    },
    take() {
      const columns = shapes.map(({ name, type, kind }, index) => ({
        name,
        type,
        kind,
        values: kind === "numeric" || kind === "temporal" ? packed(values[index] as unknown[]) : (values[index] ?? []),
      }));
      const taken = { columns, rows };
      values = shapes.map(() => []);
      rows = 0;
      bytes = 0;
      return taken;
    },
  };
}

function appendVector(
  target: unknown[],
  vector: DuckDBVector,
  { rowCount, read }: { rowCount: number; read: Read | null },
): void {
  for (let i = 0; i < rowCount; i++) {
    const value = vector.getItem(i);
    target.push(value === null || value === undefined ? null : read ? read(value, vector.type) : value);
  }
}

/** Counts as it goes: a few rows of long texts may be too much already. */
function appendTexts(
  target: unknown[],
  vector: DuckDBVector,
  { rowCount, read, count }: { rowCount: number; read: Read | null; count: (added: number) => void },
): void {
  for (let i = 0; i < rowCount; i++) {
    if (vector instanceof DuckDBListVector) count(valuesWithin(vector, i) * BYTES_PER_NESTED_VALUE);
    const value = vector.getItem(i);
    const text = value === null || value === undefined ? null : ((read ? read(value, vector.type) : value) as string);
    if (text !== null) count(text.length);
    target.push(text);
  }
}

/** Counted before the list is read: a single one may hold more than fits into the memory. */
function valuesWithin(lists: DuckDBListVector, index: number): number {
  const within = lists.getItemVector(index);
  if (!(within instanceof DuckDBListVector)) return within?.itemCount ?? 0;
  let values = 0;
  for (let i = 0; i < within.itemCount; i++) values += valuesWithin(within, i);
  return values;
}

/** A Float64Array when every value is a number, else the values as they are. */
function packed(values: unknown[]): readonly unknown[] | Float64Array {
  for (const value of values) if (typeof value !== "number") return values;
  return Float64Array.from(values as number[]);
}

const { BOOLEAN, TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, UINTEGER, FLOAT, DOUBLE, VARCHAR, ENUM } =
  DuckDBTypeId;
const SMALL_INTEGERS: ReadonlySet<number> = new Set([TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, UINTEGER]);
const BIG_INTEGERS: ReadonlySet<number> = new Set([
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM,
]);
const TEMPORAL: ReadonlySet<number> = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);
const NESTED: ReadonlySet<number> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
]);

function readerOf(type: DuckDBType): { kind: EngineColumn["kind"]; read: Read | null } {
  const { typeId } = type;
  if (SMALL_INTEGERS.has(typeId)) return { kind: "numeric", read: null };
  if (typeId === FLOAT || typeId === DOUBLE) return { kind: "numeric", read: finiteOrNull };
  if (BIG_INTEGERS.has(typeId)) return { kind: "numeric", read: integer };
  if (typeId === DuckDBTypeId.DECIMAL) return { kind: "numeric", read: decimal };
  if (TEMPORAL.has(typeId)) return { kind: "temporal", read: epochMs };
  if (typeId === BOOLEAN) return { kind: "boolean", read: null };
  if (typeId === VARCHAR || typeId === ENUM) return { kind: "text", read: null };
  if (typeId === DuckDBTypeId.BLOB) return { kind: "text", read: utf8 };
  if (NESTED.has(typeId)) return { kind: "text", read: json };
  return { kind: "text", read: String };
}

const finiteOrNull: Read = (value) => (Number.isFinite(value as number) ? value : null);

const integer: Read = (value) => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

const decimal: Read = (value) => (value instanceof DuckDBDecimalValue ? value.toDouble() : Number(value));

const utf8: Read = (value) => {
  const { bytes } = value as unknown as { bytes: Uint8Array };
  return Buffer.from(bytes).toString("utf8");
};

const json: Read = (value, type) => JSON.stringify(JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter));

const epochMs: Read = (value) => {
  if (value instanceof DuckDBDateValue) return value.isFinite ? value.days * DAY_MS : null;
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return value.isFinite ? Math.floor(Number(value.micros) / 1000) : null;
  if (value instanceof DuckDBTimestampSecondsValue) return value.isFinite ? Number(value.seconds) * 1000 : null;
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.isFinite ? Number(value.millis) : null;
  if (value instanceof DuckDBTimestampNanosecondsValue)
    return value.isFinite ? Math.floor(Number(value.nanos) / 1e6) : null;
  return null;
};
