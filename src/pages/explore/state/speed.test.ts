import { expect, test } from "vitest";
import { isQuick, type Speeds, usualMs, withAnswer } from "./speed.ts";

const fresh = (ms: number) => ({ datasetId: 3, ms, isCached: false, isFirst: false });
const after = (...times: number[]) => times.reduce<Speeds>((speeds, ms) => withAnswer(speeds, fresh(ms)), {});

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
] as const)("after answers in %o ms a dataset takes %o", (times, usual, quick) => {
  expect([usualMs(after(...times), 3), isQuick(after(...times), 3)]).toEqual([usual, quick]);
});

test("the cache tells nothing, nor does the first answer of a page unless it is slow beyond doubt", () => {
  const speeds = after(50);
  expect(withAnswer(speeds, { ...fresh(900), isCached: true })).toBe(speeds);
  expect(withAnswer(speeds, { ...fresh(999), isFirst: true })).toBe(speeds);
  expect(withAnswer({}, { ...fresh(4000), isFirst: true })).toEqual({ 3: [4000] });
});

test("datasets are measured apart, and the longest unused are forgotten", () => {
  const many = Array.from({ length: 101 }, (_, id) => id).reduce<Speeds>(
    (speeds, datasetId) => withAnswer(speeds, { ...fresh(10), datasetId }),
    {},
  );
  expect(Object.keys(many)).toHaveLength(100);
  expect(isQuick(withAnswer(many, { ...fresh(1700), datasetId: 5 }), 6)).toBe(true);
});
