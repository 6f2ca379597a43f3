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
import type { Choice, Control, Section } from "../../chart-seam/control.ts";

const CONTENTS: readonly Choice[] = [
  [0, "Category name"],
  [1, "Value"],
  [2, "Percentage"],
  [3, "Category and value"],
  [4, "Category and percentage"],
  [5, "Category, value and percentage"],
  [6, "Value and percentage"],
];

const contents = (name: string, label: string, value: number): Control => ({
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
    label: "Query",
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
          label: "Percentage calculation",
          widget: "select",
          choices: [
            ["first_step", "Percent of first step"],
            ["prev_step", "Percent of previous step"],
            ["total", "Percent of total"],
          ],
          default: "first_step",
          render: true,
          description: "Base of the percentages in labels and tooltips",
        },
      ],
    ],
  },
  { label: "Chart options", expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
  {
    label: "Legend",
    tab: "customize",
    rows: legendRows({ withType: false, when: "Shown only when the labels don't include the step names" }),
  },
  {
    label: "Labels",
    tab: "customize",
    rows: [
      [contents("label_type", "Label contents", 0)],
      [contents("tooltip_label_type", "Tooltip contents", 5)],
      [numberFormatControl()],
      [currencyControl()],
      [renderCheckbox("show_labels", "Show labels", true)],
      [renderCheckbox("show_tooltip_labels", "Show tooltip labels", true)],
    ],
  },
];
