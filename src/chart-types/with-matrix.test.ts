import { expect, test } from "vitest";
import { visibleControls } from "../chart-seam/define.ts";
import { loadAllChartTypes } from "../testing/chart-types.ts";
import { CHART_CARDS, loadedChartType } from "./index.ts";
import { loadedEditedType } from "./with-matrix.ts";

await loadAllChartTypes();

const namesOf = (key: string, formData: object) =>
  visibleControls(loadedEditedType(key)!.sections, { formData: { ...formData } })
    .map(({ name }) => name)
    .filter((name) => name.startsWith("matrixify"));

test("every chart type has grid controls, except tables and charts made of other charts", () => {
  const without = CHART_CARDS.filter(({ key }) => namesOf(key, {}).length === 0).map(({ key }) => key);
  expect(without.sort()).toEqual(
    ["ag-grid-table", "cartodiagram", "deck_multi", "pivot_table_v2", "table", "time_table"].sort(),
  );
});

const ON = { matrixify_enable: true };
const SIDE = { ...ON, matrixify_mode_rows: "dimensions" };
const GRID = ["matrixify_row_height", "matrixify_fit_columns_dynamically", "matrixify_cell_title_template"];
const MODES = ["matrixify_mode_rows", "matrixify_mode_columns"];

test.each<[string, object, string[]]>([
  ["only the switch while it is off", {}, ["matrixify_enable"]],
  ["the modes and the grid", ON, [...MODES, ...GRID]],
  [
    "metrics",
    { ...ON, matrixify_mode_rows: "metrics" },
    [...MODES, ...GRID, "matrixify_rows", "matrixify_show_row_labels"],
  ],
  [
    "a dimension",
    SIDE,
    [
      ...MODES,
      ...GRID,
      "matrixify_dimension_selection_mode_rows",
      "matrixify_dimension_rows",
      "matrixify_show_row_labels",
    ],
  ],
  [
    "the first values by a metric",
    { ...SIDE, matrixify_dimension_selection_mode_rows: "topn" },
    ["matrixify_topn_value_rows", "matrixify_topn_metric_rows", "matrixify_topn_order_rows"],
  ],
  ["all values", { ...SIDE, matrixify_dimension_selection_mode_rows: "all" }, ["matrixify_all_sort_by_rows"]],
  [
    "all values by a metric",
    { ...SIDE, matrixify_dimension_selection_mode_rows: "all", matrixify_all_sort_by_rows: "metric" },
    ["matrixify_all_sort_by_rows", "matrixify_topn_metric_rows", "matrixify_topn_order_rows"],
  ],
  ["the number of columns", { ...ON, matrixify_fit_columns_dynamically: false }, ["matrixify_charts_per_row"]],
])("the panel shows %s", (_, form, expected) => {
  expect(namesOf("echarts_timeseries_line", form)).toEqual(expect.arrayContaining(expected));
  if (Object.keys(form).length < 2)
    expect(namesOf("echarts_timeseries_line", form)).toHaveLength(expected.length + (form === ON ? 1 : 0));
});

const problems = (key: string, form: object) => {
  const whole = { viz_type: key, datasource: "1__table", metrics: ["count"], metric: "count", x_axis: "day", ...form };
  const found = Object.entries(loadedEditedType(key)!.validate(whole));
  return Object.fromEntries(found.filter(([name]) => name.startsWith("matrixify")));
};
const METRICS = {
  ...ON,
  matrixify_mode_rows: "metrics",
  matrixify_rows: ["a"],
  matrixify_mode_columns: "metrics",
  matrixify_columns: ["b"],
};
const MANY = Array.from({ length: 26 }, (_, at) => `v${at}`);

test.each<[string, string, object, object]>([
  ["nothing of a grid that is off", "pie", { ...SIDE, matrixify_enable: false }, {}],
  ["missing metrics", "pie", { ...ON, matrixify_mode_rows: "metrics" }, { matrixify_rows: "Metrics cannot be empty" }],
  ["a missing dimension", "pie", SIDE, { matrixify_dimension_rows: "Dimension cannot be empty" }],
  [
    "missing values",
    "pie",
    { ...SIDE, matrixify_dimension_rows: { dimension: "a", values: [] } },
    { matrixify_dimension_rows: "Dimension requires at least one value" },
  ],
  [
    "too many values",
    "pie",
    { ...SIDE, matrixify_dimension_rows: { dimension: "a", values: MANY } },
    { matrixify_dimension_rows: "Dimension can have at most 25 values" },
  ],
  [
    "a missing sort",
    "pie",
    {
      ...SIDE,
      matrixify_dimension_selection_mode_rows: "topn",
      matrixify_dimension_rows: { dimension: "a", values: [] },
    },
    { matrixify_topn_metric_rows: "Sort metric cannot be empty" },
  ],
  [
    "an invalid number",
    "pie",
    {
      ...SIDE,
      matrixify_dimension_selection_mode_rows: "topn",
      matrixify_topn_metric_rows: "m",
      matrixify_topn_value_rows: 26,
      matrixify_dimension_rows: { dimension: "a", values: [] },
    },
    { matrixify_topn_value_rows: "Number of values must be a whole number from 1 to 25" },
  ],
  [
    "metrics on both sides of a chart of one",
    "pie",
    METRICS,
    { matrixify_mode_columns: "A chart with one metric can vary it by rows or columns, not both" },
  ],
  ["no metrics on both sides of a chart of many", "echarts_timeseries_line", METRICS, {}],
  [
    "metrics of a chart without any",
    "histogram_v2",
    { ...ON, matrixify_mode_rows: "metrics", matrixify_rows: ["a"] },
    { matrixify_mode_rows: "This chart type doesn't have a metric to vary by cell" },
  ],
])("validation reports %s", (_, key, form, expected) => expect(problems(key, form)).toEqual(expected));

test("keeps the type's own query and defaults", () => {
  const [own, edited] = [loadedChartType("pie")!, loadedEditedType("pie")!];
  expect(edited.buildQuery).toBe(own.buildQuery);
  expect(edited.defaults()).toEqual(own.defaults());
});
