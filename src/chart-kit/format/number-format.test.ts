import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withDetectedCurrency } from "./currency.ts";
import { formatNumber, isPercentFormat, NUMBER_FORMATS, numberFormatter } from "./number-format.ts";

const VALUES = [0.00123, 12.3456, 1234.5, 1234567];

describe("named number formats", () => {
  test.each([
    ["SMART_NUMBER", ["0.0012", "12.35", "1.23k", "1.23M"]],
    ["DURATION", ["1ms", "12ms", "1.2s", "20m 34.5s"]],
    ["DURATION_SUB", ["1µs 230ns", "12ms 345µs 600ns", "1s 234ms 500µs", "20m 34s 567ms"]],
    ["DURATION_COL", ["0:00", "0:00", "0:01.2", "20:34.5"]],
    ["MEMORY_DECIMAL", ["0B", "12.35B", "1.23kB", "1.23MB"]],
    ["MEMORY_BINARY", ["0B", "12.35B", "1.21KiB", "1.18MiB"]],
    ["MEMORY_TRANSFER_RATE_DECIMAL", ["0B/s", "12.35B/s", "1.23kB/s", "1.23MB/s"]],
    ["MEMORY_TRANSFER_RATE_BINARY", ["0B/s", "12.35B/s", "1.21KiB/s", "1.18MiB/s"]],
    [",.1%", ["0.1%", "1,234.6%", "123,450.0%", "123,456,700.0%"]],
    [",d", ["0", "12", "1,235", "1,234,567"]],
    ["$,.2f", ["$0.00", "$12.35", "$1,234.50", "$1,234,567.00"]],
    ["~g", ["0.00123", "12.3456", "1234.5", "1.23457e+6"]],
  ])("%s", (key, expected) => {
    expect(VALUES.map(numberFormatter(key))).toEqual(expected);
  });

  test("adaptive abbreviates thousands, uses B for billions and SI prefixes for small fractions", () => {
    expect([0, 999.999, 4.2e9, 7e12, 0.0000012, -1500].map((v) => formatNumber("SMART_NUMBER", v))).toEqual([
      "0",
      "1000",
      "4.2B",
      "7T",
      "1.2µ",
      "-1.5k",
    ]);
  });

  test("money uses B for billions, other numbers use d3's prefix", () => {
    expect(["$,.3s", ".3s"].map((key) => formatNumber(key, 273e9))).toEqual(["$273B", "273G"]);
    expect(numberFormatter(".3s", { symbol: "USD", symbolPosition: "prefix" })(4.2e9)).toBe("$ 4.20B");
  });

  test("signed adaptive shows the plus sign", () => {
    expect([12, 0, -12].map(numberFormatter("SMART_NUMBER_SIGNED"))).toEqual(["+12", "0", "-12"]);
  });

  test("a missing format key defaults to adaptive", () => {
    expect([undefined, null, ""].map((key) => formatNumber(key, 12345))).toEqual(["12.3k", "12.3k", "12.3k"]);
  });

  test("an unknown format shows an error next to the value", () => {
    expect(formatNumber("bogus!", 12.5)).toBe("12.5 (Invalid format: bogus!)");
  });

  test("long durations use days and years", () => {
    const days = 86_400_000;
    expect([400 * days, 26 * 3_600_000, -90_000].map(numberFormatter("DURATION"))).toEqual([
      "1y 35d",
      "1d 2h",
      "-1m 30s",
    ]);
    expect(formatNumber("DURATION_COL", 26 * 3_600_000 + 61_000)).toBe("1:02:01:01");
    expect(formatNumber("DURATION_SUB", 0)).toBe("0ms");
  });

  test("every choice formats every finite number to text without throwing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...NUMBER_FORMATS), fc.double({ noNaN: true, min: -1e15, max: 1e15 }), ([key], v) => {
        const text = formatNumber(key, v);
        expect(text).not.toBe("");
        expect(text).not.toMatch(/undefined|NaN|Invalid/);
      }),
    );
  });

  test("offers the 21 choices with the adaptive one first", () => {
    expect(NUMBER_FORMATS).toHaveLength(21);
    expect(NUMBER_FORMATS[0]).toEqual(["SMART_NUMBER", "Adaptive"]);
  });
});

describe("currency", () => {
  test("prefix and suffix with the symbol of the ISO code", () => {
    expect(numberFormatter("SMART_NUMBER", { symbol: "USD", symbolPosition: "prefix" })(1234567)).toBe("$ 1.23M");
    expect(numberFormatter(",.2f", { symbol: "EUR", symbolPosition: "suffix" })(1234.5)).toBe("1,234.50 €");
  });

  test("free text is used as is, and a dollar format isn't doubled", () => {
    expect(numberFormatter("$,.0f", { symbol: "credits", symbolPosition: "suffix" })(90)).toBe("90 credits");
  });

  test("auto uses the result's currency, or none when mixed", () => {
    const auto = { symbol: "AUTO", symbolPosition: "suffix" };
    expect(withDetectedCurrency(auto, "GBP")).toEqual({ symbol: "GBP", symbolPosition: "suffix" });
    expect(withDetectedCurrency(auto, null)).toBeUndefined();
    expect(numberFormatter(",d", auto)(5)).toBe("5");
  });

  test("percent formats are recognized", () => {
    expect([",.1%", ".2%", ",d", null].map(isPercentFormat)).toEqual([true, true, false, false]);
  });
});
