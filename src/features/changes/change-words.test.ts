import { describe, expect, test } from "vitest";
import { type Control, verbatim } from "../../chart-seam/control.ts";
import { Dataset } from "../../model/dataset.ts";
import { changeRows } from "./change-words.ts";

const CARS = Dataset.parse({
  id: 3,
  table_name: "cars",
  columns: [
    { column_name: "year", is_dttm: true },
    { column_name: "make", verbose_name: "Maker" },
  ],
  metrics: [{ metric_name: "count", expression: "COUNT(*)", verbose_name: "Cars" }],
});
const CONTROLS: readonly Control[] = [
  { name: "metrics", label: verbatim("Metrics"), widget: "metrics", multi: true },
  { name: "groupby", label: ({ dataset }) => (dataset ? "Dimensions" : "?"), widget: "columns", multi: true },
  { name: "adhoc_filters", label: verbatim("Filters"), widget: "filters" },
  { name: "conditional_formatting", label: verbatim("Conditional formatting"), widget: "conditional-formatting" },
  { name: "column_config", label: verbatim("Columns"), widget: "column-config" },
  { name: "color_picker", label: verbatim("Color"), widget: "color" },
  { name: "color_scheme", label: verbatim("Color scheme"), widget: "color-scheme", kind: "categorical" },
  { name: "y_axis_format", label: verbatim("Y-axis format"), widget: "number-format" },
  { name: "currency_format", label: verbatim("Currency"), widget: "currency" },
  { name: "order_by_cols", label: verbatim("Ordering"), widget: "order-by" },
  {
    name: "stack",
    label: verbatim("Stacked"),
    widget: "radio",
    choices: [["Stack", verbatim("On top of each other")]],
  },
];
const chart = { controls: new Map(CONTROLS.map((control) => [control.name, control])), dataset: CARS };

const textsOf = (rows: ReturnType<typeof changeRows>) => rows.map(({ label, before, after }) => [label, before, after]);
const one = (path: string, before: unknown, after: unknown) => ({ path, before, after });

type Case = [path: string, before: unknown, after: unknown, label: string, from?: string, to?: string];

const CHART_CASES: Case[] = [
  ["slice_name", "A", "B", "Name"],
  ["cache_timeout", null, 60, "Cache timeout", "N/A", "60"],
  ["viz_type", "pie", "table", "Chart type", "Pie Chart", "Table"],
  ["datasource_id", 8, 3, "Dataset", "Dataset 8", "cars"],
  ["params.metrics", ["count"], [], "Metrics", "Cars", "N/A"],
  ["params.groupby", null, ["make", "year"], "Dimensions", "N/A", "Maker, year"],
  ["params.metric.aggregate", "SUM", "AVG", "Metric: aggregate"],
  ["params.column_config", {}, { make: { showCellBars: false } }, "Columns", "N/A", "make: (Show cell bars: False)"],
  ["params.color_picker", { r: 0, g: 122, b: 135, a: 1 }, null, "Color", "#007A87", "N/A"],
  ["params.color_scheme", "tessera", "x", "Color scheme", "Tessera", "x"],
  ["params.y_axis_format", ",d", "SMART_NUMBER", "Y-axis format", ",d (12345.432 → 12,345)", "Adaptive"],
  ["params.currency_format", { symbol: "EUR", symbolPosition: "suffix" }, null, "Currency", "EUR after", "N/A"],
  ["params.order_by_cols", ['["year",false]'], [], "Ordering", "year descending", "N/A"],
  ["params.stack", "Stack", null, "Stacked", "On top of each other", "N/A"],
  ["params.some_new_key", true, { a_b: [1, 2] }, "Some new key", "True", "A b: 1, 2"],
  [
    "params.adhoc_filters",
    [{ clause: "WHERE", expressionType: "SIMPLE", subject: "make", operator: "IN", comparator: ["a", "b"] }],
    [
      {
        clause: "WHERE",
        expressionType: "SIMPLE",
        subject: "year",
        operator: "TEMPORAL_RANGE",
        comparator: "Last week",
      },
    ],
    "Filters",
    "Maker is one of a, b",
    "year Last week",
  ],
  [
    "params.conditional_formatting",
    [],
    [{ column: "year", operator: ">", targetValue: 3 }],
    "Conditional formatting",
    "N/A",
    "year > 3",
  ],
];

describe("a chart's changes", () => {
  test.each(CHART_CASES)("%s", (path, before, after, label, from = String(before), to = String(after)) => {
    expect(textsOf(changeRows("chart", [one(path, before, after)], chart))).toEqual([[label, from, to]]);
  });

  test("leaves out derived properties and internal details, but nothing else", () => {
    const changes = [
      one("params.metrics", ["count"], []),
      one("params.viz_type", "pie", "table"),
      one("params.metric.optionName", "a", "b"),
      one("query_context.queries", [], [{}]),
      one("viz_type", "pie", "table"),
    ];
    expect(changeRows("chart", changes, chart).map((row) => row.label)).toEqual(["Metrics", "Chart type"]);
    expect(changeRows("chart", changes.slice(3, 4), chart)).toHaveLength(1);
  });
});

describe("a dashboard's changes", () => {
  const names = new Map([
    ["NATIVE_FILTER-1", "Region"],
    ["CHART-a", "Delays"],
    ["ROW-b", "row"],
    ["chart:7", "Delays"],
  ]);
  test.each([
    ["dashboard_title", "A", "B", "Title", "A", "B"],
    ["charts", [], [7, 8], "Charts", "N/A", "Delays, Chart"],
    ["json_metadata.refresh_frequency", 0, 30, "Refresh interval (seconds)", "0", "30"],
    ["json_metadata.label_colors.AA x_y", null, "#FF0000", "Color for “AA x_y”", "N/A", "#FF0000"],
    ["position_json.CHART-a.meta.sliceNameOverride", null, "B", "Layout: Delays: name", "N/A", "B"],
    [
      "json_metadata.native_filter_configuration[NATIVE_FILTER-1].name",
      "R",
      "Region",
      "Filter “Region”: name",
      "R",
      "Region",
    ],
    [
      "json_metadata.native_filter_configuration[NATIVE_FILTER-9]",
      { id: "NATIVE_FILTER-9", name: "Gone" },
      null,
      "Filter “Gone”",
      "Gone",
      "N/A",
    ],
    [
      "json_metadata.chart_configuration.7.crossFilters.scope",
      "global",
      {},
      "Cross-filters for “Delays”",
      "global",
      "N/A",
    ],
    ["position_json.CHART-a.meta.width", 4, 8, "Layout: Delays: width", "4", "8"],
    ["position_json.ROW-b.children", ["CHART-a"], [], "Layout: row: contents", "Delays", "N/A"],
    [
      "position_json.ROW-b.children",
      ["CHART-a"],
      ["CHART-a", "HEADER-x_Y-1"],
      "Layout: row: contents",
      "Delays",
      "Delays, heading",
    ],
    ["position_json.CHART-z", null, { type: "CHART", meta: { sliceName: "New" } }, "Layout: New", "N/A", "New"],
    ["json_metadata.label_colors", {}, { AA_x: "#FF0000" }, "Colors by label", "N/A", "AA_x: #FF0000"],
  ] as const)("%s", (path, before, after, label, from, to) => {
    expect(textsOf(changeRows("dashboard", [one(path, before, after)], { names }))).toEqual([[label, from, to]]);
  });
});

test("rows and columns that hold new tiles aren't listed beside them", () => {
  const added = ["ROOT_ID", "GRID_ID", "ROW-1", "COLUMN-1", "MARKDOWN-1"].map((id) =>
    one(`position_json.${id}`, null, { id, type: id.split(/[-_]/)[0] }),
  );
  expect(textsOf(changeRows("dashboard", added, {}))).toEqual([["Layout: text", "N/A", "text"]]);
});

test("names the columns and metrics of a dataset", () => {
  const changes = [
    one("columns[a.b].verbose_name", null, "Aye"),
    one("metrics[m]", null, { metric_name: "m", expression: "SUM(a)" }),
    one("metrics", ["a", "b"], ["b", "a"]),
    one("main_dttm_col", "a", "b"),
  ];
  expect(textsOf(changeRows("dataset", changes))).toEqual([
    ["Column a.b: label", "N/A", "Aye"],
    ["Metric m", "N/A", "m"],
    ["Metric order", "a, b", "b, a"],
    ["Default datetime", "a", "b"],
  ]);
});
