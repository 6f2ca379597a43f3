import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencySymbol } from "./currency.ts";
import { formatColonDuration, formatDuration, formatSubMilliseconds } from "./duration.ts";
import { exactFormatter, isLongNumber } from "./long-number.ts";
import { formatNumber, NUMBER_FORMATS, numberFormatter } from "./number-format.ts";
import {
  axisNumberFormatter,
  columnNumberFormatter,
  formatCompact,
  formatFull,
  formatPercent,
  formatPercentTick,
  fullNumberFormatter,
  tickFormatter,
} from "./plain-number.ts";

const KEYS = NUMBER_FORMATS.map(([key]) => key);

describe("numbers at the edges", () => {
  test.each([formatFull, formatCompact, formatPercent])("what is not finite is named: %o", (write) => {
    const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
    expect(values.map(write)).toEqual(["Infinity", "-Infinity", "NaN"]);
  });

  test("never writes a negative zero", () => {
    for (const key of KEYS) {
      for (const value of [-0, 0]) expect(formatNumber(key, value), key).not.toMatch(/^-/);
    }
    expect([formatFull, formatCompact, formatPercentTick].map((write) => write(-0))).toEqual(["0", "0", "0%"]);
    expect(formatPercent(-0.0001)).toBe("0.0%");
    expect(["MEMORY_DECIMAL", "MEMORY_BINARY"].map((key) => formatNumber(key, -0.001))).toEqual(["0B", "0B"]);
    expect(["MEMORY_DECIMAL", ",.2f", ".1%"].map((key) => formatNumber(key, -0.0001))).toEqual(["0B", "0.00", "0.0%"]);
  });

  test("negative numbers look like positive ones with a minus sign", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), fc.double({ noNaN: true, min: 1e-3, max: 1e15 }), (key, value) => {
        const [above, below] = [formatNumber(key, value), formatNumber(key, -value)];
        expect(below.replace("-", "")).toBe(above.replace(/^\+/, ""));
        expect(below).not.toContain("−");
      }),
    );
  });

  test("full numbers keep their precision", () => {
    const digits = fc.double({ noNaN: true, min: 1, max: 9.99 });
    fc.assert(
      fc.property(digits, fc.integer({ min: -12, max: 11 }), fc.boolean(), (digit, power, isBelow) => {
        const value = (isBelow ? -1 : 1) * digit * 10 ** power;
        const read = Number(formatFull(value).replaceAll(",", ""));
        expect(Math.abs(read / value - 1)).toBeLessThan(power === -5 ? 0.051 : 0.0051);
      }),
    );
  });

  test("very large and small numbers are short on axes and in full in tables", () => {
    expect([9_999, 999_999, 1e15, 1.5e21].map(formatCompact)).toEqual(["9,999", "1M", "1P", "1.5Z"]);
    expect([1e15, 123_456_789_012_345].map(formatFull)).toEqual(["1,000,000,000,000,000", "123,456,789,012,345"]);
    expect([0.000001, 0.0000001, -0.00000012345].map(formatFull)).toEqual(["0.000001", "1e-7", "-1.235e-7"]);
  });

  test("percents of huge shares are grouped", () => {
    expect([12.345, -0.5, 1e6].map(formatPercent)).toEqual(["1,234.5%", "-50.0%", "100,000,000.0%"]);
    expect([-0.25, 12.5, 0.3333].map(formatPercentTick)).toEqual(["-25%", "1,250%", "33.3%"]);
  });
});

describe("durations", () => {
  const SECOND = 1000;
  const HOUR = 3600 * SECOND;
  const YEAR = 365 * 24 * HOUR;

  test.each([
    [0, "0ms", "0ms", "0:00"],
    [0.5, "1ms", "500µs", "0:00"],
    [59_999, "59.9s", "59s 999ms", "0:59.9"],
    [60_000, "1m", "1m", "1:00"],
    [HOUR, "1h", "1h", "1:00:00"],
    [25 * HOUR + 61_500, "1d 1h 1m 1.5s", "1d 1h 1m 1s 500ms", "1:01:01:01.5"],
    [2 * YEAR, "2y", "2y", "2:00:00:00:00"],
    [-90_000, "-1m 30s", "-1m 30s", "-1:30"],
  ])("of %d milliseconds in three formats", (ms, words, small, colons) => {
    expect([formatDuration(ms), formatSubMilliseconds(ms), formatColonDuration(ms)]).toEqual([words, small, colons]);
  });

  test("no part reaches the next larger unit", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0, max: 1e12 }), (ms) => {
        const most: Record<string, number> = { d: 365, h: 24, m: 60, s: 60, ms: 1000, µs: 1000, ns: 1000 };
        for (const [, amount, unit = ""] of formatSubMilliseconds(ms).matchAll(/(\d+)([a-zµ]+)/g)) {
          if (unit !== "y") expect(Number(amount), `${ms}: ${unit}`).toBeLessThan(most[unit] ?? 0);
        }
      }),
    );
    expect(formatSubMilliseconds(999.9999999)).toBe("1s");
    expect(formatDuration(999.7)).toBe("1s");
  });
});

describe("bytes", () => {
  test.each([
    [1023, "1.02kB", "1023B"],
    [999_999, "1MB", "976.56KiB"],
    [1_048_575, "1.05MB", "1MiB"],
    [-2048, "-2.05kB", "-2KiB"],
    [1e30, "1000000YB", "827180.61YiB"],
  ])("%d bytes use the largest whole unit", (bytes, decimal, binary) => {
    expect(["MEMORY_DECIMAL", "MEMORY_BINARY"].map((key) => formatNumber(key, bytes))).toEqual([decimal, binary]);
  });
});

describe("money", () => {
  test.each([
    [{ symbol: "usd" }, "$"],
    [{ symbol: " EUR " }, "€"],
    [{ symbol: "CHF" }, "CHF"],
    [{ symbol: "🍎" }, "🍎"],
    [{ symbol: "" }, undefined],
    [{ symbol: "AUTO" }, undefined],
    [{}, undefined],
    [null, undefined],
  ])("the symbol of %j is %s", (currency, sign) => {
    expect(currencySymbol(currency)).toBe(sign);
  });

  test("formats negative amounts and amounts without cents", () => {
    expect(numberFormatter(",.2f", { symbol: "USD" })(-5)).toBe("$ -5.00");
    expect(numberFormatter("$,.0f")(-1234.5)).toMatch(/^-\$1,23[45]$/);
    expect(fullNumberFormatter(null, { symbol: "EUR", symbolPosition: "suffix" })(1234.5)).toBe("1,234.50 €");
  });

  test("formats an amount, not a percentage, if a percent format has a currency", () => {
    expect(numberFormatter(",.1%", { symbol: "GBP" })(12.34)).not.toContain("%");
  });
});

describe("integers too large for a double", () => {
  test.each([
    ["9007199254740993", true],
    ["-9007199254740993", true],
    ["900719925474099", false],
    ["9007199254740993.5", false],
    [" 9007199254740993", false],
    [9_007_199_254_740_992, false],
    [null, false],
  ])("include %j: %s", (value, is) => expect(isLongNumber(value)).toBe(is));

  test("shorter integers are formatted as numbers", () => {
    expect(exactFormatter(",d", null, fullNumberFormatter(",d"))("1200")).toBe("1,200");
  });
});

describe("edge-case axis ticks", () => {
  const written = (ticks: number[], key?: string) => ticks.map(tickFormatter(axisNumberFormatter(key), ticks));

  test("are formatted below zero as above", () => {
    expect(written([-20_000, -10_000, 0, 10_000])).toEqual(["-20k", "-10k", "0", "10k"]);
    expect(written([-1, -0.5, 0, 0.5])).toEqual(["-1", "-0.5", "0", "0.5"]);
  });

  test("are formatted if there is one or none", () => {
    expect(written([7])).toEqual(["7"]);
    expect(written([])).toEqual([]);
    expect(written([0])).toEqual(["0"]);
  });

  test("are unique and exact", () => {
    const extents = fc.tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom(0.1, 0.25, 1, 5, 2500));
    fc.assert(
      fc.property(extents, fc.constantFrom(undefined, ",d", ",.1f", ".0%", "~g", "$,.0f"), ([from, step], key) => {
        const ticks = [0, 1, 2, 3, 4].map((i) => Number((from * step + i * step).toPrecision(12)));
        const texts = written(ticks, key).filter((text) => text !== "");
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a column with unusual values", () => {
  test("formats numbers if it has no values, only text, or one value", () => {
    expect(columnNumberFormatter([])(1.5)).toBe("1.5");
    expect(columnNumberFormatter(["1.25", null])(2)).toBe("2");
    expect(columnNumberFormatter([-0.5])(-0.5)).toBe("-0.5");
  });

  test("with thousands of fractional values shows two decimals", () => {
    const values = Array.from({ length: 3000 }, (_, i) => i / 7);
    const texts = values.slice(7, 200).map(columnNumberFormatter(values));
    expect(texts.every((text) => /\.\d\d$/.test(text))).toBe(true);
  });
});
