import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as sankey } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { source: "from", target: "to", metric: "count", viz_type: "sankey_v2", datasource: "1__table" };
const ROWS = [
  { from: "a", to: "b", count: 10 },
  { from: "b", to: null, count: 4 },
  { from: "b", to: "", count: 0 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(sankey, { ...FORM, ...form }, rows, more);
const labels = (option: Parsed) => option.series[0].data.map((node: Parsed) => node.label.formatter());

describe("query", () => {
  it("groups by both ends, largest first unless configured otherwise", () => {
    const [query] = QueryContext.parse(sankey.buildQuery({ ...sankey.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({
      groupby: ["from", "to"],
      metrics: ["count"],
      orderby: [
        ["count", false],
        ["from", true],
        ["to", true],
      ],
    });
    expect(sankey.buildQuery({ ...FORM, sort_by_metric: false }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case, and requires both ends and a metric", () => {
    for (const { name, formData } of gallery) {
      expect(sankey.validate({ ...sankey.defaults(), ...formData, viz_type: "sankey_v2" }), name).toEqual({});
    }
    expect(Object.keys(sankey.validate({ viz_type: "sankey_v2" }))).toEqual(["source", "target", "metric"]);
  });

  it("reads both ends of legacy charts from their list", () => {
    expect(sankey.migrate?.({ viz_type: "sankey", groupby: ["a", "b"], metric: "m" })).toEqual({
      viz_type: "sankey_v2",
      source: "a",
      target: "b",
      metric: "m",
    });
  });
});

describe("sankey links", () => {
  it("connect nodes, one per value on either side", () => {
    const { option } = draw();
    expect(labels(option)).toEqual(["a", "b", "<NULL>"]);
    expect(option.series[0].links).toEqual([
      { source: "0", target: "1", value: 10 },
      { source: "1", target: "2", value: 4 },
    ]);
  });

  it("have nodes on both sides if they form cycles", () => {
    const { option } = draw({}, [...ROWS, { from: "b", to: "a", count: 3 }]);
    expect(labels(option)).toEqual(["a", "b", "b", "<NULL>", "a"]);
    const sources = new Set(option.series[0].links.map((link: Parsed) => link.source));
    expect(option.series[0].links.some((link: Parsed) => sources.has(link.target))).toBe(false);
  });

  it("are limited to the largest, with a note", () => {
    const rows = Array.from({ length: 310 }, (_, i) => ({ from: `s${i % 5}`, to: `t${i}`, count: i + 1 }));
    const { option, drawing } = draw({}, rows, { height: 1000 });
    expect(option.series[0].links).toHaveLength(300);
    expect(drawing.warning).toBe("Showing the 300 largest links. 10 more were left out");
    const small = draw({}, rows, { height: 200 });
    expect(small.option.series[0].data).toHaveLength(80);
    expect(small.option.series[0].links[0].value).toBe(310);
    expect(small.drawing.warning).toBe("Showing the 75 largest links. 235 more were left out");
  });

  it("are described in tooltip, mark and summary", () => {
    const { picture, drawing } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0, dataType: "edge" }])).toMatchObject({
      title: "a → b",
      rows: [{ label: "count", value: "10" }],
    });
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toMatchObject({
      title: "b",
      rows: [
        { label: "Out", value: "4" },
        { label: "In", value: "10" },
      ],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1, dataType: "edge" })?.text).toBe("b to <NULL>: 4");
    expect(drawing.summary).toBe(
      "Sankey diagram of count: 3 nodes and 2 links; largest a to b (10), smallest b to <NULL> (4).",
    );
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Sankey diagram of count: no links." });
  });

  it("keep long names inside the chart", () => {
    const { option } = draw({}, [{ from: "a", to: "A destination with a very long name indeed, too long", count: 1 }], {
      width: 320,
      height: 240,
    });
    expect(labels(option)[1]).toMatch(/…$/);
    expect(option.series[0].right).toBeLessThan(320 * 0.3);
  });
});
