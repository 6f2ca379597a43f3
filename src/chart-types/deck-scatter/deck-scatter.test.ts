import { describe, expect, it, test } from "vitest";
import type { MapSpec, PointLayer } from "../../chart-kit/map/map-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart } from "../../testing/chart.ts";
import { definition as deckScatter } from "./definition.ts";
import { gallery } from "./gallery.ts";

const SPATIAL = { type: "latlong", latCol: "lat", lonCol: "lon" };
const ROWS = [
  { lon: 1, lat: 50, kind: "sea", count: 4 },
  { lon: 2, lat: 51, kind: "land", count: 100 },
  { lon: null, lat: 51, kind: "land", count: 7 },
];
const draw = (form: Record<string, unknown> = {}, rows: Record<string, unknown>[] = ROWS, more = {}) => {
  const { drawing } = drawChart(deckScatter, { spatial: SPATIAL, ...form }, rows, more);
  const picture = drawing.props as MapSpec;
  return { drawing, picture, layer: picture.layers[0] as PointLayer };
};
const BY_COUNT = { point_radius_fixed: { type: "metric", value: "count" } };

describe("query", () => {
  const ask = (form: Record<string, unknown>) =>
    QueryContext.parse(
      deckScatter.buildQuery({
        ...deckScatter.defaults(),
        datasource: "1__table",
        viz_type: "deck_scatter",
        spatial: SPATIAL,
        ...form,
      }),
    ).queries[0];

  it("queries locations, and a metric if it sets the size", () => {
    expect(ask({ dimension: "kind" })).toMatchObject({ columns: ["lon", "lat", "kind"], row_limit: 10_000 });
    expect(ask({ dimension: "kind" })?.metrics).toBeUndefined();
    expect(ask(BY_COUNT)).toMatchObject({ columns: ["lon", "lat"], metrics: ["count"] });
  });

  it("is valid for every gallery case; requires a location", () => {
    for (const { name, formData } of gallery) {
      expect(deckScatter.validate({ ...deckScatter.defaults(), ...formData, viz_type: "deck_scatter" }), name).toEqual(
        {},
      );
    }
    expect(deckScatter.validate({ viz_type: "deck_scatter" })).toEqual({
      spatial: "Longitude & latitude cannot be empty",
    });
    expect(deckScatter.validate({ viz_type: "deck_scatter", spatial: { type: "latlong" } })).toEqual({
      spatial: "Choose the latitude column",
    });
  });
});

describe("points", () => {
  it("are at their locations; rows without a location are counted", () => {
    const { layer, drawing, picture } = draw();
    expect(layer.points.map(({ at }) => at)).toEqual([
      [1, 50],
      [2, 51],
    ]);
    expect(drawing.warning).toBe("1 row without a location was left out");
    expect(picture.bounds).toEqual([1, 50, 2, 51]);
    expect(drawing.summary).toBe("Map of 2 locations.");
  });

  it("are sized by a metric, the largest first so that small ones are on top", () => {
    const { layer, drawing } = draw(BY_COUNT);
    expect(layer.points.map(({ radius }) => radius)).toEqual([20, 4]);
    expect(layer.unit).toBe("pixels");
    expect(drawing.summary).toBe("Map of 2 locations sized by count, from 4 to 100.");
  });

  test.each([
    [undefined, Math.sqrt(1000 / Math.PI)],
    ["square_km", Math.sqrt(1000 / Math.PI) * 1000],
    ["square_miles", Math.sqrt(1000 / Math.PI) * 1609.344],
    ["radius_m", 1000],
    ["radius_km", 1_000_000],
    ["radius_miles", 1_609_344],
  ])("in stored charts are measured on the ground: %s", (point_unit, radius) => {
    const { layer } = draw({
      point_unit: point_unit ?? null,
      point_radius_fixed: { type: "fix", value: 1000 },
      multiplier: 1,
    });
    expect(layer.unit).toBe("meters");
    expect(layer.points[0]?.radius).toBeCloseTo(radius, 3);
  });

  it("are colored by category, with a legend where configured", () => {
    const { picture, layer } = draw({ dimension: "kind" });
    const [part] = picture.legend?.parts ?? [];
    expect(part).toMatchObject({ kind: "items", items: [{ label: "sea" }, { label: "land" }] });
    expect(layer.points[0]?.color).not.toEqual(layer.points[1]?.color);
    expect(draw({ dimension: "kind", legend_position: null }).picture.legend).toBeNull();
  });

  it("are colored by value or range, and in one color without a value", () => {
    expect(draw({ ...BY_COUNT, color_scheme_type: "linear_palette" }).picture.legend?.parts[0]).toMatchObject({
      kind: "ramp",
      low: "4",
      high: "100",
    });
    const red = { r: 200, g: 0, b: 0, a: 1 };
    const { layer } = draw({
      ...BY_COUNT,
      color_scheme_type: "color_breakpoints",
      color_breakpoints: [{ minValue: 50, maxValue: 200, color: red }],
      deafult_breakpoint_color: { r: 1, g: 2, b: 3, a: 1 },
    });
    expect(layer.points.map(({ color }) => color)).toEqual([
      [200, 0, 0, 255],
      [1, 2, 3, 255],
    ]);
    const plain = draw({ color_scheme_type: "linear_palette", color_picker: red });
    expect(plain.layer.points[0]?.color).toEqual([200, 0, 0, 255]);
    expect(plain.picture.legend).toBeNull();
  });

  it("have a description, and cross-filter by location", () => {
    const { layer } = draw({ ...BY_COUNT, tooltip_contents: ["kind"] });
    const mark = layer.mark?.(0);
    expect(mark?.text).toBe("kind land");
    expect(mark?.selection?.clauses).toEqual([
      { column: "lon", values: [2] },
      { column: "lat", values: [51] },
    ]);
    const chosen = draw(BY_COUNT, ROWS, { selected: mark?.selection });
    expect(chosen.layer.mark?.(0)?.isSelected).toBe(true);
    const [first, second] = chosen.layer.points.map(({ color }) => color[3]);
    expect(second).toBeLessThan(first ?? 0);
  });

  it("keep the author's view unless the map follows the data", () => {
    const viewport = { longitude: 3, latitude: 4, zoom: 5 };
    expect(draw({ autozoom: false, viewport }).picture.view).toEqual({ ...viewport, bearing: 0, pitch: 0 });
    expect(draw({ viewport }).picture.view).toBeNull();
  });

  it("make an empty chart if there are none", () => {
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Map of 0 locations." });
  });
});
