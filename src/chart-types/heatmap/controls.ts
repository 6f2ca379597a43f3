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
import type { Choice, Control, Section } from "../../chart-seam/control.ts";

const SORTS: readonly Choice[] = [
  ["alpha_asc", "Axis ascending"],
  ["alpha_desc", "Axis descending"],
  ["value_asc", "Metric ascending"],
  ["value_desc", "Metric descending"],
];

const sortControl = (name: string, label: string): Control => ({
  name,
  label,
  widget: "select",
  choices: SORTS,
  clearable: true,
});

const INTERVALS: readonly Choice[] = [
  [-1, "Auto"],
  ...Array.from({ length: 50 }, (_, i): Choice => [i + 1, String(i + 1)]),
];

const intervalControl = (name: string, label: string): Control => ({
  name,
  label,
  widget: "select",
  choices: INTERVALS,
  numeric: true,
  default: -1,
  render: true,
  description: "Show a label every n steps. Auto = as many as fit",
});

const query: Section = {
  label: "Query",
  expanded: true,
  tab: "data",
  rows: [
    [xAxisControl()],
    [timeGrainControl()],
    [
      groupbyControl({
        label: "Y-axis",
        required: true,
        default: undefined,
        description: "Column for the vertical axis",
      }),
    ].map((control): Control => (control.widget === "columns" ? { ...control, multi: false } : control)),
    [metricControl()],
    [filtersControl()],
    [rowLimitControl()],
    [sortControl("sort_x_axis", "Sort x-axis")],
    [sortControl("sort_y_axis", "Sort y-axis")],
    [
      {
        name: "normalize_across",
        label: "Normalize across",
        widget: "select",
        choices: [
          ["heatmap", "Whole heatmap"],
          ["x", "X-axis"],
          ["y", "Y-axis"],
        ],
        default: "heatmap",
        description: "Base of a cell's percentile and percentage",
      },
    ],
  ],
};

const options: Section = {
  label: "Chart options",
  expanded: true,
  tab: "customize",
  rows: [
    [
      {
        name: "legend_type",
        label: "Legend type",
        widget: "select",
        choices: [
          ["continuous", "Continuous"],
          ["piecewise", "Piecewise"],
        ],
        default: "continuous",
        render: true,
      },
    ],
    [linearColorSchemeControl()],
    [
      {
        name: "border_color",
        label: "Border color",
        widget: "color",
        default: { r: 0, g: 0, b: 0, a: 1 },
        render: true,
      },
    ],
    [
      {
        name: "border_width",
        label: "Border width",
        widget: "slider",
        min: 0,
        max: 2,
        step: 0.1,
        default: 0,
        render: true,
        description: "0 = a thin gap between cells",
      },
    ],
    [intervalControl("xscale_interval", "X-axis interval")],
    [intervalControl("yscale_interval", "Y-axis interval")],
    [marginControl("left_margin", "Left margin")],
    [marginControl("bottom_margin", "Bottom margin")],
    [
      {
        name: "value_bounds",
        label: "Value bounds",
        widget: "bounds",
        default: [null, null],
        render: true,
        description: "Values at or beyond these bounds get the end colors",
      },
    ],
    [numberFormatControl({ name: "y_axis_format", label: "Value format" })],
    [timeFormatControl({ name: "x_axis_time_format", label: "Time format" })],
    [
      {
        name: "xAxisLabelRotation",
        label: "Rotate x-axis labels",
        widget: "select",
        choices: [
          [0, "0°"],
          [45, "45°"],
          [90, "90°"],
        ],
        freeForm: true,
        numeric: true,
        default: 0,
        render: true,
      },
    ],
    [currencyControl()],
    [renderCheckbox("show_legend", "Show legend", true)],
    [
      renderCheckbox("show_percentage", "Show percentage", {
        default: true,
        description: "Show each cell's percentage in its tooltip",
      }),
    ],
    [renderCheckbox("show_values", "Show values", false)],
    [
      renderCheckbox("normalized", "Color by percentile", {
        default: false,
        description: "Color by percentile instead of value. Use when values are far apart",
      }),
    ],
  ],
};

export const sections: readonly Section[] = [query, options];
