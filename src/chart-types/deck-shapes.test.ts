import { describe, expect, test } from "vitest";
import type { MapLayer, MapSpec } from "../chart-kit/map/map-spec.ts";
import type { ChartType } from "../chart-seam/chart-type.ts";
import { type DrawOptions, drawChart } from "../testing/chart.ts";
import { definition as deckArc } from "./deck-arc/definition.ts";
import { definition as deckGeojson } from "./deck-geojson/definition.ts";
import { definition as deckPath } from "./deck-path/definition.ts";
import { definition as deckPolygon } from "./deck-polygon/definition.ts";

type Row = Record<string, unknown>;

function draw(type: ChartType, form: Row, rows: readonly Row[], options: DrawOptions = {}) {
  const { drawing } = drawChart(type, form, rows, options);
  const picture = drawing.props as MapSpec;
  const layerOf = <K extends MapLayer["kind"]>(kind: K) =>
    picture.layers.find((layer): layer is Extract<MapLayer, { kind: K }> => layer.kind === kind);
  return { ...drawing, picture, layerOf };
}

const line = (...points: (readonly [number, number])[]) => JSON.stringify(points);
const SQUARE = [
  [8, 47],
  [9, 47],
  [9, 48],
  [8, 48],
  [8, 47],
] as const;
const chosen = (column: string, value: unknown) => ({ clauses: [{ column, values: [value as string] }], label: "" });

describe("lines on a map", () => {
  const FORM = { line_column: "path" };
  const lines = (rows: readonly Row[], form: Row = {}, options: DrawOptions = {}) =>
    draw(deckPath, { ...FORM, ...form }, rows, options);

  test("need two points; others are counted", () => {
    const drawn = lines([
      { path: line([8, 47], [9, 48]) },
      { path: line([8, 47]) },
      { path: null },
      { path: "no line" },
    ]);
    expect(drawn.layerOf("paths")?.paths.map(({ path }) => path)).toEqual([
      [
        [8, 47],
        [9, 48],
      ],
    ]);
    expect([drawn.summary, drawn.warning]).toEqual(["Map of 1 line.", "3 rows without a location were left out"]);
  });

  test("are empty if no row has one, without a warning", () => {
    expect(lines([{ path: null }])).toMatchObject({ isEmpty: true, summary: "Map of 0 lines." });
    expect(lines([{ path: null }]).warning).toBeUndefined();
    expect(lines([]).picture.bounds).toBeNull();
  });

  test("can have the latitude first", () => {
    const [reversed] =
      lines([{ path: line([47, 8], [48, 9]) }], { reverse_long_lat: true }).layerOf("paths")?.paths ?? [];
    expect(reversed?.path).toEqual([
      [8, 47],
      [9, 48],
    ]);
  });

  test("show dimension and value at their midpoint, and cross-filter by the dimension", () => {
    const rows = [{ path: line([8, 47], [8.5, 47.5], [9, 48]), route: "S5 😀", n: 1234 }];
    const drawn = lines(rows, { dimension: "route", metric: "n" });
    expect(drawn.layerOf("paths")?.mark?.(0)).toMatchObject({
      ...{ at: [8.5, 47.5], text: "route S5 😀, n 1,234" },
      selection: { clauses: [{ column: "route", values: ["S5 😀"] }] },
    });
    expect(drawn.layerOf("paths")?.mark?.(7)).toBeNull();
  });

  test("are muted unless selected", () => {
    const rows = ["a", "b"].map((route, i) => ({ path: line([8, 47 + i], [9, 48 + i]), route }));
    const { paths = [] } =
      lines(rows, { dimension: "route" }, { selected: chosen("route", "a") }).layerOf("paths") ?? {};
    expect(paths[0]?.color[3]).toBeGreaterThan(paths[1]?.color[3] ?? 255);
  });
});

describe("areas on a map", () => {
  const FORM = { line_column: "outline", metric: "n" };
  const areas = (values: readonly unknown[], form: Row = {}, options: DrawOptions = {}) =>
    draw(
      deckPolygon,
      { ...FORM, ...form },
      values.map((n, i) => ({ outline: line(...SQUARE.map(([x, y]) => [x + i, y] as const)), n })),
      options,
    );
  const fills = (of: ReturnType<typeof areas>) => of.layerOf("shapes")?.shapes.map(({ fill }) => String(fill)) ?? [];
  const labels = (of: ReturnType<typeof areas>) =>
    of.picture.legend?.parts.flatMap((part) => (part.kind === "items" ? part.items.map(({ label }) => label) : []));

  test("are colored in steps of equal width, listed in the legend", () => {
    const drawn = areas([0, 10, 25, 100], { num_buckets: 4 });
    expect(labels(drawn)).toEqual(["0 to 25", "25 to 50", "50 to 75", "75 to 100"]);
    const [first, second, third, last] = fills(drawn);
    expect([first === second, second === third, third === last]).toEqual([true, false, false]);
  });

  test("use the author's steps in any order, and the nearest step beyond them", () => {
    const drawn = areas([-5, 5, 15, 500], { break_points: ["20", "0", "10"] });
    expect(labels(drawn)).toEqual(["0 to 10", "10 to 20"]);
    const [below, inFirst, inSecond, above] = fills(drawn);
    expect([below === inFirst, inSecond === above, inFirst === inSecond]).toEqual([true, true, false]);
  });

  test("have one step for a single value, and steps below zero", () => {
    expect(labels(areas([7, 7]))).toEqual(["7"]);
    expect(labels(areas([-30, -10], { num_buckets: 2 }))).toEqual(["-30 to -20", "-20 to -10"]);
  });

  test("have a height by value or as configured, and are opaque in 3D", () => {
    const heights = (point_radius_fixed: unknown) =>
      areas([1, 3], { point_radius_fixed, multiplier: 10, extruded: true })
        .layerOf("shapes")
        ?.shapes.map(({ elevation }) => elevation);
    expect(heights({ type: "fix", value: 5 })).toEqual([50, 50]);
    expect(heights({ type: "metric", value: "n" })).toEqual([10, 30]);
    expect(fills(areas([1, 3], { extruded: true })).every((fill) => fill.endsWith(",255"))).toBe(true);
  });

  test("have no legend if they have one color", () => {
    const drawn = areas([1, 2], { metric: null, fill_color_picker: { r: 1, g: 2, b: 3, a: 1 } });
    expect([fills(drawn), drawn.picture.legend]).toEqual([["1,2,3,255", "1,2,3,255"], null]);
    expect(drawn.summary).toBe("Map of 2 areas.");
  });

  test("use the author's opacity, limited to 0 to 100", () => {
    const alpha = (opacity: unknown) => fills(areas([1, 2], { opacity, extruded: false }))[0]?.split(",")[3];
    expect([alpha(50), alpha(-5), alpha(500)]).toEqual(["128", "0", "255"]);
  });
});

describe("shapes on a map", () => {
  const feature = (properties: Row | null, geometry: object = { type: "Polygon", coordinates: [SQUARE] }) =>
    JSON.stringify({ type: "Feature", properties, geometry });
  const shapes = (features: readonly (string | null)[], form: Row = {}) =>
    draw(
      deckGeojson,
      { geojson: "shape", ...form },
      features.map((shape) => ({ shape })),
    );

  test("use their own colors in any notation, or the chart's", () => {
    const fillsOf = (...all: Row[]) =>
      shapes(
        all.map((one) => feature(one)),
        { fill_color_picker: { r: 1, g: 2, b: 3, a: 1 } },
      )
        .layerOf("shapes")
        ?.shapes.map(({ fill }) => fill.slice(0, 3));
    expect(fillsOf({ fillColor: "#FF0000" }, { fill: [0, 255, 0] }, { fill: { r: 0, g: 0, b: 255, a: 1 } })).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ]);
    expect(fillsOf({ fill: "red" }, { fill: [1, "x", 2] }, {}, { fill: null })).toEqual(Array(4).fill([1, 2, 3]));
  });

  test("show their properties, except colors and nested values", () => {
    const [layer] = [
      shapes([feature({ name: "Zürich", people: 5, isOpen: true, fillColor: "#fff", list: [1], none: null })]).layerOf(
        "shapes",
      ),
    ];
    expect(layer?.mark?.(0)?.tooltip.rows).toEqual([
      { label: "name", value: "Zürich" },
      { label: "people", value: "5" },
      { label: "isOpen", value: "true" },
    ]);
  });

  test("are split from a collection; rows without one are counted", () => {
    const collection = JSON.stringify({
      type: "FeatureCollection",
      features: [JSON.parse(feature({})), JSON.parse(feature(null))],
    });
    const drawn = shapes([collection, null, "{"]);
    expect([drawn.summary, drawn.warning]).toEqual(["Map of 2 shapes.", "2 rows without a location were left out"]);
  });

  test("are 3D only if they have a height", () => {
    const stands = (...heights: unknown[]) => {
      const layer = shapes(
        heights.map((elevation) => feature({ elevation })),
        { extruded: true },
      ).layerOf("shapes");
      return [layer?.isExtruded, layer?.shapes.map(({ elevation }) => elevation)];
    };
    expect(stands(100, "50", null)).toEqual([true, [100, 50, 0]]);
    expect(stands("high", -5)).toEqual([false, [0, -5]]);
  });

  test("can have names of any type, larger shapes first, with a warning that external icons aren't drawn", () => {
    const small = { type: "Point", coordinates: [1, 2] };
    const drawn = shapes([feature({ name: 0 }, small), feature({ name: "large" }), feature({ name: null })], {
      enable_labels: true,
      enable_icons: true,
    });
    expect(drawn.layerOf("labels")?.labels.map(({ text }) => text)).toEqual(["large", "0"]);
    expect(drawn.warning).toBe("Icons from other websites aren't shown");
  });
});

describe("arcs on a map", () => {
  const end = (of: string) => ({ type: "latlong", lonCol: `${of}_lon`, latCol: `${of}_lat` });
  const arc = (a: readonly [unknown, unknown], b: readonly [unknown, unknown], more: Row = {}) => ({
    a_lon: a[0],
    a_lat: a[1],
    b_lon: b[0],
    b_lat: b[1],
    ...more,
  });
  const arcs = (rows: readonly Row[], form: Row = {}, options: DrawOptions = {}) =>
    draw(deckArc, { start_spatial: end("a"), end_spatial: end("b"), ...form }, rows, options);

  test("need two valid locations; others are counted", () => {
    const drawn = arcs([arc([8, 47], [9, 48]), arc([8, 47], [null, 48]), arc([8, 147], [9, 48])]);
    expect([drawn.summary, drawn.warning]).toEqual([
      "Map of 1 arc between 2 locations.",
      "2 rows without a location were left out",
    ]);
    expect(arcs([arc([null, null], [9, 48])]).isEmpty).toBe(true);
    expect(arcs([arc([8, 47], [9, 48])], { end_spatial: null }).isEmpty).toBe(true);
  });

  test("have their category's color at both ends, and a legend", () => {
    const rows = ["ship", "train", null].map((by, i) => arc([8, 47], [9, 48 + i], { by }));
    const drawn = arcs(rows, { dimension: "by", color_scheme_type: "categorical_palette" });
    const { arcs: all = [] } = drawn.layerOf("arcs") ?? {};
    expect(all.every(({ fromColor, toColor }) => String(fromColor) === String(toColor))).toBe(true);
    expect(new Set(all.map(({ fromColor }) => String(fromColor))).size).toBe(3);
    expect(drawn.picture.legend?.parts).toMatchObject([
      { items: [{ label: "ship" }, { label: "train" }, { label: "<NULL>" }] },
    ]);
  });

  test("are fainter if there are very many", () => {
    const alpha = (count: number) =>
      arcs(Array.from({ length: count }, (_, i) => arc([8, 47], [9 + i / 1000, 48]))).layerOf("arcs")?.arcs[0]
        ?.fromColor[3] ?? 0;
    expect(alpha(500)).toBeLessThan(alpha(5));
  });

  test("show both ends and cross-filter by them, and are muted at both unless selected", () => {
    const rows = [arc([8, 47], [9, 48]), arc([1, 2], [3, 4])];
    const [mark] = [arcs(rows).layerOf("arcs")?.mark?.(0)];
    expect(mark?.selection?.clauses.map(({ column, values }) => [column, values[0]])).toEqual([
      ["a_lon", 8],
      ["a_lat", 47],
      ["b_lon", 9],
      ["b_lat", 48],
    ]);
    const { arcs: all = [] } = arcs(rows, {}, { selected: mark?.selection ?? null }).layerOf("arcs") ?? {};
    expect(all[1]?.fromColor[3]).toBeLessThan(all[0]?.fromColor[3] ?? 0);
    expect(all[1]?.toColor[3]).toBeLessThan(all[0]?.toColor[3] ?? 0);
  });
});
