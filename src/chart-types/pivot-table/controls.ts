import {
  countProblem,
  currencyControl,
  filtersControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  seriesLimitControl,
  sortMetricControl,
  timeFormatControl,
  timeGrainControl,
} from "../../chart-kit/controls/controls.ts";
import type { Choice, Control, ControlState, Section } from "../../chart-seam/control.ts";
import { LIMITS } from "../../model/query-context.ts";
import { AGGREGATES } from "./schema.ts";

const hasMany = (name: string) => (state: ControlState) => {
  const value = state.formData[name];
  return Array.isArray(value) && value.length > 1;
};

const columns = (name: string, label: string, description: string): Control => ({
  ...{ name, label, description },
  widget: "columns",
  multi: true,
  sqlAllowed: true,
  default: [],
});

const checkbox = (name: string, label: string, description: string): Control => ({
  ...{ name, label, description },
  widget: "checkbox",
  default: false,
});

const query: Section = {
  label: "Query",
  expanded: true,
  tab: "data",
  rows: [
    [columns("groupbyColumns", "Columns", "Dimensions across the top, outermost first")],
    [columns("groupbyRows", "Rows", "Dimensions down the side, outermost first")],
    [timeGrainControl(["groupbyColumns", "groupbyRows"])],
    [metricsControl()],
    [
      {
        name: "metricsLayout",
        label: "Show metrics as",
        widget: "radio",
        choices: [
          ["COLUMNS", "Columns"],
          ["ROWS", "Rows"],
        ],
        default: "COLUMNS",
        render: true,
        description: "Show multiple metrics side by side (columns) or stacked (rows)",
      },
    ],
    [filtersControl()],
    [seriesLimitControl("series_limit")],
    [
      rowLimitControl({
        label: "Cell limit",
        description: "Maximum number of cells. Totals include cells beyond the limit",
        validate: (value) => countProblem(value, LIMITS.sqlMaxRow),
      }),
    ],
    [sortMetricControl("series_limit_metric")],
    [orderDescControl("series_limit_metric")],
  ],
};

const AGGREGATE_NAMES: Readonly<Record<string, string>> = { Sum: "Sum (exact)" };

const options: Section = {
  label: "Options",
  expanded: true,
  tab: "data",
  rows: [
    [
      {
        name: "aggregateFunction",
        label: "Aggregation function",
        widget: "select",
        choices: AGGREGATES.map((name): Choice => [name, AGGREGATE_NAMES[name] ?? name]),
        default: "Sum",
        description:
          "How totals are calculated. Sum queries the database for each total, so averages, ratios and distinct counts are correct. Other functions aggregate the cells shown",
      },
    ],
    [checkbox("rowTotals", "Show row totals", "Add a column with the total of each row")],
    [
      {
        ...checkbox(
          "rowSubTotals",
          "Show row subtotals",
          "Add a row with the total of each row group. Groups can be collapsed",
        ),
        visible: hasMany("groupbyRows"),
        keepWhenHidden: true,
      },
    ],
    [checkbox("colTotals", "Show column totals", "Add a row with the total of each column")],
    [
      {
        ...checkbox("colSubTotals", "Show column subtotals", "Add a column with the total of each column group"),
        visible: hasMany("groupbyColumns"),
        keepWhenHidden: true,
      },
    ],
    [checkbox("transposePivot", "Transpose", "Swap rows and columns")],
    [
      renderCheckbox("combineMetric", "Combine metrics", {
        default: false,
        description: "Show metrics side by side within each group instead of groups within each metric",
        visible: hasMany("metrics"),
        keepWhenHidden: true,
      }),
    ],
  ],
};

const ORDERS: readonly Choice[] = [
  ["key_a_to_z", "Name, A to Z"],
  ["key_z_to_a", "Name, Z to A"],
  ["value_a_to_z", "Values ascending"],
  ["value_z_to_a", "Values descending"],
];

const order = (name: string, label: string): Control => ({
  ...{ name, label },
  widget: "select",
  choices: ORDERS,
  default: "key_a_to_z",
  description: "Values = totals of the first metric",
});

const position = (name: string, label: string, [first, last]: readonly [string, string]): Control => ({
  ...{ name, label },
  widget: "select",
  choices: [
    [true, first],
    [false, last],
  ],
  default: false,
  render: true,
  visible: ({ formData }) => formData[name === "rowSubtotalPosition" ? "rowSubTotals" : "colSubTotals"] === true,
  keepWhenHidden: true,
});

const look: Section = {
  label: "Options",
  expanded: true,
  tab: "customize",
  rows: [
    [numberFormatControl({ name: "valueFormat", label: "Value format" })],
    [currencyControl()],
    [timeFormatControl()],
    [order("rowOrder", "Sort rows by")],
    [order("colOrder", "Sort columns by")],
    [position("rowSubtotalPosition", "Row subtotal position", ["Top", "Bottom"])],
    [position("colSubtotalPosition", "Column subtotal position", ["Left", "Right"])],
    [
      {
        name: "conditional_formatting",
        label: "Conditional formatting",
        widget: "conditional-formatting",
        render: true,
        description: "Color cells by value",
      },
    ],
    [
      renderCheckbox("allow_render_html", "Render HTML in cells", {
        default: true,
        description: "Shows HTML in values. Scripts and unsafe markup are removed",
      }),
    ],
  ],
};

export const sections: readonly Section[] = [query, options, look];

const MAX_LEVELS = 100;

/** A dimension may be used once, and each level costs a query. */
export function axisProblems(
  rows: readonly string[],
  columns: readonly string[],
  levels: number,
): Record<string, string> {
  const twice = rows.find((name) => columns.includes(name) || rows.filter((other) => other === name).length > 1);
  if (twice) return { groupbyRows: `${twice} is already in use` };
  return levels > MAX_LEVELS ? { rowSubTotals: "has too many dimensions for subtotals on both rows and columns" } : {};
}
