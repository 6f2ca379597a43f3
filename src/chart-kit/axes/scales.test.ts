import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logTicks, niceScale } from "./nice-scale.ts";
import { smallestStep, timeTicks } from "./time-ticks.ts";

const size = fc
  .tuple(fc.constantFrom(-1, 0, 1), fc.double({ noNaN: true, min: 1, max: 9.99 }), fc.integer({ min: -9, max: 14 }))
  .map(([sign, digits, power]) => sign * digits * 10 ** power);
const extents = fc.tuple(size, size).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe("a value axis over any values", () => {
  test("contains all values and zero, between evenly spaced ticks", () => {
    fc.assert(
      fc.property(extents, fc.integer({ min: 1, max: 10 }), ([low, high], count) => {
        const { min, max, interval, ticks } = niceScale([low, high], { count });
        const slack = (max - min) * 1e-9;
        expect(min).toBeLessThanOrEqual(Math.min(0, low) + slack);
        expect(max).toBeGreaterThanOrEqual(Math.max(0, high) - slack);
        expect(ticks.length).toBeLessThanOrEqual(2 * count + 3);
        expect(ticks.length).toBeGreaterThan(1);
        for (let i = 1; i < ticks.length; i++) {
          expect(((ticks[i] ?? 0) - (ticks[i - 1] ?? 0)) / interval).toBeCloseTo(1, 6);
        }
      }),
    );
  });

  test("uses at least a third of its length for values", () => {
    fc.assert(
      fc.property(extents, ([low, high]) => {
        const { min, max } = niceScale([low, high], { count: 5 });
        const covered = Math.max(0, high) - Math.min(0, low);
        fc.pre(covered > 0);
        expect(covered / (max - min)).toBeGreaterThan(1 / 3);
      }),
    );
  });

  test("stays close to the data when it may start there", () => {
    expect(niceScale([1e9, 1e9 + 3], { fromData: true })).toMatchObject({ min: 1e9, max: 1e9 + 3 });
    expect(niceScale([-103, -97], { fromData: true })).toMatchObject({ min: -104, max: -96 });
    expect(niceScale([1e-9, 3e-9], { fromData: true }).ticks.at(0)).toBe(1e-9);
  });

  test("has a range for one negative value and for none", () => {
    const { min, max } = niceScale([-5, -5], { fromData: true });
    expect([min <= -5, max > min]).toEqual([true, true]);
    expect(niceScale([-5, -5]).max).toBe(0);
    expect(niceScale([0, 0], { min: 3 })).toMatchObject({ min: 3 });
  });

  test("accepts swapped bounds", () => {
    const { min, max, ticks } = niceScale([0, 100], { min: 80, max: 20 });
    expect([min, max]).toEqual([80, 20]);
    expect(ticks.length).toBeLessThanOrEqual(1);
  });

  test("keeps one fixed bound and computes the other", () => {
    expect(niceScale([0, 87], { min: 10, count: 4 })).toMatchObject({ min: 10 });
    expect(niceScale([0, 87], { min: 10, count: 4 }).max).toBeGreaterThanOrEqual(87);
    expect(niceScale([-40, 87], { max: 50, count: 4 })).toMatchObject({ max: 50 });
    expect(niceScale([-40, 87], { max: 50, count: 4 }).min).toBeLessThanOrEqual(-40);
    expect(niceScale([3, 7], { max: 0 }).max).toBe(0);
  });
});

describe("the ticks of a logarithmic axis", () => {
  test("are within its ends, ascending and few", () => {
    const exponents = fc.tuple(
      fc.double({ noNaN: true, min: -9, max: 9 }),
      fc.double({ noNaN: true, min: 0.05, max: 9 }),
    );
    fc.assert(
      fc.property(exponents, ([from, span]) => {
        const [low, high] = [10 ** from, 10 ** (from + span)];
        const ticks = logTicks([low, high]);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThanOrEqual(12);
        expect(ticks.every((tick, i) => tick >= low && tick <= high && tick > (ticks[i - 1] ?? 0))).toBe(true);
      }),
    );
  });

  test.each([
    [0, 100],
    [-5, 100],
    [7, 7],
    [100, 10],
    [Number.NaN, 10],
  ])("are empty from %d to %d", (low, high) => expect(logTicks([low, high])).toEqual([]));
});

describe("the ticks of a time axis", () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  const texts = (from: string, to: string, most: number) => timeTicks([at(from), at(to)], most).map(({ text }) => text);

  test("are the same before 1970 as after", () => {
    expect(texts("1969-10-01T00:00", "1970-03-01T00:00", 8)).toEqual(["Oct 1969", "Nov", "Dec", "1970", "Feb", "Mar"]);
    expect(texts("1900-01-01T00:00", "1910-01-01T00:00", 5)).toEqual(["1900", "1902", "1904", "1906", "1908", "1910"]);
    expect(texts("1969-12-31T22:00", "1970-01-01T02:00", 5)).toEqual([
      "22:00",
      "23:00",
      "1 Jan 1970",
      "01:00",
      "02:00",
    ]);
  });

  test("don't crowd the first day of the next month, also in leap years", () => {
    const days = timeTicks([at("2024-02-01T00:00"), at("2024-03-20T00:00")], 10).map((tick) => tick.text);
    expect(days).toContain("Mar");
    expect(days).not.toContain("29 Feb");
  });

  test("are ascending, within the range and no more than fit", () => {
    const moment = fc.integer({ min: at("1800-01-01T00:00"), max: at("2200-01-01T00:00") });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1000, max: 4e12 }),
        fc.integer({ min: 1, max: 12 }),
        (from, length, most) => {
          const ticks = timeTicks([from, from + length], most);
          expect(ticks.length).toBeLessThanOrEqual(Math.ceil(most * 1.25) + 2);
          expect(ticks.every(({ at: place }, i) => place > (ticks[i - 1]?.at ?? Number.NEGATIVE_INFINITY))).toBe(true);
          expect(ticks.every(({ at: place }) => place >= from && place <= from + length)).toBe(true);
          expect(new Set(ticks.map(({ at: place }) => place)).size).toBe(ticks.length);
        },
      ),
    );
  });

  test("are computed for placeholder dates 2,000 years ago", () => {
    const ticks = timeTicks([at("0001-01-01T00:00"), at("2024-01-01T00:00")], 6);
    expect(ticks.map(({ text }) => text)).toEqual(["100", "500", "900", "1300", "1700"]);
  });

  test("show the number for values out of the date range, such as nanoseconds", () => {
    expect(timeTicks([1.7e18, 1.7e18], 5)).toEqual([{ at: 1.7e18, text: "1700000000000000000" }]);
    expect(timeTicks([1.7e18, 1.8e18], 5)).toEqual([]);
  });

  test("are no closer than the smallest step of the data, in any order", () => {
    expect(smallestStep([10, 4, 4, 20])).toBe(6);
    expect([smallestStep([]), smallestStep([5]), smallestStep([5, 5])]).toEqual([0, 0, 0]);
    const hours = timeTicks([at("2024-01-01T00:00"), at("2024-01-01T06:00")], 12, {
      atLeast: 3 * 3_600_000,
      now: at("2024-05-01T00:00"),
    });
    expect(hours.map(({ text }) => text)).toEqual(["1 Jan", "03:00", "06:00"]);
  });
});
