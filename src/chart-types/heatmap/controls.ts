import {
  currencyControl,
  filtersControl,
  groupbyControl,
  linearColorSchemeControl,
  marginControl,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import { type Control, type FixedChoice, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";

const SORTS: readonly FixedChoice[] = [
  ["alpha_asc", msg("Axis ascending")],
  ["alpha_desc", msg("Axis descending")],
  ["value_asc", msg("Metric ascending")],
  ["value_desc", msg("Metric descending")],
];

const sortControl = (name: string, label: Message): Control => ({
  name,
  label,
  widget: "select",
  choices: SORTS,
  clearable: true,
});

const INTERVALS: readonly FixedChoice[] = [
  [-1, msg("Auto")],
  ...Array.from({ length: 50 }, (_, i): FixedChoice => [i + 1, verbatim(String(i + 1))]),
];

const intervalControl = (name: string, label: Message): Control => ({
  name,
  label,
  widget: "select",
  choices: INTERVALS,
  numeric: true,
  default: -1,
  render: true,
  description: msg("Show a label every n steps. Auto = as many as fit"),
});

const query: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [xAxisControl()],
    [timeGrainControl()],
    [
      groupbyControl({
        label: msg("Y-axis"),
        required: true,
        default: undefined,
        description: msg("Column for the vertical axis"),
      }),
    ].map((control): Control => (control.widget === "columns" ? { ...control, multi: false } : control)),
    [metricControl()],
    [filtersControl()],
    [rowLimitControl()],
    [sortControl("sort_x_axis", msg("Sort x-axis"))],
    [sortControl("sort_y_axis", msg("Sort y-axis"))],
    [
      {
        name: "normalize_across",
        label: msg("Normalize across"),
        widget: "select",
        choices: [
          ["heatmap", msg("Whole heatmap")],
          ["x", msg("X-axis")],
          ["y", msg("Y-axis")],
        ],
        default: "heatmap",
        description: msg("What percentiles and percentages are relative to"),
      },
    ],
  ],
};

const options: Section = {
  label: msg("Chart options"),
  expanded: true,
  tab: "customize",
  rows: [
    [
      {
        name: "legend_type",
        label: msg("Legend type"),
        widget: "select",
        choices: [
          ["continuous", msg("Continuous")],
          ["piecewise", msg("Piecewise")],
        ],
        default: "continuous",
        render: true,
      },
    ],
    [linearColorSchemeControl()],
    [
      {
        name: "border_color",
        label: msg("Border color"),
        widget: "color",
        default: { r: 0, g: 0, b: 0, a: 1 },
        render: true,
      },
    ],
    [
      {
        name: "border_width",
        label: msg("Border width"),
        widget: "slider",
        min: 0,
        max: 2,
        step: 0.1,
        default: 0,
        render: true,
        description: msg("0 = a thin gap between cells"),
      },
    ],
    [intervalControl("xscale_interval", msg("X-axis interval"))],
    [intervalControl("yscale_interval", msg("Y-axis interval"))],
    [marginControl("left_margin", msg("Left margin"))],
    [marginControl("bottom_margin", msg("Bottom margin"))],
    [
      {
        name: "value_bounds",
        label: msg("Value bounds"),
        widget: "bounds",
        default: [null, null],
        render: true,
        description: msg("Values at or beyond these bounds get the end colors"),
      },
    ],
    [numberFormatControl({ name: "y_axis_format", label: msg("Value format") })],
    [timeFormatControl({ name: "x_axis_time_format", label: msg("Time format") })],
    [
      {
        name: "xAxisLabelRotation",
        label: msg("Rotate x-axis labels"),
        widget: "select",
        choices: [
          [0, verbatim("0°")],
          [45, verbatim("45°")],
          [90, verbatim("90°")],
        ],
        freeForm: true,
        numeric: true,
        default: 0,
        render: true,
      },
    ],
    [currencyControl()],
    [renderCheckbox("show_legend", msg("Show legend"), true)],
    [
      renderCheckbox("show_percentage", msg("Show percentage"), {
        default: true,
        description: msg("Show each cell's percentage in its tooltip"),
      }),
    ],
    [renderCheckbox("show_values", msg("Show values"), false)],
    [
      renderCheckbox("normalized", msg("Color by percentile"), {
        default: false,
        description: msg("Color by percentile instead of value. Use when values are far apart"),
      }),
    ],
  ],
};

export const sections: readonly Section[] = [query, options];
