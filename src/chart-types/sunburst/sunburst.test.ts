import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, textsOf } from "../../testing/chart.ts";
import { definition as sunburst } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { columns: ["phase", "size"], metric: "count", viz_type: "sunburst_v2", datasource: "1__table" };
const ROWS = [
  { phase: "Climb", size: "Small", count: 25, cost: 100 },
  { phase: "Approach", size: "Small", count: 50, cost: 50 },
  { phase: "Approach", size: null, count: 25, cost: 0 },
];
interface Sector {
  shape: { startAngle: number; endAngle: number; r0: number; r: number };
  style: { fill: string };
}
function sectors({ option }: ReturnType<typeof drawChart>): (Sector | undefined)[] {
  const [series] = option.series;
  return series.data.map((_: unknown, dataIndex: number) => series.renderItem({ dataIndex }).children[0]);
}
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(sunburst, { ...FORM, ...form }, rows, more);

describe("query", () => {
  it("requests both metrics by all levels", () => {
    const ask = (form: Record<string, unknown>) =>
      QueryContext.parse(sunburst.buildQuery({ ...sunburst.defaults(), ...FORM, ...form })).queries[0];
    expect(ask({ secondary_metric: "cost" })).toMatchObject({
      columns: ["phase", "size"],
      metrics: ["count", "cost"],
      orderby: [
        ["count", false],
        ["phase", true],
        ["size", true],
      ],
    });
    expect(ask({ secondary_metric: "count" })?.metrics).toEqual(["count"]);
    expect(ask({ sort_by_metric: false })?.orderby).toEqual([
      ["phase", true],
      ["size", true],
    ]);
  });

  it("is valid for every gallery case, and requires levels and a metric", () => {
    for (const { name, formData } of gallery) {
      expect(sunburst.validate({ ...sunburst.defaults(), ...formData, viz_type: "sunburst_v2" }), name).toEqual({});
    }
    expect(sunburst.validate({ ...FORM, columns: [], metric: null })).toEqual({
      columns: "Hierarchy cannot be empty",
      metric: "Primary metric cannot be empty",
    });
  });

  it("uses the groups of legacy charts as levels", () => {
    expect(sunburst.migrate?.({ viz_type: "sunburst", groupby: ["a"], metric: "b" })).toEqual({
      viz_type: "sunburst_v2",
      columns: ["a"],
      metric: "b",
    });
  });
});

describe("arcs", () => {
  it("are as long as their values, with parts outside their parent", () => {
    const arcs = sectors(draw());
    const length = (i: number) => (arcs[i]?.shape.endAngle ?? 0) - (arcs[i]?.shape.startAngle ?? 0);
    expect(arcs).toHaveLength(5);
    expect(length(0) / (2 * Math.PI)).toBeCloseTo(0.75);
    expect(length(1) / length(2)).toBeCloseTo(2);
    expect(arcs[1]?.shape.r0).toBeCloseTo(arcs[0]?.shape.r ?? 0);
    expect(arcs[1]?.shape.startAngle).toBeCloseTo(arcs[0]?.shape.startAngle ?? 0);
  });

  it("keep the row order unless sorted by the metric", () => {
    const first = (sort_by_metric: boolean) =>
      draw({ sort_by_metric }).picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text;
    expect(first(true)).toBe("Approach: 75, 75.0%");
    expect(first(false)).toBe("Climb: 25, 25.0%");
  });

  it("show labels if enabled and above the threshold, with <NULL> for missing names", () => {
    expect(textsOf(draw().option)).toEqual([]);
    expect(textsOf(draw({ show_labels: true }).option)).toEqual([
      "Approach",
      "Small",
      "&lt;NULL&gt;",
      "Climb",
      "Small",
    ]);
    expect(textsOf(draw({ show_labels: true, show_labels_threshold: 60, label_type: "key_value" }).option)).toEqual([
      "Approach: 75",
    ]);
  });

  it("are colored by the ratio of two metrics", () => {
    const fills = sectors(draw({ secondary_metric: "cost" })).map((arc) => arc?.style.fill);
    expect(new Set(fills).size).toBeGreaterThan(2);
    expect(
      draw({ secondary_metric: "cost" }).picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])?.rows,
    ).toMatchObject([
      { label: "count", value: "50" },
      { label: "cost", value: "50" },
    ]);
  });

  it("filter by every level down to their own", () => {
    const { picture } = draw();
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 2 })?.selection?.clauses).toEqual([
      { column: "phase", values: ["Approach"] },
      { column: "size", values: [null] },
    ]);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).toMatchObject({
      title: "Approach › <NULL>",
      note: "33.3% of Approach",
    });
  });

  it("show their total in the center if enabled, and are empty without values", () => {
    const texts = draw({ show_total: true }).option.graphic.map((part: { style: { text: string } }) => part.style.text);
    expect(texts).toEqual(["100", "Total"]);
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Sunburst of count: no values." });
    expect(draw({}, [ROWS[0] ?? {}]).drawing.summary).toBe("Sunburst of count, one part: Climb (25, 100.0%).");
  });
});

describe("names of the innermost ring that don't fit", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ phase: `Phase ${i + 100}`, size: "Small", count: 1000 - i }));
  const beside = (count: number, form = {}) => {
    const size = { width: 365, height: 300 };
    const drawn = draw({ show_labels: true, show_labels_threshold: 0, ...form }, rows(count), size);
    type Graphic = { x?: number; y?: number; style: { text?: string; fill: string } };
    const graphics = (drawn.option.graphic ?? []) as Graphic[];
    const right = sectors(drawn).reduce((most, sector) => Math.max(most, sector?.shape.r ?? 0), 0);
    return { drawn, texts: graphics.filter(({ style }) => style.text !== undefined), radius: right };
  };

  it("are listed beside the chart, the largest first, with the number of others", () => {
    const { texts, drawn, radius } = beside(200);
    const names = texts.map(({ style }) => style.text);
    expect(names.slice(0, 2)).toEqual(["Phase 100", "Phase 101"]);
    expect(names.at(-1)).toBe(`+ ${200 - (names.length - 1)} more`);
    const roundAt = drawn.picture.roundAt ?? 0;
    for (const { x = 0, y = 0 } of texts) {
      expect(x).toBeGreaterThan(roundAt + radius);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(300);
    }
  });

  it("aren't listed where arcs show them, or labels are off", () => {
    expect(beside(3).texts).toEqual([]);
    expect(beside(200, { show_labels: false }).texts).toEqual([]);
    expect(beside(200, { label_type: "value" }).texts).toEqual([]);
  });
});
