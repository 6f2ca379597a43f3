import { describe, expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { DataRow } from "../../model/query-context.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import { boundsOf, coreBounds, unionOf } from "./bounds.ts";
import { CellForm, cellDrawing } from "./cell-map.ts";
import { aggregate, cellMeters, cellsOf, placesOfCells, quantile } from "./cells.ts";
import { areaIn, featuresIn, pointsIn } from "./geometry.ts";
import { markUnder } from "./map-keyboard.ts";
import { locatedRows, markOf, missingLocationWarning, tooltipText, tooltipWriter } from "./map-rows.ts";
import type { MapMark, MapSpec } from "./map-spec.ts";
import { type Position, positionIn, toPosition } from "./spatial.ts";
import { emptyWithoutWeight, WeightedForm, weightedRows, weightedSummary } from "./weighted.ts";

const theme = chartTheme("light");
const spatial = { type: "latlong", latCol: "lat", lonCol: "lon" } as const;

function inputOf<F>(
  Form: { parse(form: unknown): F },
  rows: readonly DataRow[],
  form: Record<string, unknown> = {},
  more = {},
) {
  const colnames = Object.keys(rows[0] ?? {});
  return {
    formData: Form.parse({ viz_type: "x", datasource: "1__table", spatial, ...form }),
    results: [{ data: [...rows], colnames, coltypes: colnames.map((name) => (name === "city" ? 1 : 0)) }],
    ...{ theme, colorOf: new LabelColors().chart(1), rampOf: () => ["#eeeeee", "#000000"], width: 400, height: 300 },
    ...more,
  } as unknown as TransformInput<F & WeightedForm>;
}

describe("locations of rows", () => {
  test.each([
    ["at the poles", 0, 90, [0, 90]],
    ["at the date line", 180, 0, [180, 0]],
    ["one and a half turns around", 540, 0, [540, 0]],
    ["two turns around", 541, 0, null],
    ["with text that isn't a number", "8°", 47, null],
    ["NaN", Number.NaN, 47, null],
    ["infinitely far", Number.POSITIVE_INFINITY, 0, null],
    ["blank", "  ", 47, null],
  ])("%s", (_, longitude, latitude, place) => expect(toPosition(longitude, latitude)).toEqual(place));

  test("parses one column with spaces, in the configured order", () => {
    const at = (value: string | null, more = {}) =>
      positionIn({ at: value }, { type: "delimited", lonlatCol: "at", ...more });
    expect([at(" 8.5 , 47 "), at("8.5,47,99"), at(null), at("8.5;47")]).toEqual([[8.5, 47], [8.5, 47], null, null]);
    expect(at("47 8.5", { delimiter: " ", reverseCheckbox: true })).toEqual([8.5, 47]);
  });

  test("counts rows without a location", () => {
    const rows = [
      { lon: 8, lat: 47 },
      { lon: null, lat: 47 },
      { lon: 8, lat: 91 },
    ];
    const { placed, left } = locatedRows({ results: [{ data: rows }] }, (row) => positionIn(row, spatial));
    expect([placed.map(({ at }) => at), left]).toEqual([[[8, 47]], 2]);
    expect([
      missingLocationWarning(2, 1),
      missingLocationWarning(1234, 5),
      missingLocationWarning(0, 5),
      missingLocationWarning(3, 0),
    ]).toEqual([
      { warning: "2 rows without a location were left out" },
      { warning: "1,234 rows without a location were left out" },
      ...[{}, {}],
    ]);
  });
});

describe("the visible area", () => {
  test("includes points on both sides of the antimeridian", () => {
    expect(
      boundsOf([
        [-179, 0],
        [179, 10],
      ]),
    ).toEqual([-179, 0, 179, 10]);
    expect(
      boundsOf([
        [179, 0],
        [181, 10],
      ]),
    ).toEqual([179, 0, 181, 10]);
  });

  test("includes all charts, and is empty without points", () => {
    expect(unionOf([[0, 0, 1, 1], null, [5, -3, 6, 2]])).toEqual([0, -3, 6, 2]);
    expect(unionOf([null, null])).toBeNull();
    expect(unionOf([])).toBeNull();
  });

  test("keeps a few distant points if the map is allowed to grow enough", () => {
    const city = Array.from({ length: 200 }, (_, i): Position => [10 + (i % 20) / 100, 50 + i / 2000]);
    const all = [...city, [20, 50] as const];
    expect(coreBounds(all, 1e6)?.[2]).toBe(20);
    expect(coreBounds(all)?.[2]).toBeLessThan(11);
  });

  test("has a margin around points in one place", () => {
    const [west = 0, south = 0, east = 0, north = 0] =
      coreBounds(Array.from({ length: 100 }, () => [8, 47] as const)) ?? [];
    expect(east - west).toBeCloseTo(0.02, 6);
    expect(north - south).toBeCloseTo(0.02, 6);
  });
});

describe("invalid lines and areas", () => {
  test("drop invalid points, and are dropped with fewer than two", () => {
    expect(pointsIn('[[8,47],[null,1],["9","48"],[0,99]]', "json", false)).toEqual([
      [8, 47],
      [9, 48],
    ]);
    expect(pointsIn("[[8,47],[0,99]]", "json", false)).toBeNull();
    expect(pointsIn('"text"', "json", false)).toBeNull();
    expect(pointsIn("[[47,8],[48,9]]", "json", true)).toEqual([
      [8, 47],
      [9, 48],
    ]);
    expect(pointsIn("", "polyline", false)).toBeNull();
  });

  test("drop a shape with a point beyond the pole", () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 95],
      [0, 0],
    ];
    expect(areaIn(JSON.stringify({ type: "Polygon", coordinates: [ring] }), "json", false)).toBeNull();
    expect(featuresIn(JSON.stringify({ type: "Polygon", coordinates: [ring] }))).toEqual([]);
    expect(
      featuresIn('{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":7}'),
    ).toMatchObject([{ properties: {} }]);
  });
});

describe("a cell's value", () => {
  const VALUES = [4, 1, 3, 2];
  test.each([
    ["sum", 10],
    ["count", 4],
    ["mean", 2.5],
    ["median", 2.5],
    ["min", 1],
    ["max", 4],
    ["variance", 1.25],
    ["deviation", Math.sqrt(1.25)],
    ["p99", 3.97],
    ["p1", 1.03],
  ] as const)("with %s is %d", (aggregation, value) => expect(aggregate(VALUES, aggregation)).toBeCloseTo(value, 9));

  test("is the value of a single point, whatever the aggregation", () => {
    for (const aggregation of ["sum", "mean", "median", "min", "max", "p5", "p95"] as const)
      expect(aggregate([-7], aggregation), aggregation).toBe(-7);
    expect([aggregate([-7], "variance"), quantile([], 0.5), quantile([3], 0.99)]).toEqual([0, 0, 3]);
  });

  test("adds up to the total, in squares and hexagons, everywhere on earth", () => {
    const points = Array.from({ length: 300 }, (_, i) => ({
      at: [(i % 20) * 18 - 180, (i % 17) * 10 - 80] as const,
      weight: i,
    }));
    for (const shape of ["square", "hexagon"] as const) {
      const cells = cellsOf(points, { shape, meters: 500_000, aggregation: "sum" });
      expect(cells.reduce((sum, { value }) => sum + value, 0)).toBe((299 * 300) / 2);
      expect(cells.flatMap((cell) => cell.points).toSorted((a, b) => a - b)).toEqual(points.map((_, i) => i));
      expect(cells.every(({ ring }) => ring.flat().every(Number.isFinite))).toBe(true);
    }
  });

  test("is empty without points, with a valid size", () => {
    expect(cellsOf([], { shape: "square", meters: null, aggregation: "sum" })).toEqual([]);
    expect(cellMeters([], null)).toBeGreaterThan(0);
    expect(placesOfCells([], [])).toEqual([]);
  });
});

describe("a cell map", () => {
  const rows = (...list: DataRow[]) => list.map((row) => ({ lon: 8, lat: 47, ...row }));
  const drawn = (list: readonly DataRow[], form = {}) => {
    const input = inputOf(CellForm, list, { size: "n", ...form }) as unknown as Parameters<typeof cellDrawing>[0];
    return cellDrawing(input, "square");
  };
  const heights = (of: ReturnType<typeof drawn>) => {
    const [layer] = of.props.layers;
    return layer?.kind === "columns" ? layer.cells.map(({ elevation }) => elevation) : [];
  };

  test("has columns as high as its values, and flat ones for negative values", () => {
    const high = heights(drawn(rows({ n: 10 }, { n: 5, lat: 48 }, { n: -5, lat: 49 })));
    expect(high[0]).toBeGreaterThan(0);
    expect((high[1] ?? 0) / (high[0] ?? 1)).toBeCloseTo(0.5, 9);
    expect(high[2]).toBe(0);
  });

  test("counts each point once without a weight", () => {
    expect(drawn(rows({}, {}), { size: null }).summary).toBe("Map of 2 locations in 1 square by number, 2.");
  });

  test("is empty without points and shows how many were left out", () => {
    const empty = drawn([{ lon: null, lat: null, n: 1 }]);
    expect([empty.isEmpty, empty.warning]).toEqual([true, undefined]);
    expect(empty.summary).toBe("Map of points by square: no values.");
    expect(drawn(rows({ n: 1 }, { n: 1, lat: null })).warning).toBe("1 row without a location was left out");
  });

  test("can't filter by a cell with too many rows", () => {
    const many = drawn(rows(...Array.from({ length: 501 }, () => ({ n: 1 }))));
    expect(many.props.layers[0]?.mark?.(0)?.selection).toBeNull();
  });
});

describe("weighted points", () => {
  const ROWS = [
    { lon: 8, lat: 47, n: 5 },
    { lon: 9, lat: 47, n: null },
    { lon: 9, lat: 48, n: "x" },
  ];

  test("weigh 0 without a number, and 1 without a metric", () => {
    expect(weightedRows(inputOf(WeightedForm, ROWS, { size: "n" })).points.map(({ weight }) => weight)).toEqual([
      5, 0, 0,
    ]);
    expect(weightedRows(inputOf(WeightedForm, ROWS)).points.map(({ weight }) => weight)).toEqual([1, 1, 1]);
    expect(weightedRows(inputOf(WeightedForm, ROWS, { spatial: null })).left).toBe(3);
  });

  test("are summarized by count and total", () => {
    expect(weightedSummary(weightedRows(inputOf(WeightedForm, ROWS, { size: "n" })), "Heat map")).toBe(
      "Heat map of 3 locations by n, 5 in all.",
    );
    expect(weightedSummary(weightedRows(inputOf(WeightedForm, ROWS.slice(0, 1))), "Heat map")).toBe(
      "Heat map of 1 location by number, 1 in all.",
    );
  });

  test("show a warning when no point is visible", () => {
    const isVisible = (weight: number) => weight > 0;
    const none = weightedRows(inputOf(WeightedForm, ROWS.slice(1), { size: "n" }));
    expect(emptyWithoutWeight(none, isVisible)).toEqual({
      isEmpty: true,
      warning: "Points without a weight aren't visible",
    });
    expect(emptyWithoutWeight(weightedRows(inputOf(WeightedForm, [])), isVisible)).toEqual({ isEmpty: true });
    expect(emptyWithoutWeight(weightedRows(inputOf(WeightedForm, ROWS, { size: "n" })), isVisible)).toEqual({
      isEmpty: false,
    });
  });
});

describe("a point's tooltip", () => {
  const ROWS = [
    { lon: 8, lat: 47, city: "Zürich 🏔️", n: 12_345.678 },
    { lon: 8, lat: 47, city: null, n: null },
  ];

  test("shows title, column names and missing values", () => {
    const write = tooltipWriter(inputOf(WeightedForm, ROWS), ["city", "n", "gone"], "city");
    expect(write(ROWS[0] ?? {})).toEqual({ title: "Zürich 🏔️", rows: [{ label: "n", value: "12,345.68" }] });
    expect(write(ROWS[1] ?? {})).toEqual({ title: "N/A", rows: [{ label: "n", value: "N/A" }] });
  });

  test("shows the configured columns once each, without an empty title", () => {
    const input = inputOf(WeightedForm, ROWS, { tooltip_contents: ["city", "city", "gone"] });
    expect(tooltipWriter(input, ["n"], "gone")(ROWS[0] ?? {})).toEqual({
      rows: [{ label: "city", value: "Zürich 🏔️" }],
    });
  });

  test("has a one-line text", () => {
    expect(
      tooltipText({
        title: "Zürich",
        rows: [
          { label: "n", value: "5" },
          { label: "m", value: "6" },
        ],
      }),
    ).toBe("Zürich: n 5, m 6");
    expect([tooltipText({ title: "Zürich", rows: [] }), tooltipText({ rows: [] })]).toEqual(["Zürich", ""]);
  });

  test("uses the author's template, and the mark filters by its columns", () => {
    const input = inputOf(
      WeightedForm,
      ROWS,
      { tooltip_template: "{{city}}" },
      {
        selected: { clauses: [{ column: "city", values: ["Zürich 🏔️"] }], label: "" },
      },
    );
    const [row = {}] = ROWS;
    const mark = markOf(input, { at: [8, 47], tooltip: { rows: [] }, columns: ["city"], row });
    expect(mark).toMatchObject({ template: { text: "{{city}}", values: row }, isSelected: true });
    expect(mark.selection?.clauses).toEqual([{ column: "city", values: ["Zürich 🏔️"] }]);
  });
});

describe("the mark under the pointer", () => {
  const mark = (text: string) =>
    ({ text, at: [0, 0], tooltip: { rows: [] }, selection: null, isSelected: false }) as MapMark;
  const layers = [
    { id: "lines", kind: "paths", count: 1, mark: () => mark("line"), near: () => mark("near line") },
    { id: "points", kind: "points", count: 1, mark: () => mark("point") },
    { id: "squares", kind: "screen-grid", count: 0, cell: (value: number) => mark(`cell of ${value}`) },
  ];
  const under = (hit: object | null) =>
    markUnder({ layers } as unknown as MapSpec, hit && ({ layer: "", index: 0, x: 0, y: 0, ...hit } as never))?.text;

  test("is found in its layer, a sublayer or a cell", () => {
    expect([under({ layer: "points" }), under({ layer: "points-fill" }), under({ layer: "pointsfill" })]).toEqual([
      ...["point", "point", undefined],
    ]);
    expect(under({ layer: "squares", cell: { value: 5, points: [], at: [0, 0] } })).toBe("cell of 5");
    expect(under({ layer: "squares" })).toBeUndefined();
    expect(under({ layer: "points", mark: mark("cluster") })).toBe("cluster");
  });

  test("is the nearest mark for layers with their own hit testing", () => {
    expect([under({ at: [0, 0] }), under({}), under(null)]).toEqual(["near line", undefined, undefined]);
  });
});
