import { type ChosenReading, type ReadingFormat, textReading } from "./chosen-readings.ts";
import * as target from "./target-readings.ts";
import { SIZED_TEXT, TEXT } from "./type-names.ts";

type Named = readonly [
  pattern: RegExp,
  reading: (format: ReadingFormat, match: RegExpExecArray, engine: string) => ChosenReading,
];

const bits = (count: number): readonly [bigint, bigint] => [-(2n ** BigInt(count - 1)), 2n ** BigInt(count - 1) - 1n];
const unsigned = (count: number): readonly [bigint, bigint] => [0n, 2n ** BigInt(count) - 1n];
const integerTypes = (names: Readonly<Record<string, readonly [bigint, bigint]>>): Named[] =>
  Object.entries(names).map(
    ([name, [least, most]]): Named => [
      new RegExp(`^(${name})$`),
      (format) => target.integerTarget(format, least, most),
    ],
  );

const INTEGERS = integerTypes({
  "tinyint(\\((?!1\\))\\d+\\))?": bits(8),
  "smallint(\\(\\d+\\))?|int2": bits(16),
  "mediumint(\\(\\d+\\))?": bits(24),
  "int(eger)?(\\(\\d+\\))?|int4": bits(32),
  "bigint(\\(\\d+\\))?": bits(64),
  "(utinyint|tinyint(\\(\\d+\\))? unsigned)": unsigned(8),
  "(usmallint|smallint(\\(\\d+\\))? unsigned)": unsigned(16),
  "mediumint(\\(\\d+\\))? unsigned": unsigned(24),
  "(uinteger|int(eger)?(\\(\\d+\\))? unsigned)": unsigned(32),
  "(ubigint|bigint(\\(\\d+\\))? unsigned)": [0n, bits(64)[1]],
});
const OF_ENGINES: Readonly<Record<string, readonly Named[]>> = {
  postgresql: integerTypes({ int8: bits(64) }),
  sqlite: integerTypes({ "int(eger)?|bigint": bits(64) }),
  clickhousedb: [
    ...integerTypes({
      ...{ int8: bits(8), int16: bits(16), int32: bits(32), int64: bits(64) },
      ...{ uint8: unsigned(8), uint16: unsigned(16), uint32: unsigned(32), uint64: [0n, bits(64)[1]] },
    }),
    [/^u?int(128|256)$/, (format) => target.decimalTarget(format, MAX_PRECISION, 0)],
  ],
};

const MAX_PRECISION = 38;
const MAX_SCALE = 18;

function decimal(format: ReadingFormat, [, precision, scale]: RegExpExecArray): ChosenReading {
  if (precision === undefined) return target.decimalTarget(format, MAX_PRECISION, MAX_SCALE);
  return target.decimalTarget(format, Math.min(Number(precision), MAX_PRECISION), Number(scale ?? 0));
}

const SINGLE = /^(float|float4|real|float32)\b/;

const MICROSECONDS = 6;

function fractionOf(type: string, engine: string): number {
  const precision = /\((\d+)/.exec(type)?.[1];
  if (precision !== undefined) return Math.min(Number(precision), MICROSECONDS);
  if (type.endsWith("_s")) return 0;
  if (type.endsWith("_ms")) return 3;
  return engine === "mysql" || (engine === "clickhousedb" && type.startsWith("datetime")) ? 0 : MICROSECONDS;
}

/** ClickHouse wraps days outside these ranges. */
const CLICKHOUSE_DAYS: readonly (readonly [RegExp, readonly [string, string]])[] = [
  [/^date$/, ["1970-01-01", "2149-06-06"]],
  [/^datetime\b/, ["1970-01-01", "2106-02-06"]],
  [/^date(32|time64)/, ["1900-01-01", "2299-12-31"]],
];

const daysOf = (type: string, engine: string) =>
  engine === "clickhousedb" ? CLICKHOUSE_DAYS.find(([pattern]) => pattern.test(type))?.[1] : undefined;

function moment(format: ReadingFormat, [type]: RegExpExecArray, engine: string): ChosenReading {
  return target.momentTarget(format, {
    fraction: fractionOf(type, engine),
    hasZone: /with time zone|timestamptz/.test(type),
    days: daysOf(type, engine),
  });
}

const SHARED: readonly Named[] = [
  [/^bool(ean)?$/, () => target.booleanTarget(false)],
  [/^tinyint\(1\)$/, () => target.booleanTarget(true)],
  [/^(datetime(64)?|timestamp(tz|_s|_ms|_ns)?)\b.*$/, moment],
  [/^date(32)?$/, (format, [type], engine) => target.dateTarget(format, { days: daysOf(type, engine) })],
  [/^time(\(\d\))?( without time zone)?$/, (_, [type], engine) => target.timeTarget(fractionOf(type, engine))],
  [/^(?:number|numeric|decimal\d*|dec)(?:\((\d+)(?:, ?(\d+))?\))?(?: unsigned)?$/, decimal],
  [/^(?:float|double)\((\d+), ?(\d+)\)(?: unsigned)?$/, decimal],
  [/^u?hugeint$/, (format) => target.decimalTarget(format, MAX_PRECISION, 0)],
  [
    /^(float\d*|double( precision)?|real)( unsigned)?$/,
    (format, [type], engine) =>
      target.doubleTarget(format, engine !== "sqlite" && SINGLE.test(type) ? "FLOAT" : "DOUBLE"),
  ],
  [TEXT, () => textReading()],
  [SIZED_TEXT, (_, [, size]) => textReading(size === undefined ? undefined : Number(size))],
];

const WRAPPED = /^(?:nullable|lowcardinality)\((.*)\)$/;

export function targetReading(engine: string, type: string, format: ReadingFormat): ChosenReading | undefined {
  let plain = type
    .trim()
    .toLowerCase()
    .replace(/ zerofill$/, "");
  for (let inner = WRAPPED.exec(plain); inner; inner = WRAPPED.exec(plain)) plain = inner[1] ?? "";
  for (const [pattern, reading] of [...(OF_ENGINES[engine] ?? []), ...INTEGERS, ...SHARED]) {
    const match = pattern.exec(plain);
    if (match) return reading(format, match, engine);
  }
  return undefined;
}
