import { describe, expect, it } from "vitest";
import { niceStep, openEnds } from "./RangeFilter.tsx";
import { isShort } from "./SelectFilter.tsx";
import { binsOf } from "./use-options.ts";

const option = (label: string) => ({ key: label, value: label, label, count: 1 });

describe("short lists", () => {
  it("become buttons only when they fit in one line", () => {
    expect(isShort(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(option), true)).toBe(true);
    expect(isShort(["Mon", "Tue"].map(option), false)).toBe(false);
    expect(isShort(["Chicago", "New York", "San Francisco", "Los Angeles"].map(option), true)).toBe(false);
    expect(isShort([option("only")], true)).toBe(false);
  });
});

describe("ranges", () => {
  it("leave a bound open that equals the column's minimum or maximum", () => {
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

  it("count rows by bin, including the largest value in the last one", () => {
    const bins = binsOf({
      data: [
        { __bin: 0, __count: 5 },
        { __bin: 15, __count: 2 },
        { __bin: 16, __count: 1 },
      ],
    });
    expect(bins).toHaveLength(16);
    expect([bins?.[0], bins?.[15]]).toEqual([5, 3]);
    expect(binsOf({ data: [] })).toBeUndefined();
  });
});
