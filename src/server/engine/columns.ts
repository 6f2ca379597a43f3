import { isAscii } from "node:buffer";
import {
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListVector,
  type DuckDBResult,
  DuckDBStructValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBValueConverter,
  JsonDuckDBValueConverter,
} from "@duckdb/node-api";
import { shownBytes } from "../../model/shown-bytes.ts";
import { EngineError, MAX_RESULT_BYTES } from "./protocol.ts";
import { numberUnnamed, unnamedMembers } from "./unnamed-members.ts";
import {
  exactDecimal,
  exactInteger,
  isValid,
  type NumberReader,
  numberReader,
  rawVector,
  readTexts,
} from "./vectors.ts";
import type { WireColumn, WireValues } from "./wire-column.ts";

/**
 * Converts DuckDB vectors to wire columns: numbers as doubles if exact, larger integers as bigint, longer decimals as
 * digits, NaN and infinities as null, dates and timestamps as epoch milliseconds UTC, everything else as text.
 */
export interface ColumnsBuilder {
  append(chunk: DuckDBDataChunk): void;
  take(): { columns: WireColumn[]; rows: number };
  readonly rows: number;
  readonly bytes: number;
}

const BYTES_PER_VALUE = 8;
const BYTES_PER_NESTED_VALUE = 32;

export function assertFits(bytes: number): void {
  if (bytes > MAX_RESULT_BYTES) throw new EngineError("resultTooLarge");
}

/** `append` reports bytes beyond those of the numbers. */
interface ColumnCollector {
  append(chunk: DuckDBDataChunk, count: (bytes: number) => void): void;
  take(): WireValues;
}

export function columnsBuilder(result: DuckDBResult): ColumnsBuilder {
  const shapes = result.columnTypes().map((type, index) => ({
    name: result.columnName(index),
    type: type.toString(),
    kind: kindOf(type),
    collector: collectorFor(type, index),
  }));
  let rows = 0;
  let bytes = 0;
  const count = (added: number) => {
    bytes += added;
    assertFits(bytes);
  };
  return {
    get rows() {
      return rows;
    },
    get bytes() {
      return bytes;
    },
    append(chunk) {
      count(chunk.rowCount * shapes.length * BYTES_PER_VALUE);
      for (const { collector } of shapes) collector.append(chunk, count);
      rows += chunk.rowCount;
    },
    take() {
      const columns = shapes.map(({ name, type, kind, collector }) => ({
        name,
        type,
        kind,
        ...collector.take(),
      }));
      const batch = { columns, rows };
      rows = 0;
      bytes = 0;
      return batch;
    },
  };
}

function collectorFor(type: DuckDBType, index: number): ColumnCollector {
  const reader = numberReader(type);
  if (reader) return new NumberCollector(index, reader);
  if (type.typeId === DuckDBTypeId.BOOLEAN) return new BooleanCollector(index);
  if (type.typeId === DuckDBTypeId.VARCHAR) return new TextCollector(index);
  const readNumber = NUMBERS_BY_VALUE.get(type.typeId);
  if (readNumber) return new NumberCollector(index, byValue(readNumber));
  return new ValueCollector(index, textReader(type));
}

class NumberCollector implements ColumnCollector {
  readonly #index: number;
  readonly #reader: NumberReader;
  #numbers = new Float64Array(0);
  #rows = 0;
  #exact: [number, bigint | string][] = [];

  constructor(index: number, reader: NumberReader) {
    this.#index = index;
    this.#reader = reader;
  }

  append(chunk: DuckDBDataChunk): void {
    const { rowCount } = chunk;
    const start = this.#rows;
    if (start + rowCount > this.#numbers.length) this.#numbers = enlarged(this.#numbers, start + rowCount);
    const numbers = this.#numbers;
    const exact = this.#exact;
    this.#reader(chunk, this.#index, {
      set: (row, value) => {
        numbers[start + row] = value;
      },
      setExact: (row, value) => {
        numbers[start + row] = Number(value);
        exact.push([start + row, value]);
      },
    });
    this.#rows += rowCount;
  }

  take(): WireValues {
    const numbers = this.#numbers.subarray(0, this.#rows);
    let hasGaps = false;
    let hasFractions = false;
    for (let i = 0; i < numbers.length; i++) {
      const value = numbers[i] as number;
      if (Number.isInteger(value)) continue;
      hasFractions = true;
      if (Number.isFinite(value)) continue;
      hasGaps = true;
      numbers[i] = Number.NaN;
    }
    const exact = this.#exact;
    this.#exact = [];
    this.#rows = 0;
    return { form: "numbers", numbers, hasGaps, hasFractions, exact };
  }
}

class BooleanCollector implements ColumnCollector {
  readonly #index: number;
  #flags = new Uint8Array(0);
  #rows = 0;

  constructor(index: number) {
    this.#index = index;
  }

  append(chunk: DuckDBDataChunk): void {
    const { data, validity, rowCount } = rawVector(chunk, this.#index, 1);
    const start = this.#rows;
    if (start + rowCount > this.#flags.length) this.#flags = enlarged(this.#flags, start + rowCount);
    const flags = this.#flags;
    for (let row = 0; row < rowCount; row++) flags[start + row] = isValid(validity, row) ? (data[row] as number) : 2;
    this.#rows = start + rowCount;
  }

  take(): WireValues {
    const flags = this.#flags.subarray(0, this.#rows);
    this.#rows = 0;
    return { form: "booleans", flags };
  }
}

function enlarged<Values extends Float64Array | Int32Array | Uint8Array>(values: Values, needed: number): Values {
  const larger = new (values.constructor as new (length: number) => Values)(Math.max(needed, values.length * 2));
  larger.set(values);
  return larger;
}

/** Copying short texts byte by byte is faster than a call. */
const SHORT_BYTES = 24;

const FIRST_BYTES = 1024;

class TextCollector implements ColumnCollector {
  readonly #index: number;
  #bytes = Buffer.alloc(0);
  #used = 0;
  #lengths = new Int32Array(0);
  #rows = 0;

  constructor(index: number) {
    this.#index = index;
  }

  append(chunk: DuckDBDataChunk, count: (bytes: number) => void): void {
    const { rowCount } = chunk;
    if (this.#rows + rowCount > this.#lengths.length) this.#lengths = enlarged(this.#lengths, this.#rows + rowCount);
    const lengths = this.#lengths;
    let row = this.#rows;
    this.#rows += rowCount;
    readTexts(rawVector(chunk, this.#index, 16), (from, start, end) => {
      const length = end - start;
      lengths[row++] = length;
      if (length <= 0) return;
      count(length);
      const at = this.#used;
      if (at + length > this.#bytes.length) this.#grow(at + length);
      const target = this.#bytes;
      if (length > SHORT_BYTES) from.copy(target, at, start, end);
      else for (let i = 0; i < length; i++) target[at + i] = from[start + i] as number;
      this.#used = at + length;
    });
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2, FIRST_BYTES));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }

  take(): WireValues {
    const bytes = this.#bytes.subarray(0, this.#used);
    const lengths = this.#lengths.subarray(0, this.#rows);
    this.#used = 0;
    this.#rows = 0;
    return { form: "texts", bytes, lengths, isAscii: isAscii(bytes) };
  }
}

class ValueCollector implements ColumnCollector {
  readonly #index: number;
  readonly #read: ReadText;
  #values: (string | null)[] = [];

  constructor(index: number, read: ReadText) {
    this.#index = index;
    this.#read = read;
  }

  append(chunk: DuckDBDataChunk, count: (bytes: number) => void): void {
    const vector = chunk.getColumnVector(this.#index);
    numberUnnamed(vector.type);
    for (let row = 0; row < chunk.rowCount; row++) {
      if (vector instanceof DuckDBListVector) count(valuesWithin(vector, row) * BYTES_PER_NESTED_VALUE);
      const value = vector.getItem(row);
      const text = value === null || value === undefined ? null : this.#read(value, vector.type);
      if (text !== null) count(text.length);
      this.#values.push(text);
    }
  }

  take(): WireValues {
    const values = this.#values;
    this.#values = [];
    return { form: "values", values };
  }
}

function valuesWithin(lists: DuckDBListVector, index: number): number {
  const within = lists.getItemVector(index);
  if (!(within instanceof DuckDBListVector)) return within?.itemCount ?? 0;
  let values = 0;
  for (let i = 0; i < within.itemCount; i++) values += valuesWithin(within, i);
  return values;
}

type ReadText = (value: DuckDBValue, type: DuckDBType) => string;
type ReadNumber = (value: DuckDBValue) => number | bigint | string;

const integer: ReadNumber = (value) => exactInteger(value as bigint);
const decimal: ReadNumber = (value) =>
  value instanceof DuckDBDecimalValue ? exactDecimal(value.value, value.scale) : Number(value);

const NUMBERS_BY_VALUE: ReadonlyMap<number, ReadNumber> = new Map([
  [DuckDBTypeId.HUGEINT, integer],
  [DuckDBTypeId.UHUGEINT, integer],
  [DuckDBTypeId.BIGNUM, integer],
  [DuckDBTypeId.DECIMAL, decimal],
]);

function byValue(readNumber: ReadNumber): NumberReader {
  return (chunk, column, target) => {
    const vector = chunk.getColumnVector(column);
    for (let row = 0; row < chunk.rowCount; row++) {
      const item = vector.getItem(row);
      const value = item === null || item === undefined ? Number.NaN : readNumber(item);
      if (typeof value === "number") target.set(row, value);
      else target.setExact(row, value);
    }
  };
}

const NESTED: ReadonlySet<number> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
]);

const TEMPORAL: ReadonlySet<number> = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

function kindOf(type: DuckDBType): WireColumn["kind"] {
  const { typeId } = type;
  if (TEMPORAL.has(typeId)) return "temporal";
  if (typeId === DuckDBTypeId.BOOLEAN) return "boolean";
  return numberReader(type) || NUMBERS_BY_VALUE.has(typeId) ? "numeric" : "text";
}

function textReader({ typeId }: DuckDBType): ReadText {
  if (typeId === DuckDBTypeId.BLOB) return utf8;
  return NESTED.has(typeId) ? json : String;
}

const utf8: ReadText = (value) => {
  const { bytes } = value as unknown as { bytes: Uint8Array };
  return shownBytes(bytes);
};

const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Writes numbers and intervals like DuckDB's TO_JSON. */
const jsonValue: DuckDBValueConverter<unknown> = (value, type, converter) => {
  if (typeof value === "bigint" || value instanceof DuckDBDecimalValue) return rawJson(String(value));
  if (value instanceof DuckDBIntervalValue) return String(value);
  const members = value instanceof DuckDBStructValue ? unnamedMembers(value, type) : undefined;
  if (members) return members.map(([own, ownType]) => jsonValue(own, ownType, jsonValue));
  return JsonDuckDBValueConverter(value, type, converter as typeof JsonDuckDBValueConverter);
};

const json: ReadText = (value, type) => JSON.stringify(jsonValue(value, type, jsonValue));
