import {
  colorSchemeControl,
  counts,
  currencyControl,
  filtersControl,
  groupbyControl,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";

const figure = (name: string, label: string, part: { default?: number; description?: string }): Control => ({
  name,
  label,
  widget: "number",
  render: true,
  ...part,
});

const numbersProblem = (value: unknown) =>
  String(value ?? "")
    .split(",")
    .every((part) => part.trim() === "" || Number.isFinite(Number(part)))
    ? undefined
    : "is expected to be numbers with commas between them";

const general: Section["rows"] = [
  [
    figure("min_val", "Min", { description: "Least value of the scale; empty: twice the least value, at most zero" }),
    figure("max_val", "Max", { description: "Greatest value of the scale; empty: twice the greatest value" }),
  ],
  [
    figure("start_angle", "Start angle", { default: 225, description: "Where the scale starts, degrees" }),
    figure("end_angle", "End angle", { default: -45, description: "Where the scale ends, degrees" }),
  ],
  [colorSchemeControl()],
  [
    {
      name: "font_size",
      label: "Font size",
      widget: "slider",
      min: 10,
      max: 20,
      step: 1,
      default: 15,
      render: true,
      description: "Of the axis; the value is larger",
    },
  ],
  [numberFormatControl()],
  [currencyControl()],
  [
    {
      name: "value_formatter",
      label: "Value format",
      widget: "text",
      default: "{value}",
      render: true,
      description: "Text around the value, e.g. {value} km/h",
    },
  ],
  [renderCheckbox("show_pointer", "Show pointer", true)],
  [renderCheckbox("animation", "Animation", { default: true, description: "Move to a new value when data change" })],
];

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [groupbyControl()],
      [metricControl()],
      [filtersControl()],
      [rowLimitControl({ choices: counts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), default: 10 } as { default: number })],
      [sortByMetricControl()],
    ],
  },
  { label: "General", expanded: true, tab: "customize", rows: general },
  {
    label: "Axis",
    tab: "customize",
    rows: [
      [renderCheckbox("show_axis_tick", "Show axis line ticks", false)],
      [renderCheckbox("show_split_line", "Show split lines", false)],
      [
        {
          name: "split_number",
          label: "Split number",
          widget: "slider",
          min: 3,
          max: 30,
          step: 1,
          default: 10,
          render: true,
          description: "Number of parts of the scale",
        },
      ],
    ],
  },
  {
    label: "Progress",
    tab: "customize",
    rows: [
      [renderCheckbox("show_progress", "Show progress", true)],
      [
        renderCheckbox("overlap", "Overlap", {
          default: true,
          description: "Several values share one band; otherwise each has its own ring",
        }),
      ],
      [renderCheckbox("round_cap", "Round cap", false)],
    ],
  },
  {
    label: "Intervals",
    tab: "customize",
    rows: [
      [
        {
          name: "intervals",
          label: "Interval bounds",
          widget: "text",
          default: "",
          render: true,
          placeholder: "2,4,5",
          description: "Upper bounds of colored intervals, e.g. 2,4,5 for 0 to 2, 2 to 4 and 4 to 5",
          validate: numbersProblem,
        },
      ],
      [
        {
          name: "interval_color_indices",
          label: "Interval colors",
          widget: "text",
          default: "",
          render: true,
          placeholder: "1,2,4",
          description: "Colors of the intervals by their place in the color scheme, from 1",
          validate: numbersProblem,
        },
      ],
    ],
  },
];
