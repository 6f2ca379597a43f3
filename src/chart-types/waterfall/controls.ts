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
import { TICK_LAYOUT_NAMES } from "../../chart-kit/controls/tick-layouts.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { type Color, DECREASE, INCREASE, TOTAL } from "./schema.ts";

const query: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [xAxisControl()],
    [timeGrainControl()],
    [
      groupbyControl({
        label: msg("Breakdown"),
        multi: false,
        default: null,
        description: msg("Dimension for the steps within each x-axis value"),
      } as Partial<Control>),
    ],
    [metricControl()],
    [filtersControl()],
    [rowLimitControl()],
  ],
};

const kind = (name: string, value: Color, texts: Readonly<Record<"title" | "color" | "label", Message>>): Control[] => [
  { name: `${name}_color`, label: texts.color, widget: "color", default: value, render: true },
  {
    name: `${name}_label`,
    label: texts.label,
    widget: "text",
    placeholder: texts.title,
    render: true,
    description: msg("Name in the legend and tooltip"),
  },
];

const options: Section = {
  label: msg("Chart options"),
  expanded: true,
  tab: "customize",
  rows: [
    [renderCheckbox("show_value", msg("Show value"), false)],
    [renderCheckbox("show_legend", msg("Show legend"), false)],
    kind("increase", INCREASE, {
      title: msg("Increase"),
      color: msg("Increase color"),
      label: msg("Increase label"),
    }),
    kind("decrease", DECREASE, {
      title: msg("Decrease"),
      color: msg("Decrease color"),
      label: msg("Decrease label"),
    }),
    [
      renderCheckbox("show_total", msg("Show total"), {
        default: true,
        description: msg("Add a bar for the sum of the steps"),
      }),
    ],
    kind("total", TOTAL, { title: msg("Total"), color: msg("Total color"), label: msg("Total label") }),
  ],
};

const xAxis: Section = {
  label: msg("X-axis"),
  tab: "customize",
  rows: [
    [{ name: "x_axis_label", label: msg("X-axis title"), widget: "text", render: true }],
    [
      timeFormatControl({
        name: "x_axis_time_format",
        label: msg("Time format"),
        visible: isTemporalAxis,
        keepWhenHidden: true,
      }),
    ],
    [
      {
        name: "x_ticks_layout",
        label: msg("X-axis label layout"),
        widget: "select",
        choices: TICK_LAYOUTS.map((layout) => [layout, TICK_LAYOUT_NAMES[layout]] as const),
        default: "auto",
        render: true,
      },
    ],
  ],
};

const yAxis: Section = {
  label: msg("Y-axis"),
  tab: "customize",
  rows: [
    [{ name: "y_axis_label", label: msg("Y-axis title"), widget: "text", render: true }],
    [numberFormatControl({ name: "y_axis_format", label: msg("Value format") })],
    [currencyControl()],
  ],
};

export const sections: readonly Section[] = [query, options, xAxis, yAxis];
