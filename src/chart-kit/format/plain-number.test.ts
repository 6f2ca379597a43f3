import { describe, expect, test } from "vitest";
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
import { epochOf, formatValue } from "./value.ts";

describe("plain numbers", () => {
  test("tables write numbers in full", () => {
    expect([1234567, 1234.5, 12.3456, 0.25, 0.00123, 0, -3].map(formatFull)).toEqual([
      "1,234,567",
      "1,234.5",
      "12.35",
      "0.25",
      "0.00123",
      "0",
      "-3",
    ]);
  });

  test("axes show four digits in full and abbreviate from 10,000", () => {
    expect([999, 9999, 10_000, 12_345, 4_560_000, 1.2e9, -25_000].map(formatCompact)).toEqual([
      "999",
      "9,999",
      "10k",
      "12.3k",
      "4.56M",
      "1.2B",
      "-25k",
    ]);
  });

  test("percents have one decimal and a narrow no-break space", () => {
    expect(formatPercent(0.2549)).toBe("25.5%");
    expect([0, 0.2, 0.125].map(formatPercentTick)).toEqual(["0%", "20%", "12.5%"]);
  });

  test("explicit formats take precedence on axes and in tables", () => {
    expect(axisNumberFormatter("$,.2f")(12345)).toBe("$12,345.00");
    expect(axisNumberFormatter("SMART_NUMBER")(5000)).toBe("5,000");
    expect(fullNumberFormatter(",.1%")(0.5)).toBe("50.0%");
    expect(fullNumberFormatter(undefined, { symbol: "USD" })(12)).toBe("$ 12.00");
  });
});

describe("values as labels", () => {
  test("formats null, booleans, numbers and text", () => {
    expect([null, true, 12345, "ORD"].map((v) => formatValue(v))).toEqual(["<NULL>", "true", "12,345", "ORD"]);
    expect(formatValue(null, { nullText: "N/A" })).toBe("N/A");
  });

  test("formats temporal values by grain, from numbers and ISO text", () => {
    const may = Date.UTC(2024, 4, 1);
    expect(formatValue(may, { type: 2, grain: "P1M" })).toBe("May 2024");
    expect(formatValue("2024-05-01", { type: 2, timeFormat: "%d.%m.%Y" })).toBe("01.05.2024");
    expect(formatValue("soon", { type: 2 })).toBe("soon");
  });

  test("treats ISO text without a time zone as UTC", () => {
    expect(epochOf("2001-01-02 03:04:05")).toBe(Date.UTC(2001, 0, 2, 3, 4, 5));
    expect(epochOf("2001-01-02T03:04:05+01:00")).toBe(Date.UTC(2001, 0, 2, 2, 4, 5));
    expect(epochOf("7")).toBeUndefined();
  });
});

describe("axis ticks", () => {
  const written = (ticks: number[], write = axisNumberFormatter()) => ticks.map(tickFormatter(write, ticks)).join(" ");
  test.each<[number[], string]>([
    [[0, 2000, 4000, 8000], "0 2,000 4,000 8,000"],
    [[0, 4000, 8000, 12_000], "0 4k 8k 12k"],
    [[-500, 0, 9500, 10_000], "-500 0 9.5k 10k"],
    [[0, 500_000, 1_000_000], "0 500k 1M"],
    [[10_000, 10_025, 10_050], "10k 10.025k 10.05k"],
    [[12_345_671, 12_345_672], "12,345,671 12,345,672"],
  ])("share one notation: %j", (ticks, expected) => expect(written(ticks)).toBe(expected));

  test("respect the author's format", () => {
    expect(written([8000, 12_000], axisNumberFormatter(",d"))).toBe("8,000 12,000");
    expect(written([8000, 12_000], axisNumberFormatter(null, { symbol: "USD", symbolPosition: "prefix" }))).toBe(
      "$ 8k $ 12k",
    );
    expect(written([0, 2_500_000, 5_000_000], axisNumberFormatter("$,.3s"))).toBe("$0 $2.50M $5.00M");
    expect(written([0, 0.5, 1], axisNumberFormatter(",.2f"))).toBe("0.00 0.50 1.00");
  });

  test("drop decimals that are zero on every tick", () => {
    expect(written([0, 10_000_000, 20_000_000], axisNumberFormatter("$,.3s"))).toBe("$0 $10M $20M");
    expect(written([0, 10_000], axisNumberFormatter("$,.2f"))).toBe("$0 $10,000");
    expect(written([40, 60, 80], axisNumberFormatter(",.1f"))).toBe("40 60 80");
    expect(written([0, 0.5, 1], axisNumberFormatter(",.1%"))).toBe("0% 50% 100%");
  });

  test("hide inexact labels among exact ones", () => {
    const texts = (ticks: number[], key: string) => ticks.map(tickFormatter(axisNumberFormatter(key), ticks));
    expect(texts([0, 0.2, 0.4, 0.6, 0.8, 1], ",.0f")).toEqual(["0", "", "", "", "", "1"]);
    expect(texts([1, 1.5, 2, 2.5, 3], ",.0f")).toEqual(["1", "", "2", "", "3"]);
    expect(texts([0, 0.005, 0.01], ".0%")).toEqual(["0%", "", "1%"]);
    expect(texts([5.5, 5.75, 6, 6.25, 6.5], ",.1f"), "6.3 is not 6.25").toEqual(["5.5", "", "6.0", "", "6.5"]);
    expect(texts([0, 0.125, 0.25], ".0%")).toEqual(["0%", "", "25%"]);
    expect(texts([1200, 2400], ".1s")).toEqual(["1k", "2k"]);
    // ECharts computes ticks by addition, which isn't exact.
    expect(tickFormatter(axisNumberFormatter(",.0f"), [0, 0.5, 1])(0.1 + 0.2 + 0.7)).toBe("1");
  });
});

describe("a column of numbers", () => {
  const column = (...values: (number | null)[]) => {
    const format = columnNumberFormatter(values);
    return values.map((value) => (value === null ? null : format(value)));
  };

  test("aligns decimal points", () => {
    expect(column(9.0171, 7.4, null, 12, -1234.5)).toEqual(["9.02", "7.40", null, "12.00", "-1,234.50"]);
    expect(column(3, 3.4, 60)).toEqual(["3.0", "3.4", "60.0"]);
    expect(column(0.5, 0.25, 0.123)).toEqual(["0.500", "0.250", "0.123"]);
  });

  test("shows integers without decimals, and all digits of small numbers beside large ones", () => {
    expect(column(1, 2_000, 3e6)).toEqual(["1", "2,000", "3,000,000"]);
    expect(column(12.5, 0.0123, 3e-9)).toEqual(["12.50", "0.0123", "3e-9"]);
    expect(column(1.5, Number.POSITIVE_INFINITY)).toEqual(["1.5", "Infinity"]);
  });

  test("keeps the author's format", () => {
    expect(columnNumberFormatter([1.5, 2], ".0f")(1.5)).toBe("2");
    expect(columnNumberFormatter([1.5, 2], "SMART_NUMBER")(2)).toBe("2.0");
  });
});
