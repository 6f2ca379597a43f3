import { describe, expect, it } from "vitest";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as funnel } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { groupby: ["stage"], metric: "count", viz_type: "funnel", datasource: "1__table" };
const STAGES = [
  { stage: "Visited", count: 1000 },
  { stage: "Signed up", count: 400 },
  { stage: "Paid", count: 100 },
];
const texts = (option: Parsed) => option.series[0].data.map((step: Parsed) => step.label.formatter());
const tip = (picture: EChartSpec, dataIndex: number) => picture.tooltip?.([{ seriesIndex: 0, dataIndex }]);

describe("query", () => {
  it("queries the metric by dimension, largest first by default", () => {
    const [query] = QueryContext.parse(funnel.buildQuery({ ...funnel.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({ columns: ["stage"], metrics: ["count"], orderby: [["count", false]], row_limit: 10 });
    expect(funnel.buildQuery({ ...FORM, sort_by_metric: false }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case; requires a metric", () => {
    for (const { name, formData } of gallery) {
      expect(funnel.validate({ ...funnel.defaults(), ...formData, viz_type: "funnel" }), name).toEqual({});
    }
    expect(funnel.validate({ ...FORM, metric: null })).toEqual({ metric: "Metric cannot be empty" });
  });
});

describe("steps", () => {
  it("show their share of the first step, the previous step or the total", () => {
    const shares = (percent_calculation_type: string) =>
      texts(drawChart(funnel, { ...FORM, label_type: 2, percent_calculation_type }, STAGES).option);
    expect(shares("first_step")).toEqual(["100.0%", "40.0%", "10.0%"]);
    expect(shares("prev_step")).toEqual(["100.0%", "40.0%", "25.0%"]);
    expect(shares("total")).toEqual(["66.7%", "26.7%", "6.7%"]);
  });

  it("have the configured labels, truncated to fit", () => {
    const label = (label_type: number) => texts(drawChart(funnel, { ...FORM, label_type }, STAGES).option)[1];
    expect([0, 1, 3, 5, 6].map(label)).toEqual([
      "Signed up",
      "400",
      "Signed up: 400",
      "Signed up: 400 (40.0%)",
      "400 (40.0%)",
    ]);
    const long = [{ stage: "A stage with a very long name that goes on and on", count: 3 }];
    expect(texts(drawChart(funnel, FORM, long, { width: 320, height: 240 }).option)[0]).toMatch(/…$/);
    const narrow = (height: number) =>
      texts(drawChart(funnel, { ...FORM, label_type: 5 }, STAGES, { width: 300, height }).option)[1];
    expect(narrow(240)).toBe("Signed up\n400 (40.0%)");
    expect(narrow(100)).not.toContain("\n");
  });

  it("keep labels inside the chart, however thin they are", () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ stage: `Stage ${i}`, count: 1000 - i }));
    const { labelLayout } = drawChart(funnel, FORM, many, { width: 300, height: 200 }).option.series[0];
    const middle = (y: number) => labelLayout({ dataIndex: 0, rect: { y, height: 2 } }).y;
    expect([middle(0), middle(99), middle(198)]).toEqual([8.5, 100, 191.5]);
    const [{ data }] = drawChart(funnel, FORM, many, { width: 300, height: 200 }).option.series;
    const shown = data.flatMap(({ label }: Parsed, at: number) => (label.show ? [middle(at * 2)] : []));
    const gaps = shown.slice(1).map((y: number, at: number) => y - shown[at]);
    expect(Math.min(...gaps), "none lies on the next").toBeGreaterThan(15);
  });

  it("keep the row order if not sorted by the metric", () => {
    const rows = [...STAGES].reverse();
    const names = (sort_by_metric: boolean) =>
      drawChart(funnel, { ...FORM, sort_by_metric }, rows).option.series[0].data.map((step: Parsed) => step.name);
    expect(names(true)).toEqual(["Visited", "Signed up", "Paid"]);
    expect(names(false)).toEqual(["Paid", "Signed up", "Visited"]);
  });

  it("skip missing values, and have a placeholder without a name", () => {
    const rows = [
      { stage: null, count: 5 },
      { stage: "", count: 4 },
      { stage: "x", count: null },
    ];
    const { option, drawing } = drawChart(funnel, FORM, rows);
    expect(texts(option)).toEqual(["<NULL>", "<empty string>"]);
    expect(drawing.summary).toBe(
      "Funnel chart: count, 2 steps from <NULL> (5) to <empty string> (4); largest <NULL> (5).",
    );
  });

  it("cross-filter on click, and are muted if another one is selected", () => {
    const selected = { clauses: [{ column: "stage", values: ["Paid"] }], label: "Paid" };
    const { picture, option } = drawChart(funnel, FORM, STAGES, { selected });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 2 })).toEqual({
      text: "Paid: 100, 10.0%",
      selection: selected,
      isSelected: true,
    });
    const colors = option.series[0].data.map((step: Parsed) => step.itemStyle.color);
    expect(colors[0]).toBe(colors[1]);
    expect(colors[2]).not.toBe(colors[0]);
  });
});

describe("the funnel chart", () => {
  it("has the configured tooltip", () => {
    expect(tip(drawChart(funnel, FORM, STAGES).picture, 1)).toMatchObject({
      title: "Signed up",
      rows: [{ label: "count", value: "400" }],
      note: "40.0% of the first step",
    });
    expect(tip(drawChart(funnel, { ...FORM, tooltip_label_type: 0 }, STAGES).picture, 1)).toEqual({
      title: "Signed up",
      rows: [],
    });
    expect(tip(drawChart(funnel, { ...FORM, show_tooltip_labels: false }, STAGES).picture, 1)).toBeNull();
  });

  it("has a legend only if labels don't name the steps", () => {
    expect(drawChart(funnel, FORM, STAGES).option.legend).toBeUndefined();
    expect(drawChart(funnel, { ...FORM, label_type: 2 }, STAGES).option.legend.data).toHaveLength(3);
    expect(
      drawChart(funnel, { ...FORM, label_type: 2 }, STAGES, { width: 200, height: 130 }).option.legend,
    ).toBeUndefined();
    const small = (form = {}) =>
      texts(drawChart(funnel, { ...FORM, label_type: 2, ...form }, STAGES, { width: 300, height: 200 }).option)[0];
    expect(small(), "without room for one, labels name them").toMatch(/^\w.*: /);
    expect(small({ show_legend: false })).toMatch(/^[\d.]+.%$/);
    const steps = [30, 20, 10].map((count, i) => ({ stage: String(i), count }));
    const short = texts(drawChart(funnel, { ...FORM, label_type: 6 }, steps, { width: 300, height: 200 }).option);
    expect(short, "short names have room beside both figures").toEqual([
      expect.stringMatching(/^0: 30 \(/),
      expect.stringMatching(/^1: 20 \(/),
      expect.stringMatching(/^2: 10 \(/),
    ]);
  });

  it("summarizes an empty chart and a single step", () => {
    expect(drawChart(funnel, FORM, []).drawing).toMatchObject({
      isEmpty: true,
      summary: "Funnel chart: count, no values.",
    });
    const negative = drawChart(funnel, FORM, [{ stage: "a", count: -1 }]).drawing;
    expect(negative).toMatchObject({ isEmpty: true, warning: "Negative values aren't shown" });
    expect(drawChart(funnel, FORM, [STAGES[0] ?? {}]).drawing.summary).toBe(
      "Funnel chart: count, one step: Visited (1,000).",
    );
  });
});

it("draws the 100 largest steps with their share of all, and shows a warning", () => {
  const rows = Array.from({ length: 250 }, (_, i) => ({ stage: `s${i}`, count: i + 1 }));
  const form = { ...FORM, label_type: 2, percent_calculation_type: "total" };
  const { drawing, option } = drawChart(funnel, form, rows);
  const { data } = option.series[0];
  expect(data.map((step: Parsed) => step.name)).toEqual(Array.from({ length: 100 }, (_, i) => `s${249 - i}`));
  expect(texts(option)[0]).toBe("0.8%");
  expect(drawing.warning).toBe("Showing the first 100 of 250 steps");
  const below = drawChart(funnel, FORM, [...rows, { stage: "lost", count: -1 }]).drawing;
  expect(below.warning).toBe("Negative values aren't shown. Showing the first 100 of 250 steps");
  expect(drawChart(funnel, FORM, rows.slice(0, 100)).drawing.warning).toBeUndefined();
});

it("assigns dashboard colors only to drawn steps", () => {
  const rows = Array.from({ length: 250 }, (_, i) => ({ stage: `s${i}`, count: i + 1 }));
  const colors = new LabelColors();
  const { option } = drawChart(funnel, FORM, rows, { colors });
  const steps: Parsed[] = option.series[0].data;
  const generated = new Map(Object.entries(colors.generated()));
  expect([...generated.keys()].toSorted()).toEqual(steps.map((step) => step.name).toSorted());
  for (const { name, itemStyle } of steps.slice(0, 12)) expect(itemStyle.color).toBe(generated.get(name));
  const shades = new Set(steps.slice(0, 24).map(({ itemStyle }) => itemStyle.color));
  expect(shades.size, "shades of colors that repeat").toBe(24);
});
