import { describe, expect, it, test } from "vitest";
import { aggregate, cellMeters, cellsOf } from "./cells.ts";
import { areaIn, boundsOfGeometry, featuresIn, type LineType, pointsIn } from "./geometry.ts";

describe("lines and areas", () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  test.each<[string, unknown, LineType, boolean, unknown]>([
    [
      "a list of points",
      "[[1,2],[3,4]]",
      "json",
      false,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "reversed",
      "[[1,2],[3,4]]",
      "json",
      true,
      [
        [2, 1],
        [4, 3],
      ],
    ],
    [
      "a geometry",
      '{"type":"LineString","coordinates":[[1,2],[3,4]]}',
      "json",
      false,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "an outline of a feature",
      JSON.stringify({ type: "Feature", geometry: { type: "Polygon", coordinates: [square] } }),
      "json",
      false,
      square,
    ],
    [
      "a polyline",
      "_p~iF~ps|U_ulLnnqC",
      "polyline",
      false,
      [
        [-120.2, 38.5],
        [-120.95, 40.7],
      ],
    ],
    [
      "a reversed polyline",
      "_p~iF~ps|U_ulLnnqC",
      "polyline",
      true,
      [
        [-120.2, 38.5],
        [-120.95, 40.7],
      ],
    ],
    ["a single point isn't a line", "[[1,2]]", "json", false, null],
    ["invalid coordinates", '[["a","b"],[1,200]]', "json", false, null],
    ["invalid JSON", "[[1,2", "json", false, null],
    ["an invalid geohash", "!", "geohash", false, null],
    ["nothing", null, "json", false, null],
  ])("%s", (_, value, type, isReversed, points) => {
    expect(pointsIn(value as string, type, isReversed)).toEqual(points);
  });

  it("use the corners of a geohash", () => {
    expect(pointsIn("gcpvj0", "geohash", false)).toHaveLength(5);
  });

  it("keep all parts of an area and close its outline", () => {
    const many = { type: "MultiPolygon", coordinates: [[square], [square]] };
    expect(areaIn(JSON.stringify(many), "json", false)).toEqual(many);
    expect(areaIn("[[0,0],[1,0],[1,1]]", "json", false)).toEqual({ type: "Polygon", coordinates: [square] });
    expect(areaIn("[[0,0],[1,0]]", "json", false)).toBeNull();
  });

  it("are read from features, collections and geometries", () => {
    const point = { type: "Point", coordinates: [1, 2] };
    expect(featuresIn(JSON.stringify(point))).toEqual([{ type: "Feature", geometry: point, properties: {} }]);
    const feature = { type: "Feature", geometry: point, properties: { name: "a" } };
    expect(featuresIn(JSON.stringify({ type: "FeatureCollection", features: [feature, { type: "Feature" }] }))).toEqual(
      [feature],
    );
    expect([null, "", "oops", '{"type":"Point","coordinates":["x"]}', "[]"].map(featuresIn)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(
      boundsOfGeometry({
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 5],
        ],
      }),
    ).toEqual([1, 2, 3, 5]);
  });
});

describe("cells", () => {
  const at = (lon: number, lat: number, weight = 1) => ({ at: [lon, lat] as const, weight });

  it.each(["square", "hexagon"] as const)("hold each place once, the highest first: %s", (shape) => {
    const points = Array.from({ length: 300 }, (_, i) => at((i % 20) / 10, 50 + Math.floor(i / 20) / 10, i % 7));
    const cells = cellsOf(points, { shape, meters: 30_000, aggregation: "sum" });
    expect(cells.flatMap((cell) => cell.points).sort((a, b) => a - b)).toEqual(points.map((_, i) => i));
    expect(cells.length).toBeGreaterThan(8);
    expect(cells.map(({ value }) => value)).toEqual(cells.map(({ value }) => value).sort((a, b) => b - a));
    const sides = shape === "square" ? 4 : 6;
    for (const { ring } of cells) expect(ring).toHaveLength(sides + 1);
  });

  it("contain the points nearest to their center", () => {
    const points = Array.from({ length: 200 }, (_, i) => at(((i * 37) % 100) / 100, ((i * 61) % 100) / 100));
    for (const shape of ["square", "hexagon"] as const) {
      const cells = cellsOf(points, { shape, meters: 9000, aggregation: "count" });
      const far = (a: readonly [number, number], b: readonly [number, number]) =>
        (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
      for (const cell of cells) {
        for (const index of cell.points) {
          const own = far(points[index]!.at, cell.middle);
          expect(Math.min(...cells.map(({ middle }) => far(points[index]!.at, middle)))).toBeGreaterThan(own - 1e-6);
        }
      }
    }
  });

  it("have an automatic round size unless set", () => {
    const points = [at(0, 0), at(10, 0), at(5, 5)];
    expect(cellMeters(points, 500)).toBe(500);
    expect(cellMeters(points, null)).toBe(100_000);
    const many = Array.from({ length: 400 }, (_, index) => at(index / 40, 5));
    expect(cellMeters(many, null)).toBe(30_000);
    expect(cellMeters([at(1, 1)], null)).toBe(500);
    expect(cellsOf([], { shape: "square", meters: null, aggregation: "sum" })).toEqual([]);
  });

  test.each([
    ["sum", 10],
    ["count", 4],
    ["mean", 2.5],
    ["min", 1],
    ["max", 4],
    ["median", 2.5],
    ["variance", 1.25],
    ["deviation", Math.sqrt(1.25)],
    ["p1", 1.03],
    ["p5", 1.15],
    ["p95", 3.85],
    ["p99", 3.97],
  ] as const)("aggregate to one number: %s", (aggregation, value) => {
    expect(aggregate([4, 1, 3, 2], aggregation)).toBeCloseTo(value, 10);
  });
});
