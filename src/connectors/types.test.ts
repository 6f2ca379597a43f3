import type { FieldPacket } from "mysql2";
import type { FieldDef } from "pg";
import { describe, expect, test } from "vitest";
import { clickhouseShape, isNumberList, partsWithin, withoutWrappers } from "./clickhouse/values.ts";
import { type ColumnShape, columnsOf } from "./columns.ts";
import { mysqlShapeOf } from "./mysql/types.ts";
import { postgresShapeOf } from "./postgresql/types.ts";
import { sqliteShapeOf, storedTimeOf } from "./sqlite/types.ts";
import { toStored } from "./written-values.ts";

const read = (shape: ColumnShape, ...values: unknown[]) => [
  ...(columnsOf({ shapes: [shape], rows: values.map((value) => [value]) }).columns[0]?.values ?? []),
];

describe("PostgreSQL's values", () => {
  const shape = (dataTypeID: number, dataTypeModifier = 0) =>
    postgresShapeOf({ name: "v", dataTypeID, dataTypeModifier } as FieldDef);

  test("of arrays are JSON with all digits and characters", () => {
    expect(read(shape(1016), "{9007199254740993,NULL,-1}", "{}", null)).toEqual([
      "[9007199254740993,null,-1]",
      "[]",
      null,
    ]);
    expect(read(shape(1009), '{plain,"a \\"b\\"","c\\\\d","NULL",NULL,"",日本,"{x,y}"}')).toEqual([
      JSON.stringify(["plain", 'a "b"', "c\\d", "NULL", null, "", "日本", "{x,y}"]),
    ]);
    expect(read(shape(1007), "{{1,2},{3,NULL}}", "[0:1]={7,8}")).toEqual(["[[1,2],[3,null]]", "[7,8]"]);
    expect(read(shape(1231), "{0.10,NaN,Infinity}", "{12345678901234567890.5}")).toEqual([
      "[0.10,null,null]",
      "[12345678901234567890.5]",
    ]);
    expect(read(shape(1000), "{t,f,NULL}")).toEqual(["[true,false,null]"]);
    expect(read(shape(3807), '{"{\\"a\\": 1}",NULL}')).toEqual(['[{"a": 1},null]']);
  });

  test("of numbers are exact for declared digits, and doubles if computed", () => {
    expect(read(shape(1700, 1_310_728), "0.33333333333333333333")).toEqual(["0.33333333333333333333"]);
    expect(read(shape(1700, -1), "0.33333333333333333333", "NaN")).toEqual([1 / 3, null]);
    expect(read(shape(20), "9223372036854775807")).toEqual([9223372036854775807n]);
    expect(read(shape(701), "NaN", "-Infinity", "1e-7")).toEqual([null, null, 1e-7]);
  });

  test("of bytes, booleans and extension types are supported", () => {
    expect(read(shape(17), "\\xc3a9", "\\xff00", "\\x")).toEqual(["é", "\\xff00", ""]);
    expect(read(shape(16), "t", "f", null)).toEqual([true, false, null]);
    expect(shape(999_999)).toMatchObject({ type: "unknown", kind: "text" });
    expect(read(shape(1184), "2024-03-31 02:30:00+02", "infinity")).toEqual([Date.UTC(2024, 2, 31, 0, 30), null]);
  });
});

describe("MySQL's values", () => {
  const shape = (packet: object) => mysqlShapeOf({ name: "v", orgName: "v", ...packet } as FieldPacket);

  test("of bits are numbers, and of one-digit integers booleans", () => {
    expect(read(shape({ columnType: 16 }), Buffer.from([1, 0]), Buffer.alloc(0), Buffer.alloc(8, 0xff))).toEqual([
      256,
      0,
      18446744073709551615n,
    ]);
    const computed = shape({ columnType: 16, orgName: "" });
    expect(read(computed, Buffer.from("12"), Buffer.from([2]))).toEqual([12, 2]);
    expect(read(shape({ columnType: 1, columnLength: 1 }), 1, 0, "2", null)).toEqual([true, false, true, null]);
    expect(shape({ columnType: 1, columnLength: 4 })).toMatchObject({ type: "TINYINT", kind: "numeric" });
  });

  test("without a character set are bytes, and geometry is JSON", () => {
    const binary = shape({ columnType: 253, characterSet: 63 });
    expect(binary.type).toBe("VARBINARY");
    expect(read(binary, Buffer.from("é"), Buffer.from([0xff]), "text")).toEqual(["é", "\\xff", "text"]);
    expect(shape({ columnType: 253, characterSet: 45 }).type).toBe("VARCHAR");
    expect(read(shape({ columnType: 255 }), { x: 1, y: 2 })).toEqual(['{"x":1,"y":2}']);
    expect(shape({ columnType: 777 })).toMatchObject({ type: "TEXT", kind: "text" });
  });

  test("of invalid timestamps are null", () => {
    expect(read(shape({ columnType: 12 }), "0000-00-00 00:00:00", "1969-12-31 23:59:59.5")).toEqual([null, -500]);
    expect(read(shape({ columnType: 246 }), "99999999999999999999.50")).toEqual(["99999999999999999999.5"]);
  });
});

describe("SQLite's values", () => {
  const shape = (type: string | null, values: unknown[] = []) => sqliteShapeOf({ name: "v", type }, values);

  test("are read by the declared type", () => {
    expect(read(shape("BOOLEAN"), 1, 0, "yes", "F", 2n)).toEqual([true, false, true, false, true]);
    expect(read(shape("DATETIME"), "2024-02-29", "no date", null)).toEqual([Date.UTC(2024, 1, 29), "no date", null]);
    expect(read(shape("DECIMAL(10,2)"), 1.5, "1,5", Number.POSITIVE_INFINITY, new Uint8Array([0xff]))).toEqual([
      1.5,
      "1,5",
      null,
      "\\xff",
    ]);
    expect(read(shape("VARCHAR(5)"), 5, 9007199254740993n, new Uint8Array([0xc3, 0xa9]))).toEqual([
      "5",
      "9007199254740993",
      "é",
    ]);
  });

  test("that count since 1970 are seconds, or milliseconds if larger", () => {
    expect(read(shape("timestamp"), 1_700_000_000, 1_700_000_000_000, -86_400)).toEqual([
      1_700_000_000_000, 1_700_000_000_000, -86_400_000,
    ]);
    expect([1_700_000_000, 1_700_000_000_000, -1_700_000_000, 20_240_229, "x", null].map(storedTimeOf)).toEqual([
      "epoch_s",
      "epoch_ms",
      "epoch_s",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("of expressions are typed by the first rows", () => {
    const kind = (...values: unknown[]) => shape(null, values).kind;
    expect([
      kind(),
      kind(null),
      kind(1, null, 2n),
      kind(1, "a"),
      kind("2024-02-29", null),
      kind("2024-02-29", "x"),
    ]).toEqual(["text", "text", "numeric", "text", "temporal", "text"]);
    expect(kind("2024-02-29 10:00:00.5", "2024-02-29T10:00:00")).toBe("text");
  });
});

describe("ClickHouse's values", () => {
  test("are unwrapped, and nested ones are JSON with all digits", () => {
    expect(read(clickhouseShape("v", "LowCardinality(Nullable(UInt64))"), "18446744073709551615", "5", null)).toEqual([
      18446744073709551615n,
      5,
      null,
    ]);
    expect(read(clickhouseShape("v", "Array(Nullable(Decimal(38, 2)))"), ["1.10", null])).toEqual(["[1.10,null]"]);
    expect(read(clickhouseShape("v", "Map(String, Array(Int8))"), { __proto: [1] })).toEqual(['{"__proto":[1]}']);
    expect(read(clickhouseShape("v", "FixedString(4)"), "ab\0\0", "\\x61ff0000")).toEqual(["ab", "\\x61ff"]);
    expect(read(clickhouseShape("v", "String"), "a\0b", "")).toEqual(["\\x610062", ""]);
    expect(read(clickhouseShape("v", "DateTime64(3, 'UTC')"), "1969-12-31 23:59:59.500")).toEqual([-500]);
    expect(clickhouseShape("v", "IPv4").kind).toBe("text");
  });

  test("of nested types are split into their parts", () => {
    expect(partsWithin("a String, `b, c` Tuple(Int8, Int8), Enum8('x, y' = 1, 'z)' = 2)")).toEqual([
      "a String",
      "`b, c` Tuple(Int8, Int8)",
      "Enum8('x, y' = 1, 'z)' = 2)",
    ]);
    expect(withoutWrappers("SimpleAggregateFunction(sum, Nullable(UInt8))")).toBe("UInt8");
    expect(["Array(Int64)", "Array(Nullable(Decimal(9, 2)))", "Array(String)", "Int64"].map(isNumberList)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test("unsupported values are written as null", () => {
  expect([Number.NaN, Number.NEGATIVE_INFINITY, undefined, null, "a\0b", 2n ** 63n, false, 0].map(toStored)).toEqual([
    null,
    null,
    null,
    null,
    "ab",
    2n ** 63n,
    false,
    0,
  ]);
});
