import { expect, test } from "vitest";
import { isFast, medianMs, type Timings, withTiming } from "./speed.ts";

const fresh = (ms: number) => ({ datasetId: 3, ms, isCached: false, isFirst: false });
const after = (...times: number[]) => times.reduce<Timings>((timings, ms) => withTiming(timings, fresh(ms)), {});

test.each([
  [[], undefined, true],
  [[40], 40, true],
  [[999], 999, true],
  [[1000], 1000, false],
  [[4900], 4900, false],
  [[20, 4900], 20, true],
  [[20, 4900, 30], 30, true],
  [[4900, 20, 4800], 4800, false],
  [[4900, 4900, 4900, 30, 30, 30], 30, true],
] as const)("after queries of %o ms a dataset takes %o", (times, usual, quick) => {
  expect([medianMs(after(...times), 3), isFast(after(...times), 3)]).toEqual([usual, quick]);
});

test("ignores cached results, and the first one of a page unless it is very slow", () => {
  const timings = after(50);
  expect(withTiming(timings, { ...fresh(900), isCached: true })).toBe(timings);
  expect(withTiming(timings, { ...fresh(999), isFirst: true })).toBe(timings);
  expect(withTiming({}, { ...fresh(4000), isFirst: true })).toEqual({ 3: [4000] });
});

test("measures per dataset and evicts the least recently used", () => {
  const many = Array.from({ length: 101 }, (_, id) => id).reduce<Timings>(
    (timings, datasetId) => withTiming(timings, { ...fresh(10), datasetId }),
    {},
  );
  expect(Object.keys(many)).toHaveLength(100);
  expect(isFast(withTiming(many, { ...fresh(1700), datasetId: 5 }), 6)).toBe(true);
});
