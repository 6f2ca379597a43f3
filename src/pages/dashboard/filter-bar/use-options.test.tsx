import { describe, expect, it } from "vitest";
import { niceStep, openEnds } from "./RangeFilter.tsx";
import { isShort } from "./SelectFilter.tsx";
import { binsOf, optionsOf, valuesOfKeys } from "./use-options.ts";

const option = (label: string) => ({ key: label, value: label, label, count: 1 });

describe("optionsOf", () => {
  it("gives words to empty, missing and temporal values", () => {
    const data = [
      { day: null, count: 3 },
      { day: Date.UTC(2001, 0, 1), count: 2 },
      { day: Date.UTC(2001, 0, 1, 13, 30), count: 1 },
    ];
    const options = optionsOf({ data, coltypes: [2, 0] }, "day");
    expect(options.map((one) => one.label)).toEqual(["<NULL>", "2001-01-01", "2001-01-01 13:30:00"]);
    expect(options.map((one) => one.count)).toEqual([3, 2, 1]);
  });

  it("puts weekdays and months in the order of the calendar", () => {
    const rows = (names: string[]) => ({ data: names.map((name) => ({ name, count: 1 })), coltypes: [1, 0] });
    const labels = (names: string[]) => optionsOf(rows(names), "name").map((one) => one.label);
    expect(labels(["Fri", "Mon", "Sat", "Sun"])).toEqual(["Mon", "Fri", "Sat", "Sun"]);
    expect(labels(["April", "January", "March"])).toEqual(["January", "March", "April"]);
    expect(labels(["Mon", "Apple"])).toEqual(["Mon", "Apple"]);
  });
});

describe("valuesOfKeys", () => {
  it("gives back the values behind keys, and typed text as a number in numeric columns", () => {
    const options = [{ key: "<NULL>", value: null, label: "<NULL>", count: 1 }, option("ORD")];
    expect(valuesOfKeys(["<NULL>", "ORD", "12"], options, false)).toEqual([null, "ORD", "12"]);
    expect(valuesOfKeys(["12", "x"], [], true)).toEqual([12, "x"]);
  });
});

describe("short lists", () => {
  it("become buttons only when they fit in one line", () => {
    expect(isShort(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(option), true)).toBe(true);
    expect(isShort(["Mon", "Tue"].map(option), false)).toBe(false);
    expect(isShort(["Chicago", "New York", "San Francisco", "Los Angeles"].map(option), true)).toBe(false);
    expect(isShort([option("only")], true)).toBe(false);
  });
});

describe("ranges", () => {
  it("leave an end open that is the column's own", () => {
    const extent = { low: 0, high: 100 };
    expect(openEnds([0, 50], extent, false)).toEqual([null, 50]);
    expect(openEnds([10, 100], extent, false)).toEqual([10, null]);
    expect(openEnds([0, null], extent, true)).toEqual([0, null]);
  });

  it("move in round steps", () => {
    expect(niceStep({ low: 21, high: 4962 })).toBe(10);
    expect(niceStep({ low: 0, high: 7 })).toBe(1);
    expect(niceStep({ low: 0, high: 0.5 })).toBeCloseTo(0.001);
    expect(niceStep({ low: 3, high: 3 })).toBe(1);
  });

  it("count rows by bin, with the largest value in the last one", () => {
    const bins = binsOf({
      data: [
        { bin: 0, count: 5 },
        { bin: 15, count: 2 },
        { bin: 16, count: 1 },
      ],
    });
    expect(bins).toHaveLength(16);
    expect([bins?.[0], bins?.[15]]).toEqual([5, 3]);
    expect(binsOf({ data: [] })).toBeUndefined();
  });
});
