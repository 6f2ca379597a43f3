import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as chord } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { groupby: "from", columns: "to", metric: "count", viz_type: "chord", datasource: "1__table" };
const ROWS = [
  { from: "ATL", to: "ORD", count: 10 },
  { from: "ORD", to: "ATL", count: 8 },
  { from: "", to: null, count: 2 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(chord, { ...FORM, ...form }, rows, more);

describe("query", () => {
  it("queries the metric by source and target", () => {
    const [query] = QueryContext.parse(chord.buildQuery({ ...chord.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({
      columns: ["from", "to"],
      metrics: ["count"],
      orderby: [
        ["count", false],
        ["from", true],
        ["to", true],
      ],
    });
    expect(chord.buildQuery({ ...FORM, groupby: ["from"], sort_by_metric: false }).queries[0]?.columns).toEqual([
      "from",
      "to",
    ]);
  });

  it("is valid for every gallery case; requires source, target and a metric", () => {
    for (const { name, formData } of gallery) {
      expect(chord.validate({ ...chord.defaults(), ...formData, viz_type: "chord" }), name).toEqual({});
    }
    expect(Object.keys(chord.validate({ viz_type: "chord" }))).toEqual(["groupby", "columns", "metric"]);
  });
});

describe("ribbons", () => {
  it("connect arcs, in both directions if both exist", () => {
    const [series] = draw().option.series;
    expect(series.data.map((node: Parsed) => node.label.formatter())).toEqual([
      "ATL",
      "ORD",
      "<empty string>",
      "<NULL>",
    ]);
    expect(series.links).toEqual([
      { source: "0", target: "1", value: 10 },
      { source: "1", target: "0", value: 8 },
      { source: "2", target: "3", value: 2 },
    ]);
  });

  it("leave room for names, and hide them if there is none", () => {
    const [wide] = draw({}, ROWS, { width: 600, height: 300 }).option.series;
    expect(wide.radius[1]).toBeLessThanOrEqual(130);
    const [small] = draw({}, ROWS, { width: 120, height: 100 }).option.series;
    expect(small.data.some((node: Parsed) => node.label.show)).toBe(false);
  });

  it("are limited to the largest that fit, with a warning", () => {
    const rows = Array.from({ length: 310 }, (_, i) => ({ from: `s${i}`, to: `t${i}`, count: i + 1 }));
    const small = draw({}, rows, { width: 300, height: 200 });
    expect(small.option.series[0].data).toHaveLength(62);
    expect(small.option.series[0].links[0].value).toBe(310);
    expect(small.drawing.warning).toBe("Showing the 31 largest links. 279 more were left out");
    const large = draw({}, rows, { width: 2400, height: 2000 });
    expect(large.drawing.warning).toBe("Showing the 300 largest links. 10 more were left out");
  });

  it("have a tooltip and screen reader text", () => {
    const { picture, drawing } = draw({ y_axis_format: ",.1f" });
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1, dataType: "edge" }])).toMatchObject({
      title: "ORD → ATL",
      rows: [{ value: "8.0" }],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toMatchObject({
      text: "ATL: 10.0 out, 8.0 in",
      selection: null,
    });
    expect(drawing.summary).toMatch(/^Chord diagram of count: 4 nodes and 3 links; largest ATL to ORD \(10.0\)/);
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Chord diagram of count: no links." });
  });
});
