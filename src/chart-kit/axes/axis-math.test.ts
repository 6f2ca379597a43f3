import { describe, expect, it } from "vitest";
import { placeTooltip } from "../echart/tooltip.ts";
import { bidiIsolateName, ellipsis, textWidth, widest } from "../text-width.ts";
import { parseFormula } from "../timeseries/formula.ts";
import { logTicks, niceScale } from "./nice-scale.ts";
import { grainLength, periodText, periodTicks, timeTicks } from "./time-ticks.ts";

describe("value axis", () => {
  it("covers the values in round steps from zero", () => {
    expect(niceScale([3, 2440], { count: 5 })).toEqual({
      min: 0,
      max: 2500,
      interval: 500,
      ticks: [0, 500, 1000, 1500, 2000, 2500],
    });
    expect(niceScale([0.02, 0.42], { count: 5 }).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(niceScale([-800, 500])).toMatchObject({ min: -1000, max: 500, interval: 500 });
  });

  it("leaves as little empty space as round steps allow", () => {
    expect(niceScale([0, 640], { count: 2.5 }).ticks).toEqual([0, 250, 500, 750]);
    expect(niceScale([-800, 520], { count: 2.5 }).ticks).toEqual([-800, -400, 0, 400, 800]);
    expect(niceScale([0, 300], { count: 5 }).ticks).toEqual([0, 50, 100, 150, 200, 250, 300]);
  });

  it("has at least three round ticks if logarithmic", () => {
    expect(logTicks([0.5, 2_000_000])).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
    expect(logTicks([350, 90_000])).toEqual([1000, 3000, 10_000, 30_000]);
    expect(logTicks([3, 40])).toEqual([3, 10, 30]);
    expect(logTicks([110, 420])).toEqual([150, 200, 300]);
    expect(logTicks([41, 47])).toEqual([42, 44, 46]);
    expect(logTicks([0, 10])).toEqual([]);
  });

  it("can start at the data and respects fixed bounds", () => {
    expect(niceScale([61, 82], { fromData: true }).min).toBe(60);
    expect(niceScale([61, 82], { min: 50, max: 90 })).toMatchObject({ min: 50, max: 90 });
    expect(niceScale([0, 110], { count: 6, min: 0, max: 180 }).ticks).toEqual([0, 30, 60, 90, 120, 150, 180]);
    expect(niceScale([0, 110], { count: 3, min: 0, max: 180 }).ticks).toEqual([0, 60, 120, 180]);
    expect(niceScale([0, 110], { count: 5, min: 0, max: 125 }).ticks).toEqual([0, 25, 50, 75, 100, 125]);
  });

  it("ends between two ticks when there is little data beyond zero", () => {
    expect(niceScale([-4, 250], { count: 4, isSnug: true })).toEqual({
      min: -20,
      max: 300,
      interval: 100,
      ticks: [0, 100, 200, 300],
    });
    expect(niceScale([-80, 250], { count: 4, isSnug: true }).min).toBe(-100);
    expect(niceScale([-250, 4], { count: 4, isSnug: true })).toMatchObject({ min: -300, max: 20 });
    expect(niceScale([0, 30], { count: 1, isSnug: true }).max).toBe(30);
    expect(niceScale([-4, 250], { count: 4, isSnug: true, min: -50 }).min).toBe(-50);
  });

  it("handles values that are all equal", () => {
    expect(niceScale([0, 0])).toMatchObject({ min: 0, max: 1 });
    expect(niceScale([5, 5], { fromData: true }).max).toBeGreaterThan(5);
  });
});

describe("time axis", () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  const texts = (from: string, to: string, most: number, atLeast?: number) =>
    timeTicks([at(from), at(to)], most, { ...(atLeast ? { atLeast } : {}), now: at(from) }).map((tick) => tick.text);

  it("skips centuries for very long ranges", () => {
    expect(texts("1950-01-01T00:00", "2800-01-01T00:00", 4)).toEqual(["2000", "2300", "2600"]);
  });

  it("labels months within a year, and years over several", () => {
    expect(texts("2001-01-01T00:00", "2001-06-30T00:00", 8)).toEqual(["Jan", "Feb", "Mar", "Apr", "May", "Jun"]);
    expect(texts("2000-01-01T00:00", "2010-02-01T00:00", 12).slice(0, 3)).toEqual(["2000", "2001", "2002"]);
    expect(texts("2000-10-01T00:00", "2001-04-01T00:00", 8)).toEqual([
      "Oct 2000",
      "Nov",
      "Dec",
      "2001",
      "Feb",
      "Mar",
      "Apr",
    ]);
  });

  it("shows as many short month names as fit", () => {
    // Half a year of weeks at 210 and 170 px.
    expect(texts("2001-01-01T00:00", "2001-06-25T00:00", 5)).toEqual(["Jan", "Feb", "Mar", "Apr", "May", "Jun"]);
    expect(texts("2001-01-01T00:00", "2001-06-25T00:00", 4)).toEqual(["Jan", "Mar", "May"]);
    expect(texts("2000-01-01T00:00", "2001-03-01T00:00", 8)).toEqual([
      ...["2000", "Mar", "May", "Jul", "Sep", "Nov", "2001", "Mar"],
    ]);
    expect(texts("2001-01-01T00:00", "2001-12-01T00:00", 12, grainLength("P3M"))).toEqual(["Jan", "Apr", "Jul", "Oct"]);
  });

  it("labels days and hours in short ranges", () => {
    expect(texts("2018-02-03T00:00", "2018-02-06T00:00", 4)).toEqual(["3 Feb", "4", "5", "6"]);
    expect(texts("2018-02-03T00:00", "2018-02-03T12:00", 5)).toEqual(["3 Feb", "03:00", "06:00", "09:00", "12:00"]);
    expect(texts("2018-02-03T10:00:00", "2018-02-03T10:00:10", 3)).toEqual(["10:00:00", "10:00:05", "10:00:10"]);
  });

  it("says the year of times that aren't of the current year", () => {
    const first = (from: string, to: string, now?: string) =>
      timeTicks([at(from), at(to)], 6, { now: now === undefined ? undefined : at(now) })[0]?.text;
    expect(first("2024-02-01T00:00", "2024-05-01T00:00", "2026-01-01T00:00")).toBe("Feb 2024");
    expect(first("2024-02-01T00:00", "2024-05-01T00:00", "2024-07-01T00:00")).toBe("Feb");
    expect(first("2024-02-01T00:00", "2024-05-01T00:00")).toBe("Feb 2024");
    expect(first("2024-02-03T00:00", "2024-02-08T00:00", "2026-01-01T00:00")).toBe("3 Feb 2024");
    expect(first("2024-02-03T10:00", "2024-02-03T13:00", "2026-01-01T00:00")).toBe("3 Feb 2024 10:00");
    const hours = timeTicks([at("2024-02-03T18:00"), at("2024-02-04T06:00")], 6);
    expect(hours.map(({ text }) => text)).toEqual(["18:00", "21:00", "4 Feb 2024", "03:00", "06:00"]);
  });

  it("names periods such as weeks by their first day", () => {
    const weeks = Array.from({ length: 9 }, (_, i) => at("2023-12-11T00:00") + 7 * i * 86_400_000);
    expect(periodTicks(weeks, 3).map(({ text }) => text)).toEqual(["11 Dec 2023", "1 Jan 2024", "22 Jan"]);
    expect(periodTicks(weeks.slice(3, 6), 3, at("2024-09-01T00:00")).map(({ text }) => text)).toEqual([
      ...["1 Jan", "8 Jan", "15 Jan"],
    ]);
  });

  it("is never finer than the minimum step, and centuries stay readable", () => {
    expect(texts("2001-01-01T00:00", "2001-03-01T00:00", 12, grainLength("P1M"))).toEqual(["Jan", "Feb", "Mar"]);
    expect(texts("1900-01-01T00:00", "2017-01-01T00:00", 6)).toEqual(["1900", "1920", "1940", "1960", "1980", "2000"]);
    expect(grainLength("1969-12-28T00:00:00Z/P1W")).toBe(7 * 86_400_000);
    expect(grainLength("nothing")).toBeUndefined();
  });

  it("labels a single instant in full", () => {
    expect(texts("2018-02-03T00:00", "2018-02-03T00:00", 5)).toEqual(["3 Feb 2018"]);
    expect(texts("2018-02-03T10:30", "2018-02-03T10:30", 5)).toEqual(["3 Feb 2018 10:30"]);
  });
});

describe("text", () => {
  it("is measured without a canvas", () => {
    expect(textWidth("2,440", 11)).toBeCloseTo(30, -1);
    expect(textWidth("mmmm")).toBeGreaterThan(textWidth("iiii") * 2);
    expect(textWidth("Origin", 11, true)).toBeGreaterThan(textWidth("Origin", 11));
    expect(widest(["a", "a long name", "b"])).toBe(textWidth("a long name"));
    expect(widest([])).toBe(0);
    // Measured by a browser in IBM Plex Sans.
    expect(Math.abs(textWidth("Wholesale and Retail Trade") - 134.3)).toBeLessThan(1);
    expect(textWidth("1,234,567")).toBeCloseTo(52.2, 0);
    expect(textWidth("São Tomé")).toBe(textWidth("Sao Tome"));
  });

  it("isolates right-to-left names from the numbers after them", () => {
    expect(bidiIsolateName("Cairo")).toBe("Cairo");
    expect(textWidth(bidiIsolateName("القاهرة"))).toBe(textWidth("القاهرة"));
    expect(`${bidiIsolateName("القاهرة")}: 1 (2 %)`).toMatch(/^\u2066\u2068القاهرة\u2069\u200e: 1 \(2 %\)$/);
  });

  it("is truncated with an ellipsis only if it doesn't fit", () => {
    expect(ellipsis("ORD", 100)).toBe("ORD");
    const cut = ellipsis("Professional and business services", 80);
    expect(cut).toMatch(/^Professional.*…$/);
    expect(textWidth(cut)).toBeLessThanOrEqual(80);
  });
});

describe("formula", () => {
  const at = (text: string, x: number) => parseFormula(text)?.(x);

  it("parses numbers, x, operators, brackets and functions", () => {
    expect(at("0.2", 99)).toBe(0.2);
    expect(at("y = 2x + 1", 3)).toBe(7);
    expect(at("f(x) = (x - 1)^2 / 4", 5)).toBe(4);
    expect(at("-x^2", 3)).toBe(-9);
    expect(at("sqrt(x) * 10", 4)).toBe(20);
    expect(at("2 pi", 0)).toBeCloseTo(6.283, 3);
    expect(at("10 - 2 - 3", 0)).toBe(5);
  });

  it("rejects everything else", () => {
    for (const text of ["", "alert(1)", "x +", "(x", "x; 1", "constructor(x)", "x => 1", "a.b", "2 * $"]) {
      expect(parseFormula(text), text).toBeUndefined();
    }
  });
});

describe("tooltip position", () => {
  const window = { width: 1000, height: 800 };

  it("is beside the pointer, on the side with room", () => {
    expect(placeTooltip({ point: [100, 100], size: [200, 100], chart: { left: 0, top: 0 }, window })).toEqual([
      116, 116,
    ]);
    expect(placeTooltip({ point: [500, 400], size: [200, 100], chart: { left: 400, top: 300 }, window })).toEqual([
      284, 284,
    ]);
  });

  it("never leaves the window", () => {
    const [x, y] = placeTooltip({ point: [10, 10], size: [990, 790], chart: { left: 300, top: 200 }, window });
    expect([x + 300, y + 200]).toEqual([8, 8]);
  });
});

it("names periods with their year, by their length", () => {
  const [day, monday] = [86_400_000, Date.UTC(2024, 1, 5)];
  expect([day, 7 * day, 31 * day, 365 * day].map((step) => periodText(monday, step))).toEqual([
    "5 Feb 2024",
    "5 Feb 2024",
    "Feb 2024",
    "2024",
  ]);
});
