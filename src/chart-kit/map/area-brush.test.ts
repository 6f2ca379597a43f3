import { expect, test } from "vitest";
import { areaBrush, areaRanges } from "./area-brush.ts";

const FORM = { spatial: { type: "latlong", lonCol: "lon", latCol: "lat" } };

test("an area is a range of longitudes and one of latitudes, and is shown again", () => {
  const selection = areaBrush(FORM, null)?.select({ west: -10.1234567, east: 20, south: 5, north: 8.5 });
  expect(selection).toEqual({
    clauses: [
      { column: "lon", values: [], range: { from: -10.12346, to: 20, includesEnd: true } },
      { column: "lat", values: [], range: { from: 5, to: 8.5, includesEnd: true } },
    ],
    label: "-10.12 – 20, 5 – 8.5",
  });
  expect(areaBrush(FORM, selection)?.shown).toEqual({ west: -10.12346, east: 20, south: 5, north: 8.5 });
  expect(areaBrush(FORM, null)?.shown).toBeUndefined();
});

test("an area on a repetition of the world is moved back to it", () => {
  const range = (west: number, east: number) =>
    areaBrush(FORM, null)?.select({ west, east, south: 0, north: 1 })?.clauses[0]?.range;
  expect(range(370, 380)).toMatchObject({ from: 10, to: 20 });
  expect(range(-400, 400)).toMatchObject({ from: -180, to: 180 });
});

test("areas have the edges of ranges within what is shown", () => {
  const dimensions = areaBrush(FORM, null)?.dimensions({ west: -10, east: 20, south: 5, north: 8 }) ?? [];
  expect(dimensions.map(({ column }) => column)).toEqual(["lon", "lat"]);
  for (const [at, [from, to]] of [[-10, 20] as const, [5, 8] as const].entries()) {
    const edges = (dimensions[at] as { edges: number[] }).edges;
    expect(edges.length).toBeLessThanOrEqual(201);
    expect([(edges[0] ?? 0) <= from, (edges.at(-1) ?? 0) > to]).toEqual([true, true]);
  }
});

test("only places in two columns have ranges", () => {
  expect(areaRanges(FORM)).toEqual([
    { column: "lon", kind: "number" },
    { column: "lat", kind: "number" },
  ]);
  expect(areaRanges({ spatial: { type: "geohash", geohashCol: "hash" } })).toEqual([]);
  expect(
    areaBrush({ spatial: { ...FORM.spatial, lonCol: { sqlExpression: "a+b", label: "x" } } }, null),
  ).toBeUndefined();
});
