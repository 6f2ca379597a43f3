import { type DuckDBDataChunk, type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import { MICROSECOND_LIMIT_MS } from "../../model/moment.ts";

/**
 * Reads whole vectors from DuckDB's memory, without the object, bigint or native call per cell of the library's
 * accessors.
 */
export interface RawVector {
  data: Buffer;
  /** One bit per row; null when every row has a value. */
  validity: Uint8Array | null;
  rowCount: number;
}

export function rawVector(chunk: DuckDBDataChunk, column: number, bytesPerValue: number): RawVector {
  const { rowCount } = chunk;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  const data = duckdb.vector_get_data(vector, rowCount * bytesPerValue);
  return {
    data: Buffer.from(data.buffer, data.byteOffset, rowCount * bytesPerValue),
    validity: duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8),
    rowCount,
  };
}

export const isValid = (validity: Uint8Array | null, row: number) =>
  validity === null || (((validity[row >> 3] as number) >> (row & 7)) & 1) === 1;

export interface NumberTarget {
  set(row: number, value: number): void;
  setExact(row: number, value: bigint | string): void;
}

export type NumberReader = (chunk: DuckDBDataChunk, column: number, target: NumberTarget) => void;

type ReadVector = (vector: RawVector, target: NumberTarget) => void;

const ofWidth =
  (bytesPerValue: number, read: ReadVector): NumberReader =>
  (chunk, column, target) =>
    read(rawVector(chunk, column, bytesPerValue), target);

const { TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, FLOAT, DOUBLE } = DuckDBTypeId;
const { DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ, DECIMAL } = DuckDBTypeId;

type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
type View = new (buffer: ArrayBufferLike, offset: number, length: number) => Numbers;

const VIEWS: ReadonlyMap<number, { view: View; bytes: number }> = new Map([
  [TINYINT, { view: Int8Array, bytes: 1 }],
  [UTINYINT, { view: Uint8Array, bytes: 1 }],
  [SMALLINT, { view: Int16Array, bytes: 2 }],
  [USMALLINT, { view: Uint16Array, bytes: 2 }],
  [INTEGER, { view: Int32Array, bytes: 4 }],
  [UINTEGER, { view: Uint32Array, bytes: 4 }],
  [FLOAT, { view: Float32Array, bytes: 4 }],
  [DOUBLE, { view: Float64Array, bytes: 8 }],
]);

const FIXED_SIZE: ReadonlySet<number> = new Set([
  ...VIEWS.keys(),
  ...[DuckDBTypeId.BOOLEAN, BIGINT, UBIGINT, DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ],
  ...[DECIMAL, DuckDBTypeId.HUGEINT],
]);

export const isFixedSize = (typeId: number) => FIXED_SIZE.has(typeId);

const DAY_MS = 86_400_000;
const MAX_INT32 = 2_147_483_647;

export function numberReader(type: DuckDBType): NumberReader | undefined {
  const { typeId } = type;
  const plain = VIEWS.get(typeId);
  if (plain) return ofWidth(plain.bytes, readPlain(plain.view, 1));
  switch (typeId) {
    case DATE:
      return ofWidth(4, readDates);
    case BIGINT:
      return ofWidth(8, readLongs(identity, exactInteger));
    case UBIGINT:
      return ofWidth(8, readUnsignedLongs);
    case TIMESTAMP:
    case TIMESTAMP_TZ:
      return ofWidth(8, readLongs(millisOfMicros, lateMicros));
    case TIMESTAMP_S:
      return ofWidth(
        8,
        readLongs(
          (seconds) => seconds * 1000,
          () => Number.NaN,
        ),
      );
    case TIMESTAMP_MS:
      return ofWidth(
        8,
        readLongs(identity, () => Number.NaN),
      );
    case TIMESTAMP_NS:
      return ofWidth(
        8,
        readLongs((value) => Math.floor(value / 1000) / 1000, nanos),
      );
    case DECIMAL:
      return decimalReader(type as DuckDBDecimalType);
    default:
      return undefined;
  }
}

const identity = (value: number) => value;

function readPlain(view: View, divisor: number) {
  return ({ data, validity, rowCount }: RawVector, target: NumberTarget): void => {
    const values = new view(data.buffer, data.byteOffset, rowCount);
    for (let row = 0; row < rowCount; row++) {
      target.set(row, isValid(validity, row) ? (values[row] as number) / divisor : Number.NaN);
    }
  };
}

function readDates({ data, validity, rowCount }: RawVector, target: NumberTarget): void {
  const days = new Int32Array(data.buffer, data.byteOffset, rowCount);
  for (let row = 0; row < rowCount; row++) {
    const day = days[row] as number;
    const isDate = isValid(validity, row) && day !== MAX_INT32 && day !== -MAX_INT32;
    target.set(row, isDate ? day * DAY_MS : Number.NaN);
  }
}

/** Integers with a smaller upper half are below 2^53. */
const SAFE_HIGH = 2 ** 21;
const INFINITY = 2n ** 63n - 1n;

function readLongs(near: (value: number) => number, far: (value: bigint) => number | bigint | string) {
  return ({ data, validity, rowCount }: RawVector, target: NumberTarget): void => {
    const halves = new Int32Array(data.buffer, data.byteOffset, rowCount * 2);
    for (let row = 0; row < rowCount; row++) {
      if (!isValid(validity, row)) {
        target.set(row, Number.NaN);
        continue;
      }
      const high = halves[row * 2 + 1] as number;
      if (high < SAFE_HIGH && high > -SAFE_HIGH) {
        target.set(row, near(high * 4_294_967_296 + ((halves[row * 2] as number) >>> 0)));
        continue;
      }
      const value = far(data.readBigInt64LE(row * 8));
      if (typeof value === "number") target.set(row, value);
      else target.setExact(row, value);
    }
  };
}

function readUnsignedLongs({ data, validity, rowCount }: RawVector, target: NumberTarget): void {
  for (let row = 0; row < rowCount; row++) {
    const value = isValid(validity, row) ? exactInteger(data.readBigUInt64LE(row * 8)) : Number.NaN;
    if (typeof value === "number") target.set(row, value);
    else target.setExact(row, value);
  }
}

export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function millisOfMicros(micros: number): number {
  const millis = micros / 1000;
  return millis < MICROSECOND_LIMIT_MS && millis > -MICROSECOND_LIMIT_MS ? millis : Math.floor(millis);
}

function lateMicros(micros: bigint): number {
  return micros === INFINITY || micros === -INFINITY ? Number.NaN : Number(floorDivide(micros, 1000n));
}

function nanos(value: bigint): number {
  return value === INFINITY || value === -INFINITY ? Number.NaN : millisOfMicros(Number(floorDivide(value, 1000n)));
}

const floorDivide = (value: bigint, by: bigint) => (value % by < 0n ? value / by - 1n : value / by);

/** Decimals up to 15 digits equal the nearest double's text; longer ones are checked individually. */
const SAFE_DIGITS = 15;
const SAFE_UNSCALED = 10 ** SAFE_DIGITS;

function decimalReader({ width, scale }: DuckDBDecimalType): NumberReader | undefined {
  const divisor = 10 ** scale;
  if (width <= 4) return ofWidth(2, readPlain(Int16Array, divisor));
  if (width <= 9) return ofWidth(4, readPlain(Int32Array, divisor));
  if (width > 18) return undefined;
  const far = (unscaled: bigint) => exactDecimal(unscaled, scale);
  const read = readLongs((unscaled) => unscaled / divisor, far);
  if (width <= SAFE_DIGITS) return ofWidth(8, read);
  return ofWidth(8, (vector, target) =>
    read(vector, {
      set: (row, value) => {
        const unscaled = Math.abs(value * divisor);
        if (!(unscaled >= SAFE_UNSCALED - 1)) target.set(row, value);
        else setDecimal(target, row, far(vector.data.readBigInt64LE(row * 8)));
      },
      setExact: (row, value) => target.setExact(row, value),
    }),
  );
}

function setDecimal(target: NumberTarget, row: number, value: number | string): void {
  if (typeof value === "number") target.set(row, value);
  else target.setExact(row, value);
}

export function exactDecimal(unscaled: bigint, scale: number): number | string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  const text = `${unscaled < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  return String(Number(text)) === text ? Number(text) : text;
}

const MAX_RUN_BYTES = 1 << 20;
const INLINE_BYTES = 12;
const VALUE_BYTES = 16;

/**
 * Calls `write` per row with a buffer valid during the call; `end` < `start` for null. Longer texts lie outside the
 * vector, mostly consecutively, and are fetched together.
 */
export function readTexts(vector: RawVector, write: (from: Buffer, start: number, end: number) => void): void {
  const { data, validity, rowCount } = vector;
  const words = new Uint32Array(data.buffer, data.byteOffset, rowCount * 4);
  let run = data;
  let next = 0;
  for (let row = 0; row < rowCount; row++) {
    if (!isValid(validity, row)) {
      write(data, 0, -1);
      continue;
    }
    const length = words[row * 4] as number;
    if (length <= INLINE_BYTES) {
      const start = row * VALUE_BYTES + 4;
      write(data, start, start + length);
      continue;
    }
    if (run === data || next === run.length) {
      run = runFrom(vector, words, row);
      next = 0;
    }
    write(run, next, next + length);
    next += length;
  }
}

/** Texts end to end in as few pieces as possible. All must be non-null and longer than 12 bytes. */
export function readRuns(vector: RawVector, write: (run: Buffer) => void): void {
  const { data, rowCount } = vector;
  const words = new Uint32Array(data.buffer, data.byteOffset, rowCount * 4);
  for (let row = 0; row < rowCount; ) {
    const run = runFrom(vector, words, row);
    write(run);
    for (let left = run.length; left > 0; row++) left -= words[row * 4] as number;
  }
}

function runFrom({ data, validity, rowCount }: RawVector, words: Uint32Array, row: number): Buffer {
  let bytes = words[row * 4] as number;
  const start = addressOf(words, row);
  for (let later = row + 1; later < rowCount && bytes < MAX_RUN_BYTES; later++) {
    if (!isValid(validity, later)) continue;
    const length = words[later * 4] as number;
    if (length <= INLINE_BYTES) continue;
    if (addressOf(words, later) !== start + bytes) break;
    bytes += length;
  }
  const read = duckdb.get_data_from_pointer(data.buffer as ArrayBuffer, data.byteOffset + row * VALUE_BYTES + 8, bytes);
  return Buffer.from(read.buffer, read.byteOffset, read.byteLength);
}

const addressOf = (words: Uint32Array, row: number) =>
  (words[row * 4 + 3] as number) * 4_294_967_296 + (words[row * 4 + 2] as number);
