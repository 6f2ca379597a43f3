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
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { Section } from "../../chart-seam/control.ts";

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [groupbyControl({ description: "Levels, from outer to inner" })],
      [metricControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
      [filtersControl()],
    ],
  },
  { label: "Chart options", expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
  {
    label: "Labels",
    expanded: true,
    tab: "customize",
    rows: [
      [renderCheckbox("show_labels", "Show labels", true)],
      [
        renderCheckbox("show_upper_labels", "Show parent labels", {
          default: true,
          description: "Show a heading above each group",
        }),
      ],
      [
        {
          name: "label_type",
          label: "Label type",
          widget: "select",
          choices: [
            ["Key", "Category name"],
            ["value", "Value"],
            ["key_value", "Category and value"],
          ],
          default: "key_value",
          render: true,
        },
      ],
      [numberFormatControl()],
      [currencyControl()],
      [timeFormatControl()],
    ],
  },
];
