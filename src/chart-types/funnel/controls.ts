import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  groupbyControl,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows } from "../../chart-kit/controls/customize-controls.ts";
import type { Control, FixedChoice, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";

const CONTENTS: readonly FixedChoice[] = [
  [0, msg("Category name")],
  [1, msg("Value")],
  [2, msg("Percentage")],
  [3, msg("Category and value")],
  [4, msg("Category and percentage")],
  [5, msg("Category, value and percentage")],
  [6, msg("Value and percentage")],
];

const contents = (name: string, label: Message, value: number): Control => ({
  name,
  label,
  widget: "select",
  choices: CONTENTS,
  numeric: true,
  default: value,
  render: true,
});

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [groupbyControl()],
      [metricControl()],
      [filtersControl()],
      [rowLimitControl({ default: 10 })],
      [sortByMetricControl()],
      [
        {
          name: "percent_calculation_type",
          label: msg("Percentage calculation"),
          widget: "select",
          choices: [
            ["first_step", msg("Percentage of first step")],
            ["prev_step", msg("Percentage of previous step")],
            ["total", msg("Percentage of total")],
          ],
          default: "first_step",
          render: true,
          description: msg("What the percentages in labels and tooltips are relative to"),
        },
      ],
    ],
  },
  { label: msg("Chart options"), expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
  {
    label: msg("Legend"),
    tab: "customize",
    rows: legendRows({ withType: false, when: msg("Shown only when the labels don't include the step names") }),
  },
  {
    label: msg("Labels"),
    tab: "customize",
    rows: [
      [contents("label_type", msg("Label contents"), 0)],
      [contents("tooltip_label_type", msg("Tooltip contents"), 5)],
      [numberFormatControl()],
      [currencyControl()],
      [renderCheckbox("show_labels", msg("Show labels"), true)],
      [renderCheckbox("show_tooltip_labels", msg("Show tooltip labels"), true)],
    ],
  },
];
