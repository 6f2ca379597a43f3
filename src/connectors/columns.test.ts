import { describe, expect, test } from "vitest";
import {
  ColumnsBuilder,
  columnsOf,
  readComputedDecimal,
  readDecimal,
  readDouble,
  readInteger,
  readMoment,
} from "./columns.ts";

describe("numbers keep all digits", () => {
  test.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
    ["0", 0],
  ])("the integer %s", (text, value) => expect(readInteger(text)).toBe(value));

  test.each([
    ["1.10", 1.1],
    ["0.1", 0.1],
    ["123456789012345", 123456789012345],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993.000", -9007199254740993n],
    ["12345678901234567.25", "12345678901234567.25"],
    ["-0.12345678901234567890", "-0.1234567890123456789"],
    ["0.000000000000000000001", 1e-21],
    ["1e400", null],
    ["NaN", null],
    ["-Infinity", null],
  ])("the decimal %s", (text, value) => expect(readDecimal(text)).toBe(value));

  test("except computed ones, which become doubles", () => {
    expect(readDecimal("0.33333333333333333333")).toBe("0.33333333333333333333");
    expect(readComputedDecimal("0.33333333333333333333")).toBe(1 / 3);
    expect(readComputedDecimal("9007199254740993.5")).toBe("9007199254740993.5");
    expect(["NaN", "Infinity", "-1.5e3"].map(readDouble)).toEqual([null, null, -1500]);
  });
});

describe("timestamps of engines", () => {
  test.each([
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2024-02-29 23:59", "2024-02-29T23:59:00.000Z"],
    ["2024-02-29T23:59:58Z", "2024-02-29T23:59:58.000Z"],
    ["1969-12-31 23:59:59.999", "1969-12-31T23:59:59.999Z"],
    ["0044-03-15", "0044-03-15T00:00:00.000Z"],
    ["0044-03-15 BC", "-000043-03-15T00:00:00.000Z"],
    ["0001-01-01 00:00:00 BC", "0000-01-01T00:00:00.000Z"],
    ["12024-01-01", "+012024-01-01T00:00:00.000Z"],
    ["2024-03-31 02:30:00+02", "2024-03-31T00:30:00.000Z"],
    ["2024-03-31 00:00:00-03:30", "2024-03-31T03:30:00.000Z"],
    ["2024-03-31 00:00:00+0545", "2024-03-30T18:15:00.000Z"],
  ])("%s", (text, iso) => expect(new Date(readMoment(text) ?? Number.NaN).toISOString()).toBe(iso));

  test.each(["infinity", "-infinity", "", "2024", "2024-2-1", "0000-00-00", "2024-00-10", "2024-01-01 x", "12:30:00"])(
    "%j isn't a timestamp",
    (text) => expect(readMoment(text)).toBeNull(),
  );

  test("have microseconds as long as a double holds them", () => {
    expect(readMoment("1970-01-01 00:00:00.000001")).toBe(0.001);
    expect(readMoment("1969-12-31 23:59:59.999999")).toBeCloseTo(-0.001, 6);
    expect(readMoment("1970-01-01 00:00:00.123456789")).toBe(123.456);
    expect(readMoment("9999-12-31 23:59:59.999999")).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
  });
});

describe("rows become columns", () => {
  const moment = { name: "at", type: "timestamp", kind: "temporal", read: readMoment } as const;
  const text = { name: "__proto__", type: "text", kind: "text", read: null } as const;
  const number = { name: "n", type: "int", kind: "numeric", read: null } as const;

  test("packed if every value is a number, else unchanged", () => {
    const { columns, rows } = columnsOf({
      shapes: [number, text],
      rows: [
        [1, "a"],
        [2.5, null],
      ],
    });
    expect(rows).toBe(2);
    expect(columns[0]?.values).toEqual(Float64Array.of(1, 2.5));
    expect(columns[1]).toEqual({ name: "__proto__", type: "text", kind: "text", values: ["a", null] });
    const loose = columnsOf({ shapes: [number], rows: [[1], [undefined], [2n ** 60n]] });
    expect(loose.columns[0]?.values).toEqual([1, null, 2n ** 60n]);
  });

  test("whole milliseconds unless microseconds are requested", () => {
    const batch = { shapes: [moment], rows: [["1969-12-31 23:59:59.999999"], [null], ["infinity"]] };
    expect(columnsOf(batch).columns[0]?.values).toEqual([-1, null, null]);
    const [first, ...others] = columnsOf(batch, { microseconds: true }).columns[0]?.values ?? [];
    expect(first).toBeCloseTo(-0.001, 6);
    expect(others).toEqual([null, null]);
  });

  test("without rows keep their names and types", () => {
    expect(columnsOf({ shapes: [text, number], rows: [] })).toEqual({
      columns: [
        { name: "__proto__", type: "text", kind: "text", values: [] },
        { name: "n", type: "int", kind: "numeric", values: new Float64Array() },
      ],
      rows: 0,
    });
  });

  test("are rejected over the size limit", () => {
    const builder = new ColumnsBuilder([text]);
    const long = "x".repeat(10_000_000);
    const append = () => builder.append(Array.from({ length: 10 }, () => [long]));
    append();
    expect(append).toThrow("The result exceeds the limit of 200 MB. Request fewer rows or shorter values.");
  });
});
