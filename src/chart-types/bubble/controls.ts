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
import { type Control, type FixedChoice, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";

const choices = (...values: readonly (string | number)[]): FixedChoice[] =>
  values.map((value) => [value, verbatim(String(value))]);

const dimension = (name: string, label: Message, part: { required?: boolean; description: Message }): Control => ({
  name,
  label,
  widget: "columns",
  multi: false,
  sqlAllowed: true,
  ...part,
});

const select = (name: string, label: Message, part: { choices: FixedChoice[]; default: string | number }): Control => ({
  name,
  label,
  widget: "select",
  freeForm: true,
  numeric: true,
  render: true,
  ...part,
});

const bounds = (name: string, label: Message, toggle: string): Control => ({
  name,
  label,
  widget: "bounds",
  default: [null, null],
  render: true,
  visible: ({ formData }) => formData[toggle] === true,
});

const MARGINS = choices(0, 15, 30, 50, 75, 100, 125, 150, 200);
const truncation = { default: false, description: msg("Limit the axis to the bounds below") } as const;

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [dimension("series", msg("Dimension"), { description: msg("Bubble color") })],
      [dimension("entity", msg("Entity"), { required: true, description: msg("One bubble per value") })],
      [metricControl({ name: "x", label: msg("X-axis") } as object)],
      [metricControl({ name: "y", label: msg("Y-axis") } as object)],
      [filtersControl()],
      [metricControl({ name: "size", label: msg("Bubble size") } as object)],
      [metricControl({ name: "orderby", label: msg("Sort by metric"), required: false } as object)],
      [orderDescControl("orderby")],
      [rowLimitControl()],
    ],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      ...legendRows(),
      [
        select("max_bubble_size", msg("Maximum bubble size"), {
          choices: choices("5", "10", "15", "25", "50", "75", "100"),
          default: "25",
        }),
      ],
      [numberFormatControl({ name: "tooltipSizeFormat", label: msg("Bubble size format") })],
      [
        {
          name: "opacity",
          label: msg("Bubble opacity"),
          widget: "slider",
          min: 0,
          max: 1,
          step: 0.1,
          default: 0.6,
          render: true,
          description: msg("0 = transparent, 1 = opaque"),
        },
      ],
    ],
  },
  {
    label: msg("X-axis"),
    tab: "customize",
    rows: [
      [{ name: "x_axis_title", label: msg("X-axis title"), widget: "text", render: true }],
      [select("xAxisLabelRotation", msg("Rotate x-axis labels"), { choices: choices(0, 45, 90), default: 0 })],
      [xAxisIntervalControl],
      [select("x_axis_title_margin", msg("X-axis title margin"), { choices: MARGINS, default: 15 })],
      [numberFormatControl({ name: "xAxisFormat", label: msg("X-axis format") })],
      [renderCheckbox("logXAxis", msg("Logarithmic x-axis"), false)],
      [renderCheckbox("truncateXAxis", msg("Truncate x-axis"), truncation)],
      [bounds("xAxisBounds", msg("X-axis bounds"), "truncateXAxis")],
    ],
  },
  {
    label: msg("Y-axis"),
    tab: "customize",
    rows: [
      [{ name: "y_axis_title", label: msg("Y-axis title"), widget: "text", render: true }],
      [select("yAxisLabelRotation", msg("Rotate y-axis labels"), { choices: choices(0, 45), default: 0 })],
      [select("y_axis_title_margin", msg("Y-axis title margin"), { choices: MARGINS, default: 15 })],
      [numberFormatControl({ name: "y_axis_format", label: msg("Y-axis format") })],
      [renderCheckbox("logYAxis", msg("Logarithmic y-axis"), false)],
      [renderCheckbox("truncateYAxis", msg("Truncate y-axis"), truncation)],
      [bounds("y_axis_bounds", msg("Y-axis bounds"), "truncateYAxis")],
    ],
  },
];
