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
import { type Control, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";

const figure = (name: string, label: Message, part: { default?: number; description?: Message }): Control => ({
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
    : (label: string) => t("{label} must be comma-separated numbers", { label });

const general: Section["rows"] = [
  [
    figure("min_val", msg("Minimum"), { description: msg("Lowest value of the scale. Empty = automatic") }),
    figure("max_val", msg("Maximum"), {
      description: msg("Highest value of the scale. Empty = twice the largest value"),
    }),
  ],
  [
    figure("start_angle", msg("Start angle"), { default: 225, description: msg("Where the scale starts, in degrees") }),
    figure("end_angle", msg("End angle"), { default: -45, description: msg("Where the scale ends, in degrees") }),
  ],
  [colorSchemeControl()],
  [
    {
      name: "font_size",
      label: msg("Font size"),
      widget: "slider",
      min: 10,
      max: 20,
      step: 1,
      default: 15,
      render: true,
      description: msg("Font size of the axis labels. The value itself uses a larger size"),
    },
  ],
  [numberFormatControl()],
  [currencyControl()],
  [
    {
      name: "value_formatter",
      label: msg("Value format"),
      widget: "text",
      default: "{value}",
      render: true,
      description: msg("Text around the value, such as '{value}' km/h"),
    },
  ],
  [renderCheckbox("show_pointer", msg("Show pointer"), true)],
  [
    renderCheckbox("animation", msg("Animation"), {
      default: true,
      description: msg("Animate to new values when the data changes"),
    }),
  ],
];

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
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
  { label: msg("General"), expanded: true, tab: "customize", rows: general },
  {
    label: msg("Axis"),
    tab: "customize",
    rows: [
      [renderCheckbox("show_axis_tick", msg("Show axis line ticks"), false)],
      [renderCheckbox("show_split_line", msg("Show split lines"), false)],
      [
        {
          name: "split_number",
          label: msg("Number of splits"),
          widget: "slider",
          min: 3,
          max: 30,
          step: 1,
          default: 10,
          render: true,
          description: msg("Number of sections on the scale"),
        },
      ],
    ],
  },
  {
    label: msg("Progress"),
    tab: "customize",
    rows: [
      [renderCheckbox("show_progress", msg("Show progress"), true)],
      [
        renderCheckbox("overlap", msg("Overlap"), {
          default: true,
          description: msg("All values share one ring. Off = one ring per value"),
        }),
      ],
      [renderCheckbox("round_cap", msg("Rounded ends"), false)],
    ],
  },
  {
    label: msg("Intervals"),
    tab: "customize",
    rows: [
      [
        {
          name: "intervals",
          label: msg("Interval bounds"),
          widget: "text",
          default: "",
          render: true,
          placeholder: verbatim("2,4,5"),
          description: msg("Upper bounds of the colored intervals. For example, 2,4,5 = 0 to 2, 2 to 4 and 4 to 5"),
          validate: numbersProblem,
        },
      ],
      [
        {
          name: "interval_color_indices",
          label: msg("Interval colors"),
          widget: "text",
          default: "",
          render: true,
          placeholder: verbatim("1,2,4"),
          description: msg("Interval colors by their position in the color scheme, starting at 1. For example, 1,3,2"),
          validate: numbersProblem,
        },
      ],
    ],
  },
];
