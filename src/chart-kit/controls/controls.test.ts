import { describe, expect, it } from "vitest";
import type { Control, ControlState, Section } from "../../chart-seam/control.ts";
import { problemText } from "../../chart-seam/define.ts";
import { Dataset } from "../../model/dataset.ts";
import { analyticsSections } from "./analytics-controls.ts";
import {
  countProblem,
  forceCategoricalControl,
  groupOthersControl,
  orderDescControl,
  rowLimitControl,
  selectedColumns,
  timeGrainControl,
  xAxisSortControl,
} from "./controls.ts";
import { legendRows, titlesSection, tooltipSection, xAxisSection, yAxisSection } from "./customize-controls.ts";

const dataset = Dataset.parse({
  id: 1,
  table_name: "flights",
  columns: [
    { column_name: "date", type_generic: 2, is_dttm: true },
    { column_name: "origin", type_generic: 1 },
    { column_name: "hour", type_generic: 0 },
  ],
  metrics: [],
  verbose_map: { count: "Flights" },
  time_grain_sqla: [
    ["P1D", "Day"],
    ["P1W", "Week"],
  ],
});

const state = (formData: Record<string, unknown>): ControlState => ({ formData, dataset });
const isVisible = (control: Control, formData: Record<string, unknown>) => control.visible?.(state(formData)) ?? true;
const choicesOf = (control: Control, formData: Record<string, unknown>) => {
  const choices = "choices" in control ? control.choices : [];
  return typeof choices === "function" ? choices(state(formData)) : choices;
};
const find = (rows: Section["rows"], name: string): Control => {
  const control = rows.flat().find((candidate) => candidate.name === name);
  if (!control) throw new Error(`no control ${name}`);
  return control;
};

describe("query controls", () => {
  it("offers the database's grains when an axis or dimension is temporal", () => {
    const grain = timeGrainControl(["x_axis", "groupby"]);
    expect(isVisible(grain, { x_axis: "date" })).toBe(true);
    expect(isVisible(grain, { x_axis: "origin", groupby: ["date"] })).toBe(true);
    expect(isVisible(grain, { x_axis: "origin" })).toBe(false);
    expect(choicesOf(grain, {})).toEqual([
      ["P1D", "Day"],
      ["P1W", "Week"],
    ]);
  });

  it("offers categories only for numeric axes", () => {
    expect(isVisible(forceCategoricalControl, { x_axis: "hour" })).toBe(true);
    expect(isVisible(forceCategoricalControl, { x_axis: "date" })).toBe(false);
  });

  it("sorts the axis by its values and metrics, or by aggregates of several series", () => {
    const one = {
      x_axis: "origin",
      metrics: ["count", { expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "hour" } }],
    };
    expect(choicesOf(xAxisSortControl, { ...one, metrics: ["count"] })).toEqual([
      ["origin", "origin"],
      ["count", "Flights"],
    ]);
    expect(choicesOf(xAxisSortControl, one).map(([value]) => value)).toEqual([
      "origin",
      "name",
      "sum",
      "min",
      "max",
      "avg",
    ]);
    expect(isVisible(xAxisSortControl, { x_axis: "date" })).toBe(false);
    const { label } = xAxisSortControl;
    const lying = { viz_type: "echarts_timeseries_bar", orientation: "horizontal" };
    const called = (form: Record<string, unknown>) => (typeof label === "function" ? label(state(form)) : label);
    expect([called(lying), called({ ...lying, orientation: "vertical" })]).toEqual([
      "Y-axis sort by",
      "X-axis sort by",
    ]);
  });

  it("shows dependent controls only with their parent", () => {
    expect(isVisible(groupOthersControl(), {})).toBe(false);
    expect(isVisible(groupOthersControl(), { limit: 5 })).toBe(true);
    expect(isVisible(orderDescControl(), { timeseries_limit_metric: "count" })).toBe(true);
    expect(isVisible(orderDescControl(), { timeseries_limit_metric: null })).toBe(false);
  });

  it("limits rows to what the server allows", () => {
    const limit = rowLimitControl();
    expect(limit.default).toBe(10_000);
    expect(choicesOf(limit, {})[4]).toEqual([500, "500"]);
    expect(limit.validate?.("100001", state({}))).toBe("Value cannot exceed 100,000");
    expect(problemText(limit.validate?.("1.5", state({})), "Row limit")).toBe("Row limit is expected to be an integer");
    expect(problemText(limit.validate?.("-5", state({})), "Row limit")).toBe(
      "Row limit is expected to be a positive integer",
    );
    expect(problemText(limit.validate?.(0, state({})), "Row limit")).toBe(
      "Row limit is expected to be a positive integer",
    );
    expect(limit.validate?.(500, state({}))).toBeUndefined();
    expect(countProblem(null, 10)).toBeUndefined();
  });

  it("reads columns from raw form data and skips invalid ones", () => {
    expect(selectedColumns(state({ groupby: ["a", 7, { sqlExpression: "b" }] }), "groupby")).toEqual([
      "a",
      { sqlExpression: "b" },
    ]);
  });
});

describe("customize controls", () => {
  it("never need a new query", () => {
    const sections = [titlesSection(), tooltipSection(), xAxisSection(undefined), yAxisSection(undefined)];
    const controls = [...sections.flatMap((section) => section.rows.flat()), ...legendRows().flat()];
    expect(controls.filter((control) => !control.render).map((control) => control.name)).toEqual([]);
  });

  it("hides legend settings without a legend, and the percentage option for contributions", () => {
    expect(isVisible(find(legendRows(), "legendMargin"), { show_legend: false })).toBe(false);
    const percentage = find(tooltipSection().rows, "showTooltipPercentage");
    expect(isVisible(percentage, {})).toBe(true);
    expect(isVisible(percentage, { contributionMode: "row" })).toBe(false);
    expect(isVisible(percentage, { rich_tooltip: false })).toBe(false);
  });

  it("shows time formats for temporal axes and number formats for numeric ones", () => {
    const { rows } = xAxisSection(undefined);
    expect(isVisible(find(rows, "x_axis_time_format"), { x_axis: "date" })).toBe(true);
    expect(isVisible(find(rows, "x_axis_number_format"), { x_axis: "date" })).toBe(false);
    expect(isVisible(find(rows, "x_axis_number_format"), { x_axis: "hour" })).toBe(true);
    expect(isVisible(find(rows, "force_max_interval"), {})).toBe(false);
    expect(isVisible(find(yAxisSection(undefined).rows, "y_axis_bounds"), { truncateYAxis: true })).toBe(true);
  });

  it("offers x-axis bounds for numeric axes", () => {
    const { rows } = xAxisSection(undefined);
    const offered = (formData: Record<string, unknown>) =>
      ["truncateXAxis", "xAxisBounds"].map((name) => isVisible(find(rows, name), formData));
    expect(offered({ x_axis: "hour" })).toEqual([true, true]);
    expect(offered({ x_axis: { expressionType: "SQL", sqlExpression: "hour / 2", label: "half" } })).toEqual([
      true,
      true,
    ]);
    expect(offered({ x_axis: "hour", truncateXAxis: false })).toEqual([true, false]);
    for (const categories of [{ x_axis: "origin" }, { x_axis: "date" }, { x_axis: "hour", stack: "Stack" }])
      expect(offered(categories), JSON.stringify(categories)).toEqual([false, false]);
    expect(offered({ x_axis: "hour", xAxisForceCategorical: true })).toEqual([false, false]);
  });

  it("swaps the labels of titles when the axes are swapped", () => {
    const { rows } = titlesSection({ swapped: ({ formData }) => formData.orientation === "horizontal" });
    const { label } = find(rows, "x_axis_title");
    const labelIn = (formData: Record<string, unknown>) =>
      typeof label === "function" ? label(state(formData)) : label;
    expect(labelIn({})).toBe("X-axis title");
    expect(labelIn({ orientation: "horizontal" })).toBe("Y-axis title");
  });
});

describe("analytics", () => {
  const rows = analyticsSections.flatMap((section) => section.rows);

  it("is offered for temporal axes only", () => {
    for (const section of analyticsSections) {
      expect(section.visible?.(state({ x_axis: "date" }))).toBe(true);
      expect(section.visible?.(state({ x_axis: "origin" }))).toBe(false);
    }
  });

  it("requires a window only for window functions, and a method with a rule", () => {
    const periods = find(rows, "rolling_periods");
    expect(isVisible(periods, { rolling_type: "mean" })).toBe(true);
    expect(isVisible(periods, { rolling_type: "cumsum" })).toBe(false);
    expect(isVisible(periods, { rolling_type: "None" })).toBe(false);
    expect(problemText(periods.validate?.("x", state({})), "Periods")).toBe("Periods is expected to be an integer");
    const method = find(rows, "resample_method");
    expect(problemText(method.validate?.(null, state({ resample_rule: "1D" })), "Fill method")).toBe(
      "Fill method cannot be empty",
    );
    expect(method.validate?.("ffill", state({ resample_rule: "1D" }))).toBeUndefined();
  });
});
