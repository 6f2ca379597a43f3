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
import type { Control, ControlState, FixedChoice, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { LIMITS } from "../../model/query-context.ts";
import { AGGREGATE_NAMES } from "./aggregate-names.ts";
import { AGGREGATES } from "./schema.ts";

const ROW_SUBTOTALS = msg("Show row subtotals");

const hasMany = (name: string) => (state: ControlState) => {
  const value = state.formData[name];
  return Array.isArray(value) && value.length > 1;
};

const columns = (name: string, label: Message, description: Message): Control => ({
  ...{ name, label, description },
  widget: "columns",
  multi: true,
  sqlAllowed: true,
  default: [],
});

const checkbox = (name: string, label: Message, description: Message): Control => ({
  ...{ name, label, description },
  widget: "checkbox",
  default: false,
});

const query: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [columns("groupbyColumns", msg("Columns"), msg("Dimensions across the top, outermost first"))],
    [columns("groupbyRows", msg("Rows"), msg("Dimensions down the side, outermost first"))],
    [timeGrainControl(["groupbyColumns", "groupbyRows"])],
    [metricsControl()],
    [
      {
        name: "metricsLayout",
        label: msg("Show metrics as"),
        widget: "radio",
        choices: [
          ["COLUMNS", msg("Columns")],
          ["ROWS", msg("Rows")],
        ],
        default: "COLUMNS",
        render: true,
        description: msg("Show multiple metrics side by side (columns) or stacked (rows)"),
      },
    ],
    [filtersControl()],
    [seriesLimitControl("series_limit")],
    [
      rowLimitControl({
        label: msg("Cell limit"),
        description: msg("Maximum number of cells. Totals include cells beyond the limit"),
        validate: (value) => countProblem(value, LIMITS.sqlMaxRow),
      }),
    ],
    [sortMetricControl("series_limit_metric")],
    [orderDescControl("series_limit_metric")],
  ],
};

const options: Section = {
  label: msg("Options"),
  expanded: true,
  tab: "data",
  rows: [
    [
      {
        name: "aggregateFunction",
        label: msg("Aggregation function"),
        widget: "select",
        choices: AGGREGATES.map((name): FixedChoice => [name, AGGREGATE_NAMES[name]]),
        default: "Sum",
        description: msg(
          "How totals are calculated. “Metric over all rows” queries the database for each total, so averages, ratios and distinct counts are correct. Other functions aggregate the cells shown",
        ),
      },
    ],
    [checkbox("rowTotals", msg("Show row totals"), msg("Add a column with the total of each row"))],
    [
      {
        ...checkbox(
          "rowSubTotals",
          ROW_SUBTOTALS,
          msg("Add a row with the total of each row group. Groups can be collapsed"),
        ),
        visible: hasMany("groupbyRows"),
        keepWhenHidden: true,
      },
    ],
    [checkbox("colTotals", msg("Show column totals"), msg("Add a row with the total of each column"))],
    [
      {
        ...checkbox(
          "colSubTotals",
          msg("Show column subtotals"),
          msg("Add a column with the total of each column group"),
        ),
        visible: hasMany("groupbyColumns"),
        keepWhenHidden: true,
      },
    ],
    [checkbox("transposePivot", msg("Transpose"), msg("Swap rows and columns"))],
    [
      renderCheckbox("combineMetric", msg("Combine metrics"), {
        default: false,
        description: msg("Show metrics side by side within each group instead of groups within each metric"),
        visible: hasMany("metrics"),
        keepWhenHidden: true,
      }),
    ],
  ],
};

const ORDERS: readonly FixedChoice[] = [
  ["key_a_to_z", msg("Name, A to Z")],
  ["key_z_to_a", msg("Name, Z to A")],
  ["value_a_to_z", msg("Values ascending")],
  ["value_z_to_a", msg("Values descending")],
];

const order = (name: string, label: Message): Control => ({
  ...{ name, label },
  widget: "select",
  choices: ORDERS,
  default: "key_a_to_z",
  description: msg("Values = totals of the first metric"),
});

const position = (name: string, label: Message, [first, last]: readonly [Message, Message]): Control => ({
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
  label: msg("Options"),
  expanded: true,
  tab: "customize",
  rows: [
    [numberFormatControl({ name: "valueFormat", label: msg("Value format") })],
    [currencyControl()],
    [timeFormatControl()],
    [order("rowOrder", msg("Sort rows by"))],
    [order("colOrder", msg("Sort columns by"))],
    [position("rowSubtotalPosition", msg("Row subtotal position"), [msg("Top"), msg("Bottom")])],
    [position("colSubtotalPosition", msg("Column subtotal position"), [msg("Left"), msg("Right")])],
    [
      {
        name: "conditional_formatting",
        label: msg("Conditional formatting"),
        widget: "conditional-formatting",
        render: true,
        description: msg("Color cells by value"),
      },
    ],
    [
      renderCheckbox("allow_render_html", msg("Render HTML in cells"), {
        default: true,
        description: msg("Shows HTML in values. Scripts and unsafe markup are removed"),
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
  if (twice) return { groupbyRows: t("{column} is already in use", { column: twice }) };
  return levels > MAX_LEVELS
    ? {
        rowSubTotals: t("{label} has too many dimensions for subtotals on both rows and columns", {
          label: t(ROW_SUBTOTALS),
        }),
      }
    : {};
}
