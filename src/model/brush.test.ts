import { expect, test } from "vitest";
import { binsOf, justAbove, MOST_EDGES, thinnedEdges } from "./brush.ts";

const range = (from: number, to: number, includesEnd?: boolean) => ({
  column: "x",
  values: [],
  range: { from, to, ...(includesEnd ? { includesEnd } : {}) },
});

test("a range of whole bins is their positions", () => {
  const months = { column: "x", edges: [0, 31, 59, 90] };
  expect(binsOf(months, range(0, 31))).toEqual([0, 1]);
  expect(binsOf(months, range(31, 90))).toEqual([1, 3]);
  expect(binsOf(months, { column: "x", values: [] })).toBeUndefined();
});

test("a range that ends with a point includes the point, and not what follows", () => {
  const edges = [1, justAbove(1), 2.5, justAbove(2.5), 4, justAbove(4)];
  expect(binsOf({ column: "x", edges }, range(1, 2.5, true))).toEqual([0, 3]);
  expect(binsOf({ column: "x", edges }, range(4, 4, true))).toEqual([4, 5]);
});

test("a range between edges takes the closest ones, and at least one bin", () => {
  const dimension = { column: "x", edges: [0, 10, 20, 30] };
  expect(binsOf(dimension, range(9, 21))).toEqual([1, 2]);
  expect(binsOf(dimension, range(10, 11))).toEqual([1, 2]);
  expect(binsOf(dimension, range(29, 99))).toEqual([2, 3]);
});

test("values next to each other are a range", () => {
  const dimension = { column: "x", values: ["a", null, "c"] };
  expect(binsOf(dimension, { column: "x", values: [null, "c"] })).toEqual([1, 3]);
  expect(binsOf(dimension, { column: "x", values: ["a", "c"] })).toBeUndefined();
  expect(binsOf(dimension, { column: "x", values: ["d"] })).toBeUndefined();
});

test("the edge behind a number is the next number", () => {
  for (const value of [1, 2.5, -3, 0, 1e300, 2 ** 62]) {
    const above = justAbove(value);
    expect(above).toBeGreaterThan(value);
    expect(value + (above - value) / 2 === value || value + (above - value) / 2 === above).toBe(true);
  }
});

test("too many edges are thinned, with both ends", () => {
  const edges = Array.from({ length: 3650 }, (_, day) => day);
  const fewer = thinnedEdges(edges);
  expect([fewer.length, fewer[0], fewer.at(-1)]).toEqual([MOST_EDGES, 0, 3649]);
  expect(new Set(fewer).size).toBe(MOST_EDGES);
  expect(thinnedEdges([1, 2])).toEqual([1, 2]);
});
