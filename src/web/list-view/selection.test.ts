import { describe, expect, test } from "vitest";
import { maybeRange, rangeText } from "./DateRange.tsx";
import { rowsBetween, withRows } from "./selection.ts";

const page = [1, 2, 3, 4, 5].map((id) => ({ id }));
const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

describe("a range of rows", () => {
  test("works in both directions and includes both ends", () => {
    expect(ids(rowsBetween(page, 2, 4))).toEqual([2, 3, 4]);
    expect(ids(rowsBetween(page, 4, 2))).toEqual([2, 3, 4]);
  });

  test("is one row if the other end is on another page", () => {
    expect(ids(rowsBetween(page, 99, 3))).toEqual([3]);
    expect(ids(rowsBetween(page, undefined, 3))).toEqual([3]);
    expect(rowsBetween(page, 1, 99)).toEqual([]);
  });
});

test("selecting keeps rows of other pages", () => {
  const before = new Map([[9, { id: 9 }]]);
  const chosen = withRows(before, page.slice(0, 2), true);
  expect([...chosen.keys()]).toEqual([9, 1, 2]);
  expect([...withRows(chosen, page, false).keys()]).toEqual([9]);
  expect([...before.keys()]).toEqual([9]);
});

describe("a range of dates", () => {
  test("includes its last day", () => {
    const range = maybeRange("2026-11-01", "2026-11-01");
    expect(range && range[1] - range[0]).toBe(24 * 60 * 60 * 1000);
    expect(range && rangeText(range)).toBe("1 Nov 2026 – 1 Nov 2026");
  });

  test.each([
    ["", "2026-11-01"],
    ["2026-11-01", ""],
    ["2026-11-02", "2026-11-01"],
    ["soon", "2026-11-01"],
  ])("%j to %j is undefined", (from, to) => {
    expect(maybeRange(from, to)).toBeUndefined();
  });
});
