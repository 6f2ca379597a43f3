import { describe, expect, test } from "vitest";
import { markUnder, nextMark } from "../chart-kit/map/map-keyboard.ts";
import type { MapLayer, MapSpec } from "../chart-kit/map/map-spec.ts";
import { groundOf } from "../chart-kit/map/map-style.ts";
import type { Selection } from "../chart-seam/chart-type.ts";
import { drawChart, type Parsed } from "../testing/chart.ts";
import { definition as deckArc } from "./deck-arc/definition.ts";
import { definition as deckContour } from "./deck-contour/definition.ts";
import { definition as deckGeojson } from "./deck-geojson/definition.ts";
import { definition as deckGrid } from "./deck-grid/definition.ts";
import { definition as deckHeatmap } from "./deck-heatmap/definition.ts";
import { definition as deckPath } from "./deck-path/definition.ts";
import { definition as deckPolygon } from "./deck-polygon/definition.ts";
import { definition as deckScatter } from "./deck-scatter/definition.ts";
import { definition as deckScreengrid } from "./deck-screengrid/definition.ts";
import { definition as pointClusterMap } from "./point-cluster-map/definition.ts";

const ROWS = Array.from({ length: 12 }, () => ({ lon: 8, lat: 47, n: 2, country: "CH" }));
const SPATIAL = { type: "latlong", latCol: "lat", lonCol: "lon" };

const UNMARKED = [deckContour, deckHeatmap, deckScreengrid].map((type) => [type.key, type] as const);

test.each(UNMARKED)("%s summarizes places together, and filters by them", (key, type) => {
  const tooltipForm = { tooltip_contents: ["country"], tooltip_template: "{{country}}" };
  const form = { viz_type: key, datasource: "7__table", size: "n", spatial: SPATIAL, ...tooltipForm };
  const draw = (selected?: Selection | null) =>
    (drawChart(type, form, ROWS, { selected }).drawing.props as MapSpec).layers;
  const together = ([first, ...others]: readonly MapLayer[]) => {
    const points = ROWS.map((_, index) => index);
    return first?.kind === "screen-grid" ? first.cell(24, points, [8, 47]) : (others.at(-1)?.mark?.(0) ?? null);
  };
  const mark = together(draw());
  expect(mark?.tooltip.rows.map(({ value }) => value)).toEqual(["24", "12", "CH"]);
  expect(mark?.template).toMatchObject({ text: "{{country}}", values: { country: "CH", n: 24 } });
  expect(mark?.selection?.clauses).toEqual([
    { column: "lon", values: [8] },
    { column: "lat", values: [47] },
  ]);
  expect([mark?.isSelected, together(draw(mark?.selection))?.isSelected]).toEqual([false, true]);
  if (key !== "deck_screengrid") {
    const found = (at: readonly [number, number]) =>
      markUnder({ layers: draw() } as unknown as MapSpec, { layer: "", index: -1, x: 0, y: 0, at });
    expect([found([8, 47])?.tooltip, found([9, 47])]).toEqual([mark?.tooltip, null]);
  }
  const walked = nextMark({ layers: draw() } as unknown as MapSpec, null, "ArrowRight");
  expect(walked?.mark.selection).toEqual(mark?.selection);
  expect(type.behaviors).toContain("cross-filter");
});

test("the legend ranges from few to many for counts, and from low to high for other weights", () => {
  const endsOf = (type: typeof deckHeatmap, size: unknown) => {
    const form = { viz_type: type.key, datasource: "7__table", spatial: SPATIAL, size };
    const [part] = (drawChart(type, form, ROWS).drawing.props as MapSpec).legend?.parts ?? [];
    return part?.kind === "ramp" ? [part.low, part.high] : [];
  };
  const adhoc = (aggregate: string) => ({
    expressionType: "SIMPLE",
    aggregate,
    column: { column_name: "n" },
    label: "n",
  });
  for (const type of [deckHeatmap, deckScreengrid]) {
    expect(["count", adhoc("COUNT_DISTINCT")].map((size) => endsOf(type, size)[0])).toEqual(["Few", "Few"]);
    expect([endsOf(type, "n"), endsOf(type, adhoc("MAX"))]).toEqual([
      ["Low", "High"],
      ["Low", "High"],
    ]);
  }
});

test("a screen grid shows values by a ramp, by shades of one color, or in steps of different colors", () => {
  const rampIn = (form: object) => {
    const drawn = { viz_type: "deck_screengrid", datasource: "7__table", size: "n", spatial: SPATIAL, ...form };
    const [layer] = (drawChart(deckScreengrid, drawn, ROWS).drawing.props as MapSpec).layers;
    if (layer?.kind !== "screen-grid") throw new Error("no squares");
    return { isStepped: layer.isStepped, hues: new Set(layer.ramp.map(([r, g, b]) => `${r} ${g} ${b}`)).size };
  };
  expect(rampIn({})).toMatchObject({ isStepped: false });
  expect(rampIn({ color_scheme_type: "fixed_color" })).toEqual({ isStepped: false, hues: 1 });
  expect(rampIn({ color_scheme_type: "categorical_palette" })).toEqual({ isStepped: true, hues: 6 });
});

test("a map that fits its data keeps the author's angle", () => {
  const viewport = { longitude: 1, latitude: 2, zoom: 3, bearing: 38, pitch: 60 };
  const drawn = (form: object) => {
    const whole = { viz_type: "deck_scatter", datasource: "7__table", spatial: SPATIAL, ...form };
    return drawChart(deckScatter, whole, ROWS).drawing.props as MapSpec;
  };
  expect(drawn({ viewport, autozoom: true })).toMatchObject({ view: null, angle: { bearing: 38, pitch: 60 } });
  expect(drawn({ viewport, autozoom: false }).view).toEqual(viewport);
  expect(drawn({ viewport: undefined })).not.toHaveProperty("angle");
});

describe("map server styles", () => {
  const KEPT = [
    [{ mapbox_style: "mapbox://styles/mapbox/dark-v9" }, "dark"],
    [{ mapbox_style: "mapbox://styles/mapbox/light-v9" }, "light"],
    [{ mapbox_style: "mapbox://styles/mapbox/streets-v9" }, null],
    [{ mapbox_style: "tile://https://c.tile.openstreetmap.org/{z}/{x}/{y}.png" }, null],
    [{ map_style: "https://basemaps.cartocdn.com/gl/dark-matter-gl-style/style.json" }, "dark"],
    [{ map_style: "https://basemaps.cartocdn.com/gl/positron-gl-style/style.json" }, "light"],
    [{ map_style: "https://tiles.openfreemap.org/styles/liberty", mapbox_style: "mapbox://styles/x/dark" }, null],
    [{ map_renderer: "mapbox", map_style: "liberty", mapbox_style: "mapbox://styles/mapbox/dark-v9" }, "dark"],
    [{ map_renderer: "maplibre", map_style: "" }, null],
    [{ map_renderer: 7, map_style: { toString: 1 }, mapbox_style: ["dark"] }, null],
    [{}, null],
  ] as const;

  test.each(KEPT)("%j are a ground of ours, and kept", (style, ground) => {
    for (const [type, places] of [
      [deckScatter, { spatial: SPATIAL }],
      [pointClusterMap, { all_columns_x: "lon", all_columns_y: "lat" }],
    ] as const) {
      const form = { viz_type: type.key, datasource: "7__table", ...places, map_style: undefined, ...style };
      expect((drawChart(type, form, ROWS).drawing.props as MapSpec).ground).toBe(ground);
      expect(type.migrate?.(form) ?? form).toEqual(form);
    }
  });

  test("match their labels in the control", () => {
    const control = deckScatter.sections.flatMap(({ rows }) => rows.flat()).find(({ name }) => name === "map_style");
    const choices = control && "choices" in control ? (control.choices as unknown as [string, string][]) : [];
    expect(choices.map(([map_style, label]) => [label, groundOf({ map_style })])).toEqual([
      ["Match theme", null],
      ["Light", "light"],
      ["Dark", "dark"],
    ]);
  });
});

test("tooltips of single points on a cluster map show the configured columns", () => {
  const form = { viz_type: "point_cluster_map", datasource: "7__table", all_columns_x: "lon", all_columns_y: "lat" };
  const tooltipForm = {
    ...form,
    tooltip_contents: ["country", { expressionType: "SQL", sqlExpression: "SUM(n)", label: "N" }],
  };
  const [query] = pointClusterMap.buildQuery(tooltipForm).queries;
  expect(query).toMatchObject({ columns: ["lon", "lat", "country"], metrics: [{ label: "count" }, { label: "N" }] });
  const rows = [{ lon: 8, lat: 47, country: "CH", count: 3, N: 24_000.5 }];
  const [layer] = (
    drawChart(pointClusterMap, { ...tooltipForm, tooltip_template: "{{N}}" }, rows).drawing.props as MapSpec
  ).layers;
  const mark = layer?.mark?.(0);
  expect(mark?.tooltip.rows).toEqual([
    { label: "country", value: "CH" },
    { label: "N", value: "24,000.5" },
  ]);
  expect(mark?.template).toMatchObject({ text: "{{N}}", values: { N: 24_000.5 } });
});

describe("maps with few places", () => {
  const FEW = [
    { lon: 8, lat: 47, n: 2 },
    { lon: 9, lat: 47, n: 2 },
    { lon: 8, lat: 48, n: 2 },
  ];
  const draw = (type: typeof deckContour | typeof deckHeatmap | typeof deckGrid, rows: readonly Parsed[]) => {
    const form = { viz_type: type.key, datasource: "7__table", size: "n", spatial: SPATIAL };
    const { drawing } = drawChart(
      type,
      form,
      rows.map((row) => ({ ...row })),
    );
    return { drawing, picture: drawing.props as MapSpec };
  };

  test("have one contour around equal values, and a square for a single place", () => {
    const [contours] = draw(deckContour, FEW).picture.layers;
    expect(contours).toMatchObject({
      kind: "contours",
      points: [{}, {}, {}],
      contours: [{ threshold: [2, Number.MAX_VALUE] }],
    });
    const [none, square] = draw(deckContour, FEW.slice(0, 1)).picture.layers;
    expect(none).toMatchObject({ points: [] });
    expect(square?.kind === "columns" && square.cells[0]?.color[3]).toBeGreaterThan(100);
    const [west = 0, , east = 0] = draw(deckContour, FEW.slice(0, 1)).picture.bounds ?? [];
    const ring = square?.kind === "columns" ? (square.cells[0]?.ring ?? []) : [];
    expect(east - west, "with ground around it").toBeGreaterThan(2.9 * ((ring[1]?.[0] ?? 0) - (ring[0]?.[0] ?? 0)));
  });

  test("warn if no cell reaches the lowest contour", () => {
    const contours = [{ lowerThreshold: 8 }, { lowerThreshold: 14, upperThreshold: 20 }];
    const form = { viz_type: "deck_contour", datasource: "7__table", size: "n", spatial: SPATIAL, contours };
    const { warning } = drawChart(deckContour, form, FEW).drawing;
    expect(warning).toMatch(/^No cell reaches the lowest contour \(8\). The highest cell value is [24]$/);
    const [, square] = (drawChart(deckContour, form, FEW.slice(0, 1)).drawing.props as MapSpec).layers;
    expect(square?.kind === "columns" && square.cells[0]?.color[3], "below the least there is nothing").toBe(0);
    const high = drawChart(deckContour, form, [{ lon: 8, lat: 47, n: 9 }]).drawing;
    expect(high.warning).toBeUndefined();
    expect((high.props as MapSpec).legend?.parts).toMatchObject([
      { items: [{ label: "14 to 20" }, { label: "From 8" }], ends: { low: "8", high: "≥ 14" }, isFalling: true },
    ]);
  });

  test("show a warning instead of an empty map if all weights are 0", () => {
    const nothing = FEW.map((row) => ({ ...row, n: 0 }));
    for (const type of [deckContour, deckHeatmap]) {
      const { isEmpty, warning } = draw(type, nothing).drawing;
      expect({ isEmpty, warning }).toEqual({ isEmpty: true, warning: "Points without a weight aren't visible" });
      expect(draw(type, FEW).drawing.isEmpty).toBe(false);
    }
  });

  test("show whole cells, and a legend with the single value", () => {
    const { layers, bounds, legend } = draw(deckGrid, FEW).picture;
    const [cells] = layers;
    const rings = cells?.kind === "columns" ? cells.cells.flatMap(({ ring }) => ring) : [];
    const [west = 0, south = 0, east = 0, north = 0] = bounds ?? [];
    expect(rings).toHaveLength(15);
    expect(rings.every(([x, y]) => x >= west && x <= east && y >= south && y <= north)).toBe(true);
    expect((east - west) / 8, "cells are no specks").toBeLessThan((rings[1]?.[0] ?? 0) - (rings[0]?.[0] ?? 0) + 0.1);
    expect(legend?.parts).toMatchObject([{ colors: [expect.any(String)], low: "2", high: "2" }]);
  });
});

describe("arcs", () => {
  const draw = (ends: readonly (readonly [number, number, number, number])[], more = {}) => {
    const place = (of: string) => ({ type: "latlong", lonCol: `${of}_lon`, latCol: `${of}_lat` });
    const form = {
      viz_type: "deck_arc",
      datasource: "7__table",
      start_spatial: place("a"),
      end_spatial: place("b"),
      ...more,
    };
    const rows = ends.map(([a_lon, a_lat, b_lon, b_lat]) => ({ a_lon, a_lat, b_lon, b_lat }));
    return drawChart(deckArc, form, rows).drawing.props as MapSpec;
  };

  test("are points if they start and end in the same place", () => {
    const [arcs, spots] = draw([
      [8, 47, 8, 47],
      [8, 47, 9, 48],
    ]).layers;
    expect(arcs?.kind === "arcs" && arcs.arcs.length).toBe(2);
    expect(spots?.kind === "points" && spots.points.map(({ at }) => at)).toEqual([[8, 47]]);
  });

  test("have a legend for start and end colors, unless both are the same", () => {
    const one = [[8, 47, 9, 48]] as const;
    expect(draw(one).legend?.parts).toMatchObject([{ items: [{ label: "Start" }, { label: "End" }] }]);
    const color = { r: 1, g: 2, b: 3, a: 1 };
    expect(draw(one, { color_picker: color, target_color_picker: color }).legend).toBeNull();
    expect(draw(one, { legend_position: null }).legend).toBeNull();
  });

  test("have one color if only one is set", () => {
    const picture = draw([[8, 47, 9, 48]], { color_picker: { r: 1, g: 2, b: 3, a: 1 } });
    const [arcs] = picture.layers;
    expect(arcs?.kind === "arcs" && arcs.arcs).toMatchObject([{ fromColor: [1, 2, 3, 255], toColor: [1, 2, 3, 255] }]);
    expect(picture.legend).toBeNull();
  });

  test("keep a few distant islands in the view", () => {
    const main = Array.from({ length: 148 }, (_, i) => [-87, 42, -120 + (i % 50), 28 + (i % 20)] as const);
    const [west = 0] = draw([...main, [-87, 42, -158, 21]]).bounds ?? [];
    expect(west).toBeLessThan(-157);
  });
});

test("lines use colors from an extra column of a stored chart", () => {
  const path = JSON.stringify([
    [8, 47],
    [9, 48],
  ]);
  const rows = ["#FF0000", "#00ff00"].map((hue, n) => ({ path, hue, n, name: `line ${n}` }));
  const colorsOf = (form: object, drawn: readonly Record<string, unknown>[] = rows) => {
    const whole = { viz_type: "deck_path", datasource: "7__table", line_column: "path", ...form };
    const [layer] = (drawChart(deckPath, whole, drawn).drawing.props as MapSpec).layers;
    return layer?.kind === "paths" ? layer.paths.map(({ color }) => String(color)) : [];
  };
  const own = ["255,0,0,255", "0,255,0,255"];
  expect(colorsOf({ js_columns: ["name", "hue"] })).toEqual(own);
  const plain = colorsOf({});
  expect(new Set(plain).size).toBe(1);
  expect(colorsOf({ js_columns: ["name"] })).toEqual(plain);
  expect(colorsOf({ js_columns: ["hue"] }, [...rows, { ...rows[0], hue: null }])[0]).toBe(plain[0]);
  const byName = { dimension: "name", color_scheme_type: "categorical_palette" };
  expect(colorsOf({ js_columns: ["hue"], ...byName })).not.toEqual(own);
});

test("a map of areas summarizes its values, or says that it has none", () => {
  const outline = JSON.stringify([
    [8, 47],
    [9, 47],
    [9, 48],
  ]);
  const form = { viz_type: "deck_polygon", datasource: "7__table", line_column: "outline", metric: "n" };
  const draw = (values: (number | null)[]) =>
    drawChart(
      deckPolygon,
      form,
      values.map((n) => ({ outline, n })),
    ).drawing;
  const gaps = (values: (number | null)[]) => (draw(values).props as MapSpec).legend?.parts.slice(1);
  expect(draw([3, null, 7]).summary).toBe("Map of 3 areas by n, from 3 to 7.");
  expect(gaps([3, null, 7])).toMatchObject([{ items: [{ label: "No value" }] }]);
  expect(gaps([3, 7])).toEqual([]);
  expect(draw([3, 7]).warning).toBeUndefined();
  const [steps] = (draw([3, 7]).props as MapSpec).legend?.parts ?? [];
  expect(steps?.kind === "items" && steps.items[0]?.color, "as pale as on the map").toMatch(/^rgba\(.*,0\.8\)$/);
  expect(draw([null])).toMatchObject({
    summary: "Map of 1 area by n: no values.",
    warning: "No area has a value for n",
  });
});

test("shapes show configured labels, also in a tile, but not in a very small one", () => {
  const shape = (name: string, west: number) => ({
    outline: JSON.stringify({
      type: "Feature",
      properties: { name },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [west, 47],
            [west + 1, 47],
            [west + 1, 48],
            [west, 47],
          ],
        ],
      },
    }),
  });
  const form = { geojson: "outline", enable_labels: true, label_property_name: "name" };
  const names = (width: number, height: number) => {
    const { drawing } = drawChart(deckGeojson, form, [shape("North", 8), shape("South", 20)], { width, height });
    const layers = (drawing.props as MapSpec).layers;
    return layers.flatMap((layer) => (layer.kind === "labels" ? layer.labels.map(({ text }) => text) : []));
  };
  expect(names(800, 500)).toEqual(["North", "South"]);
  expect(names(300, 200)).toEqual(["North", "South"]);
  expect(names(200, 120)).toEqual([]);
});
