import {
  colorSchemeControl,
  countChoices,
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
import { msg } from "../../i18n/translate.ts";

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
    : "must be comma-separated numbers";

const general: Section["rows"] = [
  [
    figure("min_val", "Minimum", { description: "Lowest value of the scale. Empty = automatic" }),
    figure("max_val", "Maximum", { description: "Highest value of the scale. Empty = twice the largest value" }),
  ],
  [
    figure("start_angle", "Start angle", { default: 225, description: "Where the scale starts, in degrees" }),
    figure("end_angle", "End angle", { default: -45, description: "Where the scale ends, in degrees" }),
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
      description: "Font size of axis labels. The value is larger",
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
      description: msg("Text around the value, such as '{value}' km/h"),
    },
  ],
  [renderCheckbox("show_pointer", "Show pointer", true)],
  [
    renderCheckbox("animation", "Animation", {
      default: true,
      description: "Animate to new values when the data changes",
    }),
  ],
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
      [rowLimitControl({ choices: countChoices(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), default: 10 } as { default: number })],
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
          label: "Number of splits",
          widget: "slider",
          min: 3,
          max: 30,
          step: 1,
          default: 10,
          render: true,
          description: "Number of parts the scale is divided into",
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
          description: "All values share one ring. Off = one ring per value",
        }),
      ],
      [renderCheckbox("round_cap", "Rounded ends", false)],
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
          description: "Upper bounds of the colored intervals. For example, 2,4,5 = 0 to 2, 2 to 4 and 4 to 5",
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
          description: "Interval colors by their position in the color scheme, starting at 1. For example, 1,3,2",
          validate: numbersProblem,
        },
      ],
    ],
  },
];
