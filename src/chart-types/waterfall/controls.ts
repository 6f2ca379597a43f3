import { TICK_LAYOUTS } from "../../chart-kit/axes/plain-axes.ts";
import {
  currencyControl,
  filtersControl,
  groupbyControl,
  isTemporalAxis,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  timeFormatControl,
  timeGrainControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { type Color, DECREASE, INCREASE, TOTAL } from "./schema.ts";

const query: Section = {
  label: "Query",
  expanded: true,
  tab: "data",
  rows: [
    [xAxisControl()],
    [timeGrainControl()],
    [
      groupbyControl({
        label: "Breakdown",
        multi: false,
        default: null,
        description: "Dimension for the steps within each x-axis value",
      } as Partial<Control>),
    ],
    [metricControl()],
    [filtersControl()],
    [rowLimitControl()],
  ],
};

const kind = (name: string, title: string, value: Color): Control[] => [
  { name: `${name}_color`, label: `${title} color`, widget: "color", default: value, render: true },
  {
    name: `${name}_label`,
    label: `${title} label`,
    widget: "text",
    placeholder: title,
    render: true,
    description: "Name in the legend and tooltip",
  },
];

const options: Section = {
  label: "Chart options",
  expanded: true,
  tab: "customize",
  rows: [
    [renderCheckbox("show_value", "Show value", false)],
    [renderCheckbox("show_legend", "Show legend", false)],
    kind("increase", "Increase", INCREASE),
    kind("decrease", "Decrease", DECREASE),
    [renderCheckbox("show_total", "Show total", { default: true, description: "Add a bar for the sum of the steps" })],
    kind("total", "Total", TOTAL),
  ],
};

const xAxis: Section = {
  label: "X-axis",
  tab: "customize",
  rows: [
    [{ name: "x_axis_label", label: "X-axis title", widget: "text", render: true }],
    [
      timeFormatControl({
        name: "x_axis_time_format",
        label: "Time format",
        visible: isTemporalAxis,
        keepWhenHidden: true,
      }),
    ],
    [
      {
        name: "x_ticks_layout",
        label: "X-axis label layout",
        widget: "select",
        choices: TICK_LAYOUTS.map((layout) => [layout, layout]),
        default: "auto",
        render: true,
      },
    ],
  ],
};

const yAxis: Section = {
  label: "Y-axis",
  tab: "customize",
  rows: [
    [{ name: "y_axis_label", label: "Y-axis title", widget: "text", render: true }],
    [numberFormatControl({ name: "y_axis_format", label: "Value format" })],
    [currencyControl()],
  ],
};

export const sections: readonly Section[] = [query, options, xAxis, yAxis];
