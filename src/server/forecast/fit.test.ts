import { describe, expect, test } from "vitest";
import { bandOf } from "./fit.ts";

const STEADY = { sigma: 0.1, deltas: [], scale: 50 };
const RESTLESS = { sigma: 0.1, deltas: [0.4, -0.3, 0.2, 0], scale: 50 };
const past = [0, 0.25, 0.5, 1];
const future = [1.1, 1.3, 1.6, 2];

describe("the band around a forecast", () => {
  test("has the noise's normal width within the history", () => {
    for (const [confidence, deviations] of [
      [0.8, 1.2815515655],
      [0.95, 1.959963985],
      [0.6827, 1.0000217],
    ] as const) {
      const { lower, upper } = bandOf(STEADY, past, confidence);
      for (const value of upper) expect(value).toBeCloseTo(5 * deviations, 4);
      expect(lower).toEqual(upper.map((value) => -value));
    }
  });

  test("widens into the future if the trend changed before, and hardly otherwise", () => {
    const width = ({ lower, upper }: ReturnType<typeof bandOf>) => upper.map((value, i) => value - (lower[i] ?? 0));
    const restless = width(bandOf(RESTLESS, [...past, ...future], 0.8));
    const ahead = restless.slice(past.length);
    expect(ahead.toSorted((a, b) => a - b)).toEqual(ahead);
    expect(ahead.at(-1)).toBeGreaterThan(2 * (restless[0] ?? 0));
    for (const each of width(bandOf(STEADY, future, 0.8))) expect(each / (restless[0] ?? 1)).toBeCloseTo(1, 0);
  });

  test("is wider for higher confidence and deterministic", () => {
    const at = (confidence: number) => bandOf(RESTLESS, future, confidence);
    expect(at(0.8)).toEqual(at(0.8));
    for (const [i, value] of at(0.95).upper.entries()) expect(value).toBeGreaterThan(at(0.5).upper[i] ?? 0);
    for (const [i, value] of at(0.95).lower.entries()) expect(value).toBeLessThan(at(0.5).lower[i] ?? 0);
  });

  test("scales with the values", () => {
    const small = bandOf({ ...RESTLESS, scale: 1 }, future, 0.8).upper;
    for (const [i, value] of bandOf(RESTLESS, future, 0.8).upper.entries())
      expect(value).toBeCloseTo(50 * (small[i] ?? 0), 8);
  });

  test("has no width without noise and is empty without times", () => {
    expect(bandOf({ sigma: 0, deltas: [], scale: 1 }, past, 0.8).upper).toEqual([0, 0, 0, 0]);
    expect(bandOf(RESTLESS, [], 0.8)).toEqual({ lower: [], upper: [] });
  });
});
