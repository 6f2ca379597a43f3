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
      [groupbyControl({ description: "Levels, from the outermost to the innermost" })],
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
        renderCheckbox("show_upper_labels", "Show upper labels", {
          default: true,
          description: "A heading over the parts of each part",
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
