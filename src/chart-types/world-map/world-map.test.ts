import { describe, expect, it, test } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { countryOf, type FieldType } from "./country-index.ts";
import { definition as worldMap } from "./definition.ts";
import { gallery } from "./gallery.ts";
import type { WorldDrawing } from "./transform.ts";

const FORM = { entity: "code", country_fieldtype: "cca3", metric: "people" };
const ROWS = [
  { code: "FRA", people: 68, area: 5 },
  { code: "USA", people: 340, area: 90 },
  { code: "???", people: 1, area: 0 },
  { code: "DEU", people: null, area: 3 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) => {
  const { drawing } = drawChart(worldMap, { ...FORM, ...form }, rows, more);
  const { picture, legend } = drawing.props as WorldDrawing;
  return { drawing, picture, legend, option: picture.option as Record<string, Parsed> };
};

test.each<[string, FieldType, string | undefined]>([
  ["US", "cca2", "USA"],
  ["us", "cca2", "USA"],
  ["GER", "cioc", "DEU"],
  ["DEU", "cca3", "DEU"],
  ["Germany", "name", "DEU"],
  ["Federal Republic of Germany", "name", "DEU"],
  ["Côte d'Ivoire", "name", "CIV"],
  ["Cote d'Ivoire", "name", "CIV"],
  ["Korea, Rep.", "name", "KOR"],
  ["Kosovo", "name", "UNK"],
  ["Atlantis", "name", undefined],
])("resolves %s as %s to %s", (value, type, cca3) => expect(countryOf(value, type)?.cca3).toBe(cca3));

describe("query", () => {
  const ask = (form: Record<string, unknown>) =>
    QueryContext.parse(worldMap.buildQuery({ ...FORM, datasource: "1__table", viz_type: "world_map", ...form }))
      .queries[0];

  it("requests the metric by country, and the secondary metric only for bubbles", () => {
    expect(ask({})).toMatchObject({ columns: ["code"], metrics: ["people"] });
    expect(ask({ secondary_metric: "area" })?.metrics).toEqual(["people"]);
    expect(ask({ secondary_metric: "area", show_bubbles: true })?.metrics).toEqual(["people", "area"]);
    expect(ask({ secondary_metric: "people", show_bubbles: true })?.metrics).toEqual(["people"]);
    expect(ask({ sort_by_metric: true })?.orderby).toEqual([["people", false]]);
  });

  it("is valid for every gallery case", () => {
    for (const { name, formData } of gallery) {
      expect(worldMap.validate({ ...worldMap.defaults(), ...formData, viz_type: "world_map" }), name).toEqual({});
    }
  });
});

describe("countries", () => {
  it("are colored by value; ones without a value stay gray, and unknown ones are listed", () => {
    const { option, drawing, legend } = draw();
    expect(option.series[0].data.map((one: Parsed) => one.name)).toEqual(["USA", "FRA", "DEU"]);
    expect(new Set(option.series[0].data.map((one: Parsed) => one.itemStyle.areaColor)).size).toBe(3);
    expect(drawing.warning).toBe("Not found on the map: ???");
    expect(legend?.parts[0]).toMatchObject({ low: "68", high: "340" });
    expect(drawing.summary).toBe(
      "World map of 3 countries by people: highest United States (340), lowest France (68).",
    );
  });

  it("are described in tooltip and mark, and filter other charts", () => {
    const { picture } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).toMatchObject({
      title: "Germany",
      rows: [{ value: "N/A" }],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toMatchObject({
      text: "France: 68",
      selection: { clauses: [{ column: "code", values: ["FRA"] }], label: "FRA" },
      isSelected: false,
    });
    const selected = { clauses: [{ column: "code", values: ["FRA"] }], label: "FRA" };
    const chosen = draw({}, ROWS, { selected });
    expect(chosen.picture.mark?.({ seriesIndex: 0, dataIndex: 1 })?.isSelected).toBe(true);
    expect(chosen.option.series[0].data[0].itemStyle.areaColor).toBe("#C9CBD0");
  });

  it("have bubbles as large as the secondary metric", () => {
    const { option } = draw({ show_bubbles: true, secondary_metric: "area", max_bubble_size: 50 });
    const sizes = option.series[1].data.map((one: Parsed) => one.symbolSize);
    expect(sizes[0]).toBeGreaterThan(sizes[1]);
    expect(sizes[1] / sizes[0]).toBeCloseTo(Math.sqrt(5 / 90), 5);
    expect(draw().option.series).toHaveLength(1);
  });

  it("have different colors if configured", () => {
    const { legend, option } = draw({ color_by: "country" });
    expect(legend).toBeNull();
    expect(option.series[0].data[0].itemStyle.areaColor).not.toBe(option.series[0].data[1].itemStyle.areaColor);
  });

  it("are an empty chart without values", () => {
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "World map by people: no values." });
    expect(draw({}, [{ code: "FRA", people: null }]).drawing.isEmpty).toBe(true);
    expect(draw({ color_by: "country" }, [{ code: "FRA", people: null }]).drawing.isEmpty).toBe(false);
    const { drawing } = draw({}, [{ code: "", people: 3 }]);
    expect(drawing).toMatchObject({ isEmpty: true, warning: "Not found on the map: <empty string>" });
  });

  it("have a legend below the map, even in small boxes", () => {
    const small = draw({}, ROWS, { width: 300, height: 200 });
    expect(small.legend?.parts).toHaveLength(1);
    expect(small.option.series[0].bottom).toBeGreaterThan(20);
    expect(draw({}, ROWS, { width: 100, height: 60 }).legend).toBeNull();
  });

  it("have one color for a single value, the faintest for 0", () => {
    const alike = (people: number) => draw({}, [{ code: "FRA", people }]).legend?.parts[0];
    const [none, some] = [alike(0), alike(7)] as { colors: readonly string[]; low: string }[];
    expect([none?.low, some?.low]).toEqual(["0", "7"]);
    expect([none?.colors.length, some?.colors.length]).toEqual([1, 1]);
    const whole = draw().legend?.parts[0] as { colors: readonly string[] };
    expect([none?.colors[0], some?.colors[0]]).toEqual([whole.colors[0], whole.colors.at(-1)]);
  });
});
