import {
  colorSchemeControl,
  filtersControl,
  metricControl,
  numberFormatControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows, xAxisIntervalControl } from "../../chart-kit/controls/customize-controls.ts";
import type { Choice, Control, Section } from "../../chart-seam/control.ts";

const choices = (...values: readonly (string | number)[]): Choice[] => values.map((value) => [value, String(value)]);

const dimension = (name: string, label: string, part: { required?: boolean; description: string }): Control => ({
  name,
  label,
  widget: "columns",
  multi: false,
  sqlAllowed: true,
  ...part,
});

const select = (name: string, label: string, part: { choices: Choice[]; default: string | number }): Control => ({
  name,
  label,
  widget: "select",
  freeForm: true,
  numeric: true,
  render: true,
  ...part,
});

const bounds = (name: string, label: string, toggle: string): Control => ({
  name,
  label,
  widget: "bounds",
  default: [null, null],
  render: true,
  visible: ({ formData }) => formData[toggle] === true,
});

const MARGINS = choices(0, 15, 30, 50, 75, 100, 125, 150, 200);
const truncation = { default: false, description: "Limit the axis to the bounds below" } as const;

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [dimension("series", "Dimension", { description: "Bubble color" })],
      [dimension("entity", "Entity", { required: true, description: "One bubble per value" })],
      [metricControl({ name: "x", label: "X-axis" } as object)],
      [metricControl({ name: "y", label: "Y-axis" } as object)],
      [filtersControl()],
      [metricControl({ name: "size", label: "Bubble size" } as object)],
      [metricControl({ name: "orderby", label: "Sort by metric", required: false } as object)],
      [orderDescControl("orderby")],
      [rowLimitControl()],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      ...legendRows(),
      [
        select("max_bubble_size", "Maximum bubble size", {
          choices: choices("5", "10", "15", "25", "50", "75", "100"),
          default: "25",
        }),
      ],
      [numberFormatControl({ name: "tooltipSizeFormat", label: "Bubble size format" })],
      [
        {
          name: "opacity",
          label: "Bubble opacity",
          widget: "slider",
          min: 0,
          max: 1,
          step: 0.1,
          default: 0.6,
          render: true,
          description: "0 = transparent, 1 = opaque",
        },
      ],
    ],
  },
  {
    label: "X-axis",
    tab: "customize",
    rows: [
      [{ name: "x_axis_title", label: "X-axis title", widget: "text", render: true }],
      [select("xAxisLabelRotation", "Rotate x-axis labels", { choices: choices(0, 45, 90), default: 0 })],
      [xAxisIntervalControl],
      [select("x_axis_title_margin", "X-axis title margin", { choices: MARGINS, default: 15 })],
      [numberFormatControl({ name: "xAxisFormat", label: "X-axis format" })],
      [renderCheckbox("logXAxis", "Logarithmic x-axis", false)],
      [renderCheckbox("truncateXAxis", "Truncate x-axis", truncation)],
      [bounds("xAxisBounds", "X-axis bounds", "truncateXAxis")],
    ],
  },
  {
    label: "Y-axis",
    tab: "customize",
    rows: [
      [{ name: "y_axis_title", label: "Y-axis title", widget: "text", render: true }],
      [select("yAxisLabelRotation", "Rotate y-axis labels", { choices: choices(0, 45), default: 0 })],
      [select("y_axis_title_margin", "Y-axis title margin", { choices: MARGINS, default: 15 })],
      [numberFormatControl({ name: "y_axis_format", label: "Y-axis format" })],
      [renderCheckbox("logYAxis", "Logarithmic y-axis", false)],
      [renderCheckbox("truncateYAxis", "Truncate y-axis", truncation)],
      [bounds("y_axis_bounds", "Y-axis bounds", "truncateYAxis")],
    ],
  },
];
