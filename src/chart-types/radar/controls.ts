import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  sortMetricControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows } from "../../chart-kit/controls/customize-controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { LABEL_POSITIONS } from "./schema.ts";

const spaced = (key: string) => {
  const words = key.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [groupbyControl()],
      [metricsControl()],
      [sortMetricControl()],
      [filtersControl()],
      [rowLimitControl({ default: 10 })],
    ],
  },
  { label: "Chart options", expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
  { label: "Legend", tab: "customize", rows: legendRows() },
  {
    label: "Labels",
    tab: "customize",
    rows: [
      [renderCheckbox("show_labels", "Show labels", true)],
      [
        {
          name: "label_type",
          label: "Label type",
          widget: "select",
          choices: [
            ["value", "Value"],
            ["key_value", "Category and value"],
          ],
          default: "value",
          render: true,
        },
      ],
      [
        {
          name: "label_position",
          label: "Label position",
          widget: "select",
          choices: LABEL_POSITIONS.map((key) => [key, spaced(key)] as const),
          default: "top",
          render: true,
        },
      ],
      [numberFormatControl()],
      [currencyControl()],
      [timeFormatControl()],
    ],
  },
  {
    label: "Radar",
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "column_config",
          label: "Customize metrics",
          widget: "column-config",
          render: true,
          description: "Minimum and maximum of each metric's axis",
        },
      ],
      [
        renderCheckbox("is_circle", "Circular shape", {
          default: false,
          description: "Use circles instead of polygons",
        }),
      ],
    ],
  },
];
