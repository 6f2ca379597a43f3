import { describe, expect, it, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { type Spatial, spatialColumns } from "../../model/map-values.ts";
import { boundsOf, coreBounds } from "./bounds.ts";
import { cssOf, rampAt, rgbaOf, toRgba, visiblePart } from "./color.ts";
import { fixedOrMetricControl, MapForm, tooltipParts } from "./map-form.ts";
import { nextMark } from "./map-keyboard.ts";
import { mapQuery } from "./map-query.ts";
import type { MapSpec } from "./map-spec.ts";
import { scaleOf } from "./paint.ts";
import { positionIn, spatialOf } from "./spatial.ts";

describe("places", () => {
  const latlong: Spatial = { type: "latlong", latCol: "lat", lonCol: "lon" };
  const delimited: Spatial = { type: "delimited", lonlatCol: "at" };
  const geohash: Spatial = { type: "geohash", geohashCol: "hash" };
  test.each<[string, Spatial, Record<string, string | number | null>, unknown]>([
    ["two columns", latlong, { lat: 51.5, lon: -0.1 }, [-0.1, 51.5]],
    ["text", latlong, { lat: "51.5", lon: " -0.1 " }, [-0.1, 51.5]],
    ["zero is a coordinate", latlong, { lat: 0, lon: 0 }, [0, 0]],
    ["no latitude", latlong, { lat: null, lon: 3 }, null],
    ["an empty text isn't zero", latlong, { lat: "", lon: "" }, null],
    ["beyond the pole", latlong, { lat: 91, lon: 3 }, null],
    ["words", latlong, { lat: "north", lon: 3 }, null],
    ["beyond the date line", latlong, { lat: 1, lon: 190 }, [190, 1]],
    ["delimited", delimited, { at: "-0.1,51.5" }, [-0.1, 51.5]],
    ["delimited, reversed", { ...delimited, reverseCheckbox: true }, { at: "51.5,-0.1" }, [-0.1, 51.5]],
    ["another delimiter", { ...delimited, delimiter: ";" }, { at: "-0.1;51.5" }, [-0.1, 51.5]],
    ["no delimiter", delimited, { at: "51.5" }, null],
    ["an invalid geohash", geohash, { hash: "a!" }, null],
    ["an empty geohash", geohash, { hash: null }, null],
  ])("%s", (_, spatial, row, position) => {
    expect(positionIn(row, spatial)).toEqual(position);
  });

  it("use the center of a geohash", () => {
    const [lon, lat] = positionIn({ hash: "gcpvj0du" }, geohash) ?? [];
    expect(lon).toBeCloseTo(-0.1278, 2);
    expect(lat).toBeCloseTo(51.5074, 2);
  });

  it("provide the columns to query", () => {
    expect(spatialColumns(latlong)).toEqual(["lon", "lat"]);
    expect(spatialColumns(null)).toEqual([]);
  });

  it("are guessed from column names", () => {
    const dataset = (...names: string[]) =>
      Dataset.parse({ id: 1, table_name: "t", metrics: [], columns: names.map((column_name) => ({ column_name })) });
    expect(spatialOf(dataset("name", "Latitude", "pickup_lon"))).toEqual({
      type: "latlong",
      latCol: "Latitude",
      lonCol: "pickup_lon",
    });
    expect(spatialOf(dataset("salon", "platform"))).toBeUndefined();
  });
});

describe("bounds", () => {
  it("contain all points with a margin around a single one", () => {
    expect(
      boundsOf([
        [10, 50],
        [12, 40],
      ]),
    ).toEqual([10, 40, 12, 50]);
    expect(boundsOf([])).toBeNull();
    const [west, south, east, north] = boundsOf([[10, 50]]) ?? [0, 0, 0, 0];
    expect([east - west, north - south].map((span) => span.toFixed(3))).toEqual(["0.020", "0.020"]);
    expect(
      boundsOf([
        [0, -90],
        [1, 90],
      ]),
    ).toEqual([0, -84, 1, 84]);
  });

  it("exclude a few outliers from the first view", () => {
    const city = Array.from({ length: 200 }, (_, i): [number, number] => [10 + (i % 20) / 100, 50 + i / 2000]);
    const [, , east] = coreBounds([...city, [150, -30]]) ?? [0, 0, 0, 0];
    expect(east).toBeLessThan(10.3);
    expect(coreBounds(city)).toEqual(boundsOf(city));
    const suburb = coreBounds([...city, [10.21, 50.02], [150, -30]]) ?? [0, 0, 0, 0];
    expect(suburb[2]).toBeGreaterThan(10.21);
    expect(suburb[1]).toBeGreaterThan(49.9);
    expect(
      coreBounds([
        [0, 0],
        [150, -30],
      ]),
    ).toEqual([0, -30, 150, 0]);
  });
});

describe("colors", () => {
  it("are numbers for the map and text for the legend", () => {
    expect(rgbaOf("#4266C6", 0.5)).toEqual([66, 102, 198, 128]);
    expect(rgbaOf("#fff")).toEqual([255, 255, 255, 255]);
    expect(rgbaOf("rgb(1, 2, 3)")).toEqual([1, 2, 3, 255]);
    expect(rgbaOf("nonsense")).toEqual([134, 137, 146, 255]);
    expect(toRgba({ r: 1, g: 2, b: 3 })).toEqual([1, 2, 3, 255]);
    expect(cssOf([1, 2, 3, 128])).toBe("rgba(1,2,3,0.5)");
  });

  it("use the ramp without its palest end", () => {
    const ramp = ["#000000", "#808080", "#FFFFFF"];
    const [black, grey, white] = ramp;
    expect([-1, 0, 0.5, 1, 2, Number.NaN].map((at) => rampAt(ramp, at))).toEqual([
      ...[black, black, grey],
      ...[white, white, black],
    ]);
    expect([0.25, 0.75].map((at) => rampAt(ramp, at))).toEqual(["#404040", "#c0c0c0"]);
    expect(visiblePart(ramp)).toEqual(ramp);
    expect(visiblePart([..."123456789"])).toEqual([..."3456789"]);
  });

  it("ignore an outlier when scaling", () => {
    expect(scaleOf([1, 2, 3])).toEqual({ low: 1, high: 3, isCut: false });
    const many = Array.from({ length: 100 }, (_, i) => i);
    expect(scaleOf(many)).toMatchObject({ high: 99, isCut: false });
    expect(scaleOf([...many, 100_000])).toMatchObject({ high: 98, isCut: true });
    expect(scaleOf([])).toEqual({ low: 0, high: 0, isCut: false });
  });
});

describe("form data", () => {
  test.each([
    [{ type: "fix", value: 1000 }, { fixed: 1000 }],
    [{ type: "fix", value: "12" }, { fixed: 12 }],
    [{ type: "metric", value: "count" }, { metric: "count" }],
    [5, { fixed: 5 }],
    ["count", { metric: "count" }],
    [null, {}],
    [{ type: "metric", value: { nonsense: 1 } }, {}],
  ])("parses a number or a metric: %j", (stored, read) => {
    expect(fixedOrMetricControl.parse(stored)).toEqual(read);
  });

  const form = (more: Record<string, unknown>) => MapForm.parse({ viz_type: "deck", datasource: "1__table", ...more });

  it("reads tooltips in all stored formats", () => {
    const sum = { expressionType: "SIMPLE", column: { column_name: "a" }, aggregate: "SUM" };
    const columns = [
      "city",
      { item_type: "column", column_name: "state" },
      { item_type: "metric", metric_name: "count" },
      sum,
      5,
    ];
    expect(tooltipParts(form({ tooltip_contents: columns }))).toEqual([
      { column: "city" },
      { column: "state" },
      { metric: "count" },
      { metric: sum },
    ]);
    expect(tooltipParts(form({ tooltip_contents: "oops" }))).toEqual([]);
  });

  it("keeps scripts and unknown keys, and never runs scripts", () => {
    const script = "data => { throw new Error('ran') }";
    expect(form({ js_data_mutator: script, js_tooltip: script, later: 1 })).toMatchObject({
      js_data_mutator: script,
      later: 1,
    });
  });

  it("drops an invalid view", () => {
    expect(form({ viewport: { longitude: 1, latitude: 200, zoom: 3 } }).viewport).toBeNull();
    expect(form({ viewport: { longitude: "1", latitude: 2, zoom: 3 } }).viewport).toMatchObject({
      longitude: 1,
      bearing: 0,
    });
  });

  it("queries raw rows, or groups with a metric, plus tooltip columns", () => {
    const [raw] = mapQuery(form({ tooltip_contents: ["name", "lat"] }), {
      places: ["lon", "lat"],
      columns: [null],
    }).queries;
    expect(raw).toMatchObject({ columns: ["lon", "lat", "name"] });
    expect(raw?.metrics).toBeUndefined();
    expect(raw?.filters).toEqual([
      { col: "lon", op: "IS NOT NULL" },
      { col: "lat", op: "IS NOT NULL" },
    ]);
    const [grouped] = mapQuery(form({ filter_nulls: false }), {
      places: ["lon"],
      metrics: ["count", "count", null],
    }).queries;
    expect(grouped).toMatchObject({ columns: ["lon"], metrics: ["count"], orderby: [["count", false]], filters: [] });
  });
});

describe("keyboard navigation", () => {
  const layer = (id: string, names: (string | null)[]) => ({
    id,
    kind: "points" as const,
    points: [],
    unit: "pixels" as const,
    minPixels: 1,
    maxPixels: 9,
    count: names.length,
    mark: (index: number) => {
      const text = names[index];
      return text ? { at: [0, 0] as const, tooltip: { rows: [] }, text, selection: null, isSelected: false } : null;
    },
  });
  const picture = { layers: [layer("a", ["one", null, "two"]), layer("b", ["three"])] } as unknown as MapSpec;
  const walk = (keys: string) => {
    let at: ReturnType<typeof nextMark> = null;
    for (const key of keys.split(" ")) at = nextMark(picture, at, key) ?? at;
    return at?.mark.text;
  };
  test.each([
    ["ArrowRight", "one"],
    ["ArrowRight ArrowRight", "two"],
    ["ArrowRight ArrowRight ArrowRight", "two"],
    ["ArrowLeft", "two"],
    ["End Home", "one"],
    ["ArrowRight ArrowDown", "three"],
    ["ArrowRight ArrowDown ArrowUp", "one"],
    ["a", undefined],
  ])("%s: %s", (keys, text) => expect(walk(keys)).toBe(text));
});
