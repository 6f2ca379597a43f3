import { describe, expect, it } from "vitest";
import { textOn } from "../../chart-kit/colors/shade.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, textsOf } from "../../testing/chart.ts";
import { definition as treemap } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { groupby: ["region", "country"], metric: "people", viz_type: "treemap_v2", datasource: "1__table" };
const ROWS = [
  { region: "Asia", country: "China", people: 600 },
  { region: "Asia", country: "India", people: 300 },
  { region: "Europe", country: null, people: 60 },
  { region: "Europe", country: "", people: 40 },
];

interface Rect {
  shape: { x: number; y: number; width: number; height: number };
}
function boxes(option: { series: { data: unknown[]; renderItem(at: { dataIndex: number }): { children: Rect[] } }[] }) {
  const [series] = option.series;
  return (series?.data ?? []).map((_, dataIndex) => series?.renderItem({ dataIndex }).children[0]?.shape);
}
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(treemap, { ...FORM, ...form }, rows, more);

describe("titles", () => {
  it("are readable on their color in dark mode", () => {
    const regions = ["Asia", "Europe", "Africa", "America"].map((region) => ({ region, country: "a", people: 1 }));
    const [series] = draw({}, regions, { mode: "dark" }).option.series;
    const tops = [0, 2, 4, 6].map((dataIndex) => series.renderItem({ dataIndex }).children);
    expect(tops.map(([, title]) => title.style.fill)).toEqual(tops.map(([box]) => textOn(box.style.fill)));
  });
});

describe("query", () => {
  it("requests the metric by all levels, largest first unless configured otherwise", () => {
    const [query] = QueryContext.parse(treemap.buildQuery({ ...treemap.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({
      columns: ["region", "country"],
      metrics: ["people"],
      orderby: [
        ["people", false],
        ["region", true],
        ["country", true],
      ],
    });
    expect(treemap.buildQuery({ ...FORM, sort_by_metric: false }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case, and requires a metric", () => {
    for (const { name, formData } of gallery) {
      expect(treemap.validate({ ...treemap.defaults(), ...formData, viz_type: "treemap_v2" }), name).toEqual({});
    }
    expect(treemap.validate({ ...FORM, metric: null })).toEqual({ metric: "Metric cannot be empty" });
  });

  it("uses the first metric of legacy charts", () => {
    expect(treemap.migrate?.({ viz_type: "treemap", metrics: ["a", "b"], groupby: ["x"], treemap_ratio: 1.6 })).toEqual(
      {
        viz_type: "treemap_v2",
        metric: "a",
        groupby: ["x"],
      },
    );
  });
});

describe("tiles", () => {
  it("are as large as their values, inside their parent and without overlap", () => {
    const shapes = boxes(draw({ show_upper_labels: false }).option as never);
    const area = (i: number) => (shapes[i]?.width ?? 0) * (shapes[i]?.height ?? 0);
    expect(shapes).toHaveLength(6);
    expect(area(0) / (area(0) + area(3))).toBeCloseTo(0.9, 1);
    expect(area(1) / area(2)).toBeCloseTo(2, 0);
    const [whole, part] = [shapes[0], shapes[1]];
    expect(part?.x).toBeGreaterThanOrEqual(whole?.x ?? 0);
    expect((part?.x ?? 0) + (part?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
    expect(
      (shapes[1]?.x ?? 0) + (shapes[1]?.width ?? 0) <= (shapes[2]?.x ?? 0) ||
        (shapes[1]?.y ?? 0) + (shapes[1]?.height ?? 0) <= (shapes[2]?.y ?? 0),
    ).toBe(true);
  });

  it("show the configured labels, truncated or left out without room", () => {
    expect(textsOf(draw().option)).toEqual(expect.arrayContaining(["Asia", "900", "China", "600", "&lt;NULL&gt;"]));
    expect(textsOf(draw({ label_type: "value", show_upper_labels: false }).option)).toEqual(["600", "300", "60", "40"]);
    expect(textsOf(draw({ label_type: "Key", show_upper_labels: false }).option)).toContain("China");
    expect(textsOf(draw({ show_labels: false, show_upper_labels: false }).option)).toEqual([]);
    expect(textsOf(draw({}, ROWS, { width: 100, height: 60 }).option, { width: 100, height: 60 })).toEqual([]);
  });

  it("show path, value and share, and filter by every level down to their own", () => {
    const { picture } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).toMatchObject({
      title: "Asia › India",
      rows: [{ label: "people", value: "300", share: "30.0%" }],
      note: "33.3% of Asia",
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.selection?.clauses).toEqual([
      { column: "region", values: ["Asia"] },
    ]);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 4 })).toMatchObject({
      text: "Europe, <NULL>: 60, 6.0%",
      selection: {
        clauses: [
          { column: "region", values: ["Europe"] },
          { column: "country", values: [null] },
        ],
      },
    });
  });

  it("are dimmed unless selected", () => {
    const selected = { clauses: [{ column: "region", values: ["Asia"] }], label: "Asia" };
    const { picture } = draw({}, ROWS, { selected });
    const isSelected = [0, 1, 3].map((dataIndex) => picture.mark?.({ seriesIndex: 0, dataIndex })?.isSelected);
    expect(isSelected).toEqual([true, true, false]);
  });

  it("are empty without positive values, and a single one without dimensions", () => {
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Treemap of people: no values." });
    expect(draw({}, [{ region: "x", country: "y", people: -3 }]).drawing).toMatchObject({
      isEmpty: true,
      warning: "Negative values aren't shown",
    });
    const { picture, drawing } = draw({ groupby: [] }, [{ people: 5 }]);
    expect(drawing.summary).toBe("Treemap of people, one part: people (5, 100.0%).");
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.selection).toBeNull();
  });
});

describe("many tiles", () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `Region ${i + 100}`);
  const rows = (count: number) =>
    names(count).flatMap((region) => ["a", "b", "c"].map((country) => ({ region, country, people: 10 })));
  const drawn = (count: number, form = {}, size = { width: 365, height: 300 }) => {
    const { drawing, option } = draw(form, rows(count), size);
    const [series] = option.series;
    const texts = series.data.flatMap((_: unknown, dataIndex: number) =>
      series
        .renderItem({ dataIndex })
        .children.slice(1)
        .map(({ style }: { style: { text: string } }) => style.text),
    );
    return { drawing, texts: texts as string[] };
  };

  it("have the name of a branch, not of one of its parts, where only one fits", () => {
    const { texts } = drawn(30);
    expect(texts.filter((text) => text === "Region").length).toBe(30);
    expect(texts).not.toContain("a");
    expect(drawn(3).texts).toContain("a");
  });

  it("name the largest below the chart where names don't fit, also when the note makes it lower", () => {
    const note = "Largest: Region 100, Region 101, Region 102, and 197 more";
    expect(drawn(200).drawing.warning).toBe(note);
    expect(drawn(200, {}, { width: 365, height: 262 }).drawing.warning).toBe(note);
    expect(drawn(8).drawing.warning).toBeUndefined();
    expect(drawn(200, { show_labels: false }).drawing.warning).toBeUndefined();
    expect(drawn(200, { label_type: "value" }).drawing.warning).toBeUndefined();
  });
});
