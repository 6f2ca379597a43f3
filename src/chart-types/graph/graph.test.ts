import { describe, expect, it } from "vitest";
import { textWidth } from "../../chart-kit/text-width.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as graph } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { source: "from", target: "to", metric: "count", viz_type: "graph_chart", datasource: "1__table" };
const ROWS = [
  { from: "ATL", to: "ORD", kind: "large", count: 10 },
  { from: "ORD", to: null, kind: "small", count: 4 },
  { from: "ORD", to: "", kind: "small", count: 2 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(graph, { ...FORM, ...form }, rows, more);

describe("query", () => {
  it("queries the metric by source, target and their categories", () => {
    const ask = (form = {}) =>
      QueryContext.parse(graph.buildQuery({ ...graph.defaults(), ...FORM, ...form })).queries[0];
    expect(ask()).toMatchObject({ columns: ["from", "to"], metrics: ["count"] });
    expect(ask({ source_category: "a", target_category: "b" })?.columns).toEqual(["from", "to", "a", "b"]);
  });

  it("sorts rows so that a row limit keeps the same links", () => {
    const orderOf = (row_limit: number | null) => graph.buildQuery({ ...FORM, row_limit }).queries[0]?.orderby;
    expect(orderOf(10)).toEqual([
      ["from", true],
      ["to", true],
    ]);
    expect(orderOf(null)).toBeUndefined();
  });

  it("is valid for every gallery case; requires source, target and a metric", () => {
    for (const { name, formData } of gallery) {
      expect(graph.validate({ ...graph.defaults(), ...formData, viz_type: "graph_chart" }), name).toEqual({});
    }
    expect(Object.keys(graph.validate({ viz_type: "graph_chart" }))).toEqual(["source", "target", "metric"]);
  });
});

describe("the graph", () => {
  it("has a node for each value and a link for each row, sized by the metric", () => {
    const [series] = draw().option.series;
    expect(series.data.map((node: Parsed) => node.label.formatter())).toEqual([
      "ATL",
      "ORD",
      "<NULL>",
      "<empty string>",
    ]);
    expect(series.data[0].symbolSize).toBe(40);
    expect(series.data[3].symbolSize).toBe(10);
    expect(series.links.map((link: Parsed) => [link.source, link.target, link.lineStyle.width])).toEqual([
      ["0", "1", 6],
      ["1", "2", expect.closeTo(3.75)],
      ["1", "3", 1.5],
    ]);
    expect(series.edgeSymbol).toEqual(["none", "arrow"]);
  });

  it("keeps names next to a circle inside the chart", () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ from: `A place of a long name, ${i}`, to: "hub", count: 1 }));
    const [{ data }] = draw({ layout: "circular" }, rows, { width: 300, height: 200 }).option.series;
    const beside = data.filter((node: Parsed) => node.label.position === "left" || node.label.position === "right");
    expect(beside.length).toBeGreaterThan(20);
    const widthOf = ({ label }: Parsed) => textWidth(label.formatter());
    expect(widthOf(data.find((node: Parsed) => node.label.position === "top"))).toBeGreaterThan(90);
    for (const { x, symbolSize, label } of beside) {
      const reach = symbolSize / 2 + label.distance + widthOf({ label });
      expect(label.position === "left" ? x - reach : 300 - x - reach).toBeGreaterThanOrEqual(0);
    }
  });

  it("stays inside the chart in every layout, with stable positions", () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ from: `n${i % 7}`, to: `n${(i * 5) % 23}`, count: i + 1 }));
    for (const layout of ["force", "circular"]) {
      const places = () =>
        draw({ layout }, rows, { width: 300, height: 200 }).option.series[0].data.map((node: Parsed) => [
          node.x,
          node.y,
        ]);
      expect(places().every(([x, y]: [number, number]) => x >= 0 && x <= 300 && y >= 0 && y <= 200)).toBe(true);
      expect(places()).toEqual(places());
    }
  });

  it("is colored by category, with a legend", () => {
    const { option } = draw({ source_category: "kind" });
    expect(option.series[0].categories).toEqual([{ name: "large" }, { name: "small" }]);
    expect(option.legend.data).toEqual(["large", "small"]);
    expect(draw().option.legend).toBeUndefined();
  });

  it("cross-filters by a node's column, and mutes nodes that aren't selected", () => {
    const selected = { clauses: [{ column: "from", values: ["ATL"] }], label: "ATL" };
    const { picture, option } = draw({}, ROWS, { selected });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toEqual({
      text: "ATL: 10 out, 0 in",
      selection: selected,
      isSelected: true,
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 2 })?.selection?.clauses).toEqual([
      { column: "to", values: [null] },
    ]);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0, dataType: "edge" })?.selection).toBeNull();
    expect(option.series[0].data[1].itemStyle.color).not.toBe(option.series[0].data[0].itemStyle.color);
  });

  it("shows labels from the threshold on, and has a summary if empty", () => {
    const shown = draw({ showSymbolThreshold: 5 }).option.series[0].data.map((node: Parsed) => node.label.show);
    expect(shown).toEqual([true, true, false, false]);
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Graph of count: no links." });
    expect(draw({}, [ROWS[0] ?? {}]).drawing.summary).toBe("Graph of count: one link, ATL to ORD (10).");
  });
});

describe("a graph with very many links", () => {
  const among = (nodes: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      from: `a${i % nodes}`,
      to: `b${Math.floor(i / nodes)}`,
      count: count - i,
    }));

  it("shows the largest links that fit, with a warning", () => {
    const { option, drawing } = draw({}, among(50, 2500), { width: 800, height: 500 });
    expect(option.series[0].links).toHaveLength(300);
    expect(drawing.warning).toBe("Showing the 300 largest links. 2,200 more were left out");
    const linksIn = (width: number, height: number) =>
      draw({}, among(50, 2500), { width, height }).option.series[0].links.length;
    expect([linksIn(600, 360), linksIn(300, 200)]).toEqual([180, 100]);
  });

  it("shows more links if they connect as many nodes", () => {
    const pairs = Array.from({ length: 700 }, (_, i) => ({ from: `a${i}`, to: `b${i}`, count: 1 }));
    const { option, drawing } = draw({}, pairs);
    expect(option.series[0].links).toHaveLength(700);
    expect(drawing.warning).toBeUndefined();
    expect(option.series[0].data[0].symbolSize).toBeLessThan(10);
  });
});
