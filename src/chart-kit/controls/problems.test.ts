import { describe, expect, test } from "vitest";
import { type Control, type ControlState, type Section, verbatim } from "../../chart-seam/control.ts";
import { controlProblems, problemText, visibleControls } from "../../chart-seam/define.ts";
import { Dataset } from "../../model/dataset.ts";
import { analyticsSections } from "./analytics-controls.ts";
import { changeColorRows, offsetOf, timeCompareRows } from "./comparison-controls.ts";
import { countProblem, isMissing, isTemporal, selectedColumns, xAxisSortControl } from "./controls.ts";
import { type MetricPlaces, matrixSections } from "./matrix-controls.ts";
import { timeSection } from "./time-section.ts";

const dataset = Dataset.parse({
  id: 1,
  table_name: "flights",
  columns: [
    { column_name: "day", type_generic: 2 },
    { column_name: "since", type_generic: 1, is_dttm: true },
    { column_name: "city", type_generic: 1 },
  ],
  metrics: [{ metric_name: "count", expression: "COUNT(*)", verbose_name: "Flights" }],
  verbose_map: { count: "Flights" },
  time_grain_sqla: [["P1D", "Day"]],
});

const problemsOf = (sections: readonly Section[], formData: Record<string, unknown>) =>
  controlProblems(sections, { formData, dataset });
const named = (sections: readonly Section[], name: string) =>
  sections.flatMap(({ rows }) => rows.flat()).find((control) => control.name === name) as Control;
const shown = (sections: readonly Section[], formData: Record<string, unknown>) =>
  visibleControls(sections, { formData, dataset }).map(({ name }) => name);

describe("a forecast", () => {
  const formData = { x_axis: "day", forecastEnabled: true, time_grain_sqla: "P1D" };

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ["is fine with its defaults", {}, {}],
    ["needs a grain", { time_grain_sqla: null }, { forecastEnabled: "Enable forecast requires a time grain" }],
    ["needs a number of periods", { forecastPeriods: "" }, { forecastPeriods: "Forecast periods cannot be empty" }],
    [
      "needs whole periods",
      { forecastPeriods: "2.5" },
      { forecastPeriods: "Forecast periods is expected to be an integer" },
    ],
    [
      "needs a positive number of periods",
      { forecastPeriods: -1 },
      { forecastPeriods: "Forecast periods is expected to be an integer" },
    ],
    [
      "needs a confidence between 0 and 1",
      { forecastInterval: 1 },
      { forecastInterval: "Confidence interval must be between 0 and 1" },
    ],
    [
      "needs a confidence",
      { forecastInterval: null },
      { forecastInterval: "Confidence interval must be between 0 and 1" },
    ],
    ["accepts seasonality as boolean or order", { forecastSeasonalityYearly: true, forecastSeasonalityDaily: "5" }, {}],
    [
      "rejects other seasonality",
      { forecastSeasonalityWeekly: "often" },
      { forecastSeasonalityWeekly: "Weekly seasonality is expected to be an integer" },
    ],
  ])("%s", (_, form, problems) => expect(problemsOf(analyticsSections, { ...formData, ...form })).toEqual(problems));

  test("ignores its invalid settings when it is off or the axis isn't temporal", () => {
    const invalidForm = { ...formData, forecastPeriods: "x", forecastInterval: 7 };
    expect(problemsOf(analyticsSections, { ...invalidForm, forecastEnabled: false })).toEqual({});
    expect(problemsOf(analyticsSections, { ...invalidForm, x_axis: "city" })).toEqual({});
  });
});

describe("a comparison with an earlier time", () => {
  const sections: Section[] = [
    {
      label: verbatim(""),
      rows: [...timeCompareRows, ...changeColorRows(({ formData }) => Boolean(formData.time_compare))],
    },
  ];

  test("requires a start date for a custom shift", () => {
    expect(shown(sections, { time_compare: "custom" })).toContain("start_date_offset");
    expect(shown(sections, { time_compare: "1 year ago" })).not.toContain("start_date_offset");
    expect(problemsOf(sections, { time_compare: "custom" })).toEqual({
      start_date_offset: "Shift start date cannot be empty",
    });
    expect(
      problemsOf(sections, { time_compare: "custom", start_date_offset: "1969-02-31" }).start_date_offset,
    ).toContain("1969-02-31");
    expect(problemsOf(sections, { time_compare: "custom", start_date_offset: "1969-02-28" })).toEqual({});
  });

  test("is queried by its name, as a date, or not at all", () => {
    expect(offsetOf({ time_compare: "1 week ago", start_date_offset: "2001-01-01" })).toBe("1 week ago");
    expect(offsetOf({ time_compare: "custom", start_date_offset: "2001-01-01" })).toBe("2001-01-01");
    expect(offsetOf({ time_compare: "custom" })).toBeUndefined();
    expect([offsetOf({}), offsetOf({ time_compare: "" }), offsetOf({ time_compare: null })]).toEqual([...Array(3)]);
  });

  test("offers change colors with a comparison, and the color scheme when they are on", () => {
    const colors = (form: Record<string, unknown>) =>
      shown(sections, form).filter((name) => name.startsWith("comparison_color"));
    expect(colors({})).toEqual([]);
    expect(colors({ time_compare: "1 week ago" })).toEqual(["comparison_color_enabled"]);
    expect(colors({ time_compare: "1 week ago", comparison_color_enabled: true })).toHaveLength(2);
  });
});

describe("a grid of charts", () => {
  const on = { matrixify_enable: true, matrixify_mode_rows: "dimensions" };
  const dimension = (values: unknown[]) => ({ matrixify_dimension_rows: { dimension: "city", values } });
  const problems = (form: Record<string, unknown>, places: MetricPlaces = "many") =>
    problemsOf(matrixSections(places), { ...on, ...form });

  test("has no problems while it is off", () => {
    expect(problemsOf(matrixSections("one"), { ...on, matrixify_enable: false })).toEqual({});
    expect(shown(matrixSections("one"), {})).toEqual(["matrixify_enable"]);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ["needs a dimension", {}, { matrixify_dimension_rows: "Dimension cannot be empty" }],
    [
      "needs at least one chosen value",
      dimension([]),
      { matrixify_dimension_rows: "Dimension requires at least one value" },
    ],
    ["accepts null as a value", dimension([null]), {}],
    [
      "has a limit of values",
      dimension(Array.from({ length: 26 }, (_, i) => i)),
      { matrixify_dimension_rows: "Dimension can have at most 25 values" },
    ],
    ["needs no metric for the first values", { ...dimension([]), matrixify_dimension_selection_mode_rows: "all" }, {}],
    [
      "needs a sort metric for the top values",
      { ...dimension([]), matrixify_dimension_selection_mode_rows: "topn" },
      { matrixify_topn_metric_rows: "Sort metric cannot be empty" },
    ],
    [
      "needs a whole number of top values",
      {
        ...dimension([]),
        matrixify_dimension_selection_mode_rows: "topn",
        matrixify_topn_metric_rows: "count",
        matrixify_topn_value_rows: 26,
      },
      { matrixify_topn_value_rows: "Number of values must be a whole number from 1 to 25" },
    ],
    ["of metrics needs a metric", { matrixify_mode_rows: "metrics" }, { matrixify_rows: "Metrics cannot be empty" }],
    [
      "of metrics has a limit",
      { matrixify_mode_rows: "metrics", matrixify_rows: Array(26).fill("count") },
      { matrixify_rows: "Metrics can have at most 25 metrics" },
    ],
  ])("%s", (_, form, expected) => expect(problems(form)).toEqual(expected));

  test("allows metrics on one side for charts with one metric, and on no side for charts without metrics", () => {
    const both = {
      matrixify_mode_rows: "metrics",
      matrixify_rows: ["count"],
      matrixify_mode_columns: "metrics",
      matrixify_columns: ["count"],
    };
    expect(problems(both)).toEqual({});
    expect(Object.keys(problems(both, "one"))).toEqual(["matrixify_mode_columns"]);
    expect(Object.keys(problems(both, "none"))).toEqual(["matrixify_mode_rows", "matrixify_mode_columns"]);
  });

  test("doesn't offer metrics to charts without metrics unless stored", () => {
    const choices = (formData: Record<string, unknown>) => {
      const control = named(matrixSections("none"), "matrixify_mode_rows") as Control & {
        choices(state: ControlState): readonly [string][];
      };
      return control.choices({ formData }).map(([value]) => value);
    };
    expect(choices({})).toEqual(["disabled", "dimensions"]);
    expect(choices({ matrixify_mode_rows: "metrics" })).toContain("metrics");
  });
});

describe("the time section", () => {
  test("offers the database's grains and overrides of the type", () => {
    const section = timeSection({ column: { required: true }, grain: { description: verbatim("Of each bar") } });
    const grain = named([section], "time_grain_sqla") as Control & { choices(state: ControlState): unknown };
    expect(grain.choices({ formData: {}, dataset })).toEqual([["P1D", "Day"]]);
    expect(grain.choices({ formData: {} })).toEqual([]);
    expect(problemsOf([section], {})).toEqual({ granularity_sqla: "Time column cannot be empty" });
  });

  test("accepts temporal columns whatever their database type", () => {
    expect(["day", "since", "city", "gone"].map((column) => isTemporal(column, dataset))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const reference = { expressionType: "SQL", sqlExpression: "day", label: "d", isColumnReference: true } as const;
    expect(isTemporal(reference, dataset)).toBe(true);
    expect(isTemporal({ expressionType: "SQL", sqlExpression: "day", label: "d" }, dataset)).toBe(false);
  });
});

describe("a selection", () => {
  test.each([[[]], [""], [null], [undefined]])("%j is nothing", (value) => expect(isMissing(value)).toBe(true));
  test.each([[0], [false], [{}], [[null]]])("%j is something", (value) => expect(isMissing(value)).toBe(false));

  test("is read from a single value or a list, skipping invalid values", () => {
    expect(selectedColumns({ formData: { x: "day" } }, "x")).toEqual(["day"]);
    expect(selectedColumns({ formData: { x: ["day", 7, null, { odd: 1 }] } }, "x")).toEqual(["day"]);
    expect(selectedColumns({ formData: {} }, "x")).toEqual([]);
  });

  test.each([
    [null, undefined],
    ["", undefined],
    [1, undefined],
    ["50", undefined],
    [0, "Limit is expected to be a positive integer"],
    [-5, "Limit is expected to be a positive integer"],
    [1.5, "Limit is expected to be an integer"],
    ["many", "Limit is expected to be an integer"],
    [1001, "Value cannot exceed 1,000"],
  ])("%j rows: %s", (value, problem) => expect(problemText(countProblem(value, 1000), "Limit")).toBe(problem));

  test("offers metrics by verbose name for sorting an axis", () => {
    const { choices } = xAxisSortControl as Control & { choices(state: ControlState): readonly unknown[] };
    expect(choices({ formData: { x_axis: "city", metrics: ["count"] }, dataset })).toEqual([
      ["city", "city"],
      ["count", "Flights"],
    ]);
    expect(choices({ formData: { metrics: "odd" }, dataset })).toEqual([]);
  });
});
