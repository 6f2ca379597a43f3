import { unprocessable } from "../../model/errors.ts";
import * as chosen from "./chosen-readings.ts";

/** Names of types, as pandas and databases write them, and how texts are read as these types. */

type Named = readonly [
  pattern: RegExp,
  reading: (format: chosen.ReadingFormat, match: RegExpExecArray) => chosen.ChosenReading,
];

const bits = (count: number): readonly [bigint, bigint] => [-(2n ** BigInt(count - 1)), 2n ** BigInt(count - 1) - 1n];
const unsigned = (count: number): readonly [bigint, bigint] => [0n, 2n ** BigInt(count) - 1n];
const integer =
  ([least, most]: readonly [bigint, bigint]) =>
  (format: chosen.ReadingFormat) =>
    chosen.integerReading(format, least, most);

const MAX_PRECISION = 38;
const MAX_SCALE = 18;

function decimal(format: chosen.ReadingFormat, [, , precision, scale]: RegExpExecArray): chosen.ChosenReading {
  if (precision === undefined) return chosen.decimalReading(format, MAX_PRECISION, MAX_SCALE);
  return chosen.decimalReading(format, Math.min(Number(precision), MAX_PRECISION), Number(scale ?? 0));
}

const TEXT = /^(object|str|string|text|tinytext|mediumtext|longtext|clob|category|name|citext)$/;
const SIZED_TEXT = /^(?:n?varchar2?|character varying|n?char|character|bpchar|fixedstring)(?:\((\d+)\))?$/;

const SHARED: readonly Named[] = [
  [/^bool(ean)?$|^tinyint\(1\)$/, () => chosen.booleanReading],
  [/^(datetime(64)?|timestamp)\b/, (format) => chosen.momentReading(format)],
  [/^date(32)?$/, (format) => chosen.dateReading(format)],
  [/^(number|numeric|decimal\d*|dec)(?:\((\d+)(?:, ?(\d+))?\))?$/, decimal],
  [/^u?hugeint$/, (format) => chosen.decimalReading(format, MAX_PRECISION, 0)],
  [/^(float\d*|double( precision)?|real)$/, (format) => chosen.doubleReading(format)],
  [TEXT, () => chosen.textReading()],
  [SIZED_TEXT, (_, [, size]) => chosen.textReading(size === undefined ? undefined : Number(size))],
];

/** What pandas calls types: the numbers of int8 and int64 are bits. */
const ASKED: readonly Named[] = [
  [/^(u?int(8|16|32|64)?|integer|bigint|smallint|tinyint)$/, integer(bits(64))],
  ...SHARED,
];

const ANY_NAME = /^(?:nullable|lowcardinality)\((.*)\)$/;

/** The reading for a type that the caller named. Throws 422 for a name that is none. */
export function askedReading(name: string, format: chosen.ReadingFormat): chosen.ChosenReading {
  const found = readingOf(ASKED, name, format);
  if (found) return found;
  throw unprocessable(`Parsing error: "${name}" isn't a type that a column can have.`);
}

const integerTypes = (names: Readonly<Record<string, readonly [bigint, bigint]>>): Named[] =>
  Object.entries(names).map(([name, range]): Named => [new RegExp(`^(${name})$`), integer(range)]);

const COMMON = integerTypes({
  "tinyint(\\((?!1\\))\\d+\\))?": bits(8),
  "smallint(\\(\\d+\\))?|int2": bits(16),
  "mediumint(\\(\\d+\\))?": bits(24),
  "int(eger)?(\\(\\d+\\))?|int4": bits(32),
  "bigint(\\(\\d+\\))?": bits(64),
  "(utinyint|tinyint(\\(\\d+\\))? unsigned)": unsigned(8),
  "(usmallint|smallint(\\(\\d+\\))? unsigned)": unsigned(16),
  "(uinteger|int(eger)?(\\(\\d+\\))? unsigned)": unsigned(32),
  "(ubigint|bigint(\\(\\d+\\))? unsigned)": bits(64),
});
const POSTGRESQL = integerTypes({ int8: bits(64) });
const CLICKHOUSE = integerTypes({
  int8: bits(8),
  int16: bits(16),
  int32: bits(32),
  int64: bits(64),
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: bits(64),
});
/** Any number fits a column that is declared so. */
const SQLITE = integerTypes({ "int(eger)?|bigint": bits(64) });
const OF_ENGINES: Readonly<Record<string, readonly Named[]>> = {
  postgresql: POSTGRESQL,
  clickhousedb: CLICKHOUSE,
  sqlite: SQLITE,
};

/** The reading for a column of an existing table; undefined for a type whose texts only the engine knows, as UUIDs. */
export function targetReading(
  engine: string,
  type: string,
  format: chosen.ReadingFormat,
): chosen.ChosenReading | undefined {
  return readingOf([...(OF_ENGINES[engine] ?? []), ...COMMON, ...SHARED], type, format);
}

function readingOf(types: readonly Named[], name: string, format: chosen.ReadingFormat) {
  let plain = name.trim().toLowerCase();
  for (let inner = ANY_NAME.exec(plain); inner; inner = ANY_NAME.exec(plain)) plain = inner[1] ?? "";
  for (const [pattern, reading] of types) {
    const match = pattern.exec(plain);
    if (match) return reading(format, match);
  }
  return undefined;
}
