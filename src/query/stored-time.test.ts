import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { declaredColumn, formatTime, patternOf, timeReader } from "./stored-time.ts";

const LEAP = Date.UTC(2020, 1, 29, 15, 4, 5, 60);

describe("strftime patterns", () => {
  test.each([
    ["%Y-%m-%d %H:%M:%S.%f", "2020-02-29 15:04:05.060000"],
    ["%d/%m/%y", "29/02/20"],
    ["%B %d, %Y at %I:%M %p", "February 29, 2020 at 03:04 PM"],
    ["%d-%b-%Y", "29-Feb-2020"],
    ["%Y%j", "2020060"],
    ["%Y-%m-%dT%H:%M:%S%z", "2020-02-29T15:04:05+0000"],
    ["100%% %Y", "100% 2020"],
    ["%Q", "%Q"],
  ])("%s", (pattern, text) => {
    expect(formatTime(LEAP, pattern)).toBe(text);
  });

  test("parse what they format", () => {
    const days = fc.integer({ min: -25_000, max: 36_000 }).map((day) => day * 86_400_000);
    const patterns = fc.constantFrom("%Y-%m-%d", "%d.%m.%Y", "%b %d %Y", "%Y%m%d", "%Y-%j", "(%B) %d/%Y [x]");
    fc.assert(
      fc.property(days, patterns, (day, pattern) => {
        expect(timeReader(pattern)(formatTime(day, pattern))).toBe(day);
      }),
    );
  });

  test("parse zones, AM and PM, and two-digit years", () => {
    expect(timeReader("%Y-%m-%d %H:%M %z")("2020-02-29 15:00 +02:00")).toBe(Date.UTC(2020, 1, 29, 13));
    expect(timeReader("%I %p %d %m %y")("12 am 1 3 69")).toBe(Date.UTC(1969, 2, 1));
    expect(timeReader("%I %p %d %m %y")("12 PM 1 3 68")).toBe(Date.UTC(2068, 2, 1, 12));
  });

  test("with a repeated part parse nothing, quickly", () => {
    expect(timeReader("%d".repeat(24))(`${"1".repeat(36)}x`)).toBeNaN();
    expect(timeReader("%Y-%m-%d %d")("2024-01-02 02")).toBeNaN();
  }, 1000);

  test("don't parse text that doesn't fit", () => {
    for (const [pattern, text] of [
      ["%Y-%m-%d", "2020-13-01"],
      ["%Y", "20"],
      ["%b %Y", "Foo 2020"],
      ["%Q", "%Q"],
    ] as const)
      expect(timeReader(pattern)(text)).toBeNaN();
  });
});

describe("a result column", () => {
  const column = (more: object) => ({ column_name: "c", filterable: true, groupby: true, is_dttm: true, ...more });
  const item = (more: object) => ({ column: column(more), isTemporal: true, isMetric: false });
  const still = { offsetHours: 0 };

  test("is parsed by its own format", () => {
    const seconds = { name: "c", kind: "numeric" as const, values: [-1, null, 1.5, 10n] };
    expect(declaredColumn(seconds, item({ python_date_format: "epoch_s" }), still)).toEqual({
      name: "c",
      kind: "temporal",
      values: [-1000, null, 1500, 10_000],
    });
    const days = { name: "c", kind: "numeric" as const, values: [20200229] };
    expect(declaredColumn(days, item({ python_date_format: "%Y%m%d" }), still).values).toEqual([Date.UTC(2020, 1, 29)]);
    expect(patternOf(column({ python_date_format: "epoch_ms" }))).toBeUndefined();
  });

  test("is boolean if the dataset says so, whatever the engine stores", () => {
    const numbers = { name: "c", kind: "numeric" as const, values: [1, 0, null, 2n] };
    const of = (more: object) => ({ column: column({ type: "BOOLEAN" }), isTemporal: false, isMetric: false, ...more });
    const { kind, values } = declaredColumn(numbers, of({}), still);
    expect([kind, values]).toEqual(["boolean", [true, false, null, true]]);
    expect(declaredColumn(numbers, of({ isMetric: true }), still)).toBe(numbers);
    expect(declaredColumn(numbers, of({ column: column({ type: "INT" }) }), still)).toBe(numbers);
  });

  test("stays text if a value isn't a time", () => {
    const texts = { name: "c", kind: "text" as const, values: ["2020-01-01", "soon", null] };
    expect(declaredColumn(texts, item({}), still)).toBe(texts);
    const dates = { ...texts, values: ["2020-01-01", null] };
    expect(declaredColumn(dates, item({}), still).values).toEqual([Date.UTC(2020, 0), null]);
    expect(declaredColumn({ ...texts, values: ["2020-13-01"] }, item({}), still).kind).toBe("text");
  });

  test("is shifted by the dataset's hours and back from a time shift; dates aren't", () => {
    const times = { name: "c", kind: "temporal" as const, values: [0, null] };
    const unshift = (ms: number) => ms + 10;
    expect(declaredColumn(times, item({}), { offsetHours: -5, unshift }).values).toEqual([-17_999_990, null]);
    expect(declaredColumn(times, item({ type: "DATE" }), { offsetHours: -5 })).toBe(times);
  });
});
