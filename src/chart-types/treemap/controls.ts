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
import { msg } from "../../i18n/translate.ts";

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [groupbyControl({ description: msg("Levels, from outer to inner") })],
      [metricControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
      [filtersControl()],
    ],
  },
  { label: msg("Chart options"), expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
  {
    label: msg("Labels"),
    expanded: true,
    tab: "customize",
    rows: [
      [renderCheckbox("show_labels", msg("Show labels"), true)],
      [
        renderCheckbox("show_upper_labels", msg("Show parent labels"), {
          default: true,
          description: msg("Show a heading above each group"),
        }),
      ],
      [
        {
          name: "label_type",
          label: msg("Label type"),
          widget: "select",
          choices: [
            ["Key", msg("Category name")],
            ["value", msg("Value")],
            ["key_value", msg("Category and value")],
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
