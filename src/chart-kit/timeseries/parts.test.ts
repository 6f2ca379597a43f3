import { describe, expect, it } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { Dataset } from "../../model/dataset.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import { formulaLines } from "./annotations.ts";
import { spreadApart } from "./end-labels.ts";
import { isAdditiveMetric, toFrame } from "./frame.ts";
import { layerProblems } from "./layers.ts";
import { layoutOf } from "./layout.ts";
import { planOf } from "./plan.ts";
import { TimeseriesForm, type TimeseriesKind } from "./schema.ts";
import { streamBaseline, valueExtent } from "./stack.ts";

const BAR: TimeseriesKind = { mark: "bar", name: () => "Bar chart" };
const LINE: TimeseriesKind = { mark: "line", name: () => "Line chart" };

const dataset = Dataset.parse({
  id: 1,
  table_name: "flights",
  columns: [
    { column_name: "origin", type_generic: 1 },
    { column_name: "hour", type_generic: 0 },
    { column_name: "is_late", type_generic: 3 },
  ],
  metrics: [
    { metric_name: "count", verbose_name: "Flights", expression: "COUNT(*)" },
    { metric_name: "unemployed", expression: "SUM(count) * 1000" },
    { metric_name: "deaths", expression: "SUM(deaths) FILTER (WHERE NOT is_total)" },
    { metric_name: "origins", expression: "COUNT(DISTINCT origin)" },
    { metric_name: "rate", expression: "SUM(a) / SUM(b)" },
  ],
});

function inputOf(form: Record<string, unknown>, row: Record<string, unknown>, more: Partial<TransformInput> = {}) {
  const formData = TimeseriesForm.parse({ viz_type: "x", x_axis: "origin", metrics: ["count"], ...form });
  return {
    formData,
    results: [{ data: [row], colnames: Object.keys(row) }],
    dataset,
    theme: chartTheme("light"),
    width: 600,
    height: 350,
    colorOf: new LabelColors().chart(1),
    rampOf: () => [],
    ...more,
  } as TransformInput<TimeseriesForm>;
}

describe("series of a result", () => {
  it("keep the type of dimension values", () => {
    const form = { groupby: ["hour", "is_late"] };
    const [series] = toFrame(inputOf(form, { origin: "ORD", "7, True": 3 }), BAR).series;
    expect(series).toMatchObject({ dimensions: [7, true], label: "7, True", metric: "count", values: [3] });
  });

  it("distinguish null from text, and keep commas within values", () => {
    const form = { x_axis: "hour", groupby: ["origin"] };
    const row = { hour: 1, "<NULL>": 3, "Chicago, IL": 4 };
    const input = inputOf(form, row);
    const [result] = input.results;
    const label_map = { "Chicago, IL": ["Chicago, IL"] };
    const { series } = toFrame({ ...input, results: [{ ...result, label_map }] } as typeof input, BAR);
    expect(series.map(({ dimensions, label }) => [dimensions[0], label])).toEqual([
      [null, "<NULL>"],
      ["Chicago, IL", "Chicago, IL"],
    ]);
  });

  it("are named by the metric's label, and by metric and dimension when there are several", () => {
    expect(toFrame(inputOf({}, { origin: "ORD", count: 3 }), BAR).series[0]?.label).toBe("Flights");
    const several = inputOf({ metrics: ["count", "rate"], groupby: ["hour"] }, { origin: "ORD", "count, 7": 3 });
    expect(toFrame(several, BAR).series[0]).toMatchObject({ label: "Flights, 7", metric: "count", dimensions: [7] });
  });

  it("have their comparison and time shift", () => {
    const form = { time_compare: ["1 year ago"], comparison_type: "difference", time_shift_color: false };
    const row = { origin: "ORD", "difference__count__count__1 year ago": -4 };
    const [series] = toFrame(inputOf(form, row), BAR).series;
    expect(series).toMatchObject({ metric: "count", shift: "1 year ago", label: "1 year ago, Flights", values: [-4] });
    expect(series?.colorLabel).toBe(series?.label);
  });

  it("can be summed if their metric is additive", () => {
    const additive = ["count", "unemployed", "deaths"].map((metric) => isAdditiveMetric(metric, dataset));
    expect(additive).toEqual([true, true, true]);
    expect(["origins", "rate", "median"].map((metric) => isAdditiveMetric(metric, dataset))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isAdditiveMetric({ expressionType: "SIMPLE", aggregate: "AVG" }, dataset)).toBe(false);
  });
});

describe("stored form data", () => {
  it("is parsed with numbers as text, and falls back to defaults for invalid values", () => {
    const form = TimeseriesForm.parse({
      viz_type: "x",
      limit: "10",
      markerSize: "8",
      opacity: null,
      legendOrientation: "diagonal",
      y_axis_bounds: ["", "5"],
      time_compare: "1 week ago",
      sort_series_type: "",
      show_legend: null,
    });
    expect(form).toMatchObject({
      limit: 10,
      markerSize: 8,
      opacity: 0.2,
      legendOrientation: "top",
      y_axis_bounds: [null, 5],
      time_compare: ["1 week ago"],
      sort_series_type: "sum",
      show_legend: true,
      groupby: [],
    });
  });
});

describe("labels at line ends", () => {
  it("are spread apart within the plot", () => {
    expect(spreadApart([10, 12, 100], { gap: 15, top: 0, bottom: 200 })).toEqual([10, 25, 100]);
    const crowded = spreadApart([198, 199, 200], { gap: 15, top: 0, bottom: 200 });
    expect(crowded).toEqual([170, 185, 200]);
    expect(spreadApart([], { gap: 15, top: 0, bottom: 200 })).toEqual([]);
  });
});

describe("layout", () => {
  it("reserves space for titles, the zoom slider and rotated labels", () => {
    const row = { origin: "Chicago O'Hare International", count: 3 };
    const plain = layoutOf(planOf(inputOf({ orientation: "vertical" }, row), BAR)).grid;
    const grid = (form: Record<string, unknown>) =>
      layoutOf(planOf(inputOf({ orientation: "vertical", ...form }, row), BAR)).grid;
    expect(grid({ x_axis_title: "Origin" }).bottom).toBeGreaterThan(plain.bottom);
    expect(grid({ y_axis_title: "Flights" }).left).toBeGreaterThan(plain.left);
    expect(grid({ y_axis_title: "Flights", y_axis_title_position: "Top" }).top).toBeGreaterThan(plain.top);
    expect(grid({ zoomable: true }).bottom).toBeGreaterThan(plain.bottom + 30);
    expect(grid({ xAxisLabelRotation: 90 }).bottom).toBeGreaterThan(plain.bottom + 60);
  });

  it("gives categories at most two fifths of the width", () => {
    const input = inputOf({ orientation: "horizontal" }, { origin: "x".repeat(200), count: 1 }, { width: 300 });
    expect(layoutOf(planOf(input, BAR)).grid.left).toBeLessThanOrEqual(128);
  });
});

describe("stacks", () => {
  it("add up by stack name and sign", () => {
    const one = { drawn: [3, -2], stackName: "a" };
    const two = { drawn: [4, -5], stackName: "a" };
    expect(valueExtent([one, two], 2)).toEqual([-7, 7]);
    expect(valueExtent([one, { drawn: [4, null], stackName: undefined }], 2)).toEqual([-2, 4]);
    expect(valueExtent([], 0)).toEqual([0, 0]);
    expect(
      streamBaseline(
        [
          [2, 4],
          [2, null],
        ],
        2,
      ),
    ).toEqual([0, 0]);
  });
});

describe("formula layers", () => {
  it("are drawn over the x-axis; hidden, invalid and other layers aren't", () => {
    const layer = { annotationType: "FORMULA", name: "Line", value: "2x", color: "#111111", opacity: "opacityLow" };
    const form = inputOf(
      {
        annotation_layers: [layer, { ...layer, show: false }, { ...layer, value: "x +" }, { annotationType: "EVENT" }],
      },
      { hour: 1, count: 1 },
    ).formData;
    const lines = formulaLines(form, { xKind: "value", isOfTimes: false, x: [1, 2], series: [] }, "#999999");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ name: "Line", values: [2, 4], style: { color: "#111111", type: "solid" } });
  });

  it("extend the value axis", () => {
    const layers = [{ annotationType: "FORMULA", name: "Target", value: "90" }];
    const input = inputOf({ annotation_layers: layers }, { origin: "ORD", count: 3 });
    expect(layoutOf(planOf(input, LINE)).scale?.max).toBeGreaterThanOrEqual(90);
  });
});

it("reports errors of layers, but not that there is no data in the range", () => {
  const layer = (error?: string) => ({ records: [], error });
  const annotation_data = { a: layer("Query timeout"), b: layer("No data"), c: layer() };
  expect(layerProblems({ results: [{ data: [], annotation_data }] })).toEqual(["a: Query timeout"]);
});
