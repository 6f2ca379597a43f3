import { readFileSync } from "node:fs";
import { feature } from "topojson-client";
import { describe, expect, it, test } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { countries, countryOf } from "./countries.ts";
import { definition as countryMap } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { pictureOf, type Regions } from "./regions.ts";
import type { CountryDrawing } from "./transform.ts";

const FORM = { select_country: "france", entity: "code", metric: "births" };
const ROWS = [
  { code: "FR-75", births: 300 },
  { code: "29", births: 20 },
  { code: "Réunion", births: 40 },
  { code: "FR-XX", births: 1 },
];
const shapeOf = (x: number, size: number) => [
  [
    [x, 0],
    [x + size, 0],
    [x + size, size],
    [x, 0],
  ],
];
const SHAPES: Regions = {
  type: "FeatureCollection",
  features: [
    { code: "FR-75", name: "Paris" },
    { code: "FR-29", name: "Finistère" },
    { code: "FR-RE", name: "La Réunion", english: "Réunion" },
    { code: "FR-01", name: "Ain" },
  ].map((properties, at) => ({
    type: "Feature",
    properties,
    geometry: { type: "MultiPolygon", coordinates: [shapeOf(at * 100, at === 3 ? 200 : 50)] },
  })),
};
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS) => {
  const { drawing } = drawChart(countryMap, { ...FORM, ...form }, rows);
  return { drawing, props: drawing.props as CountryDrawing };
};
const lines = readFileSync(new URL("./regions.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n");

test("every listed country has a map, and every map is listed", () => {
  const mapped = lines.map((line) => JSON.parse(line).code).sort();
  expect(countries.map(({ code }) => code).sort()).toEqual(mapped);
  expect(countries.length).toBeGreaterThan(200);
});

test.each([
  ["USA", 51, "US-CA", "California"],
  ["germany", 16, "DE-BE", "Berlin"],
  ["fr", 101, "FR-29", "Finistère"],
  ["Côte d’Ivoire", 14, "CI-01", undefined],
])("has regions for %s", (key, least, code, name) => {
  const line = lines.find((one) => one.startsWith(`{"code":"${countryOf(key)?.code}"`));
  const { topology } = JSON.parse(line ?? "");
  const { features } = feature(topology, topology.objects.regions) as unknown as Regions;
  expect(features.length).toBeGreaterThanOrEqual(least);
  if (name) expect(features.find(({ properties }) => properties.code === code)?.properties.name).toBe(name);
});

describe("query", () => {
  it("queries the metric by region", () => {
    const form = { ...FORM, datasource: "1__table", viz_type: "country_map" };
    expect(QueryContext.parse(countryMap.buildQuery(form)).queries[0]).toMatchObject({
      columns: ["code"],
      metrics: ["births"],
    });
  });

  it("requires a known country; gallery cases are complete", () => {
    expect(countryMap.validate({ ...FORM, viz_type: "country_map" })).toEqual({});
    expect(countryMap.validate({ ...FORM, viz_type: "country_map", select_country: "atlantis" })).toEqual({
      select_country: "No map available for “atlantis”",
    });
    for (const { name, formData } of gallery) {
      expect(countryMap.validate({ ...countryMap.defaults(), ...formData, viz_type: "country_map" }), name).toEqual({});
    }
  });
});

const BOX = { width: 600, height: 400 };

describe("regions", () => {
  it.each([
    [{ width: 700, height: 300 }, "right"],
    [{ width: 390, height: 500 }, "bottom"],
  ])("leave room for the legend on the side that keeps them larger: %j", (box, side) => {
    const { series } = pictureOf(draw().props, SHAPES, { focus: null, box }).picture.option as { series: Parsed };
    expect(series[0][side]).toBeGreaterThan(80);
  });

  it("are matched by code, second part of the code and name; unknown ones are listed", () => {
    const { props, drawing } = draw();
    const { picture, unknown, legend, height } = pictureOf(props, SHAPES, { focus: null, box: BOX });
    const { series } = picture.option as { series: Parsed };
    expect(series[0].data.map((one: Parsed) => one.name)).toEqual(["FR-75", "FR-RE", "FR-29", "FR-01"]);
    expect(unknown).toEqual(["FR-XX"]);
    expect(height, "the line that names it lies below the map").toBe(372);
    expect(new Set(series[0].data.map((one: Parsed) => one.itemStyle.areaColor)).size).toBe(4);
    expect(legend?.parts.at(-1)).toMatchObject({ items: [{ label: "No data" }] });
    expect(drawing.summary).toBe("Map of France, 4 regions by births: highest FR-75 (300), lowest FR-XX (1).");
    expect(picture.summary).toBe("Map of France, 3 regions by births: highest FR-75 (300), lowest 29 (20).");
  });

  it("have a tooltip with and without data", () => {
    const { picture } = pictureOf(draw({ number_format: ",.1f" }).props, SHAPES, { focus: null, box: BOX });
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])).toMatchObject({
      title: "Paris (FR-75)",
      rows: [{ label: "births", value: "300.0" }],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 3 })?.text).toBe("Ain (FR-01): No data");
  });

  it("zoom in on click and out on a second click", () => {
    const { props } = draw();
    const whole = pictureOf(props, SHAPES, { focus: null, box: BOX }).picture;
    expect((whole.option as Parsed).series[0].zoom).toBeUndefined();
    const mark = whole.mark?.({ seriesIndex: 0, dataIndex: 2 });
    const near = pictureOf(props, SHAPES, { focus: mark?.selection?.label ?? null, box: BOX }).picture;
    expect((near.option as Parsed).series[0]).toMatchObject({ center: [125, 25] });
    expect((near.option as Parsed).series[0].zoom).toBeGreaterThan(1);
    expect(near.mark?.({ seriesIndex: 0, dataIndex: 2 })?.isSelected).toBe(true);
  });

  it("make an empty chart if there are none", () => {
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Map of France by births: no values." });
    expect(draw({}, [{ code: "FR-75", births: null }]).drawing.isEmpty).toBe(true);
  });

  it("have no legend when none is on the map", () => {
    const { props } = draw({}, [{ code: "Atlantis", births: 3 }]);
    expect(pictureOf(props, SHAPES, { focus: null, box: BOX })).toMatchObject({ legend: null, unknown: ["Atlantis"] });
  });
});
