import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  groupbyControl,
  isMissing,
  linearColorSchemeControl,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  sortByMetricControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { ControlState, Section } from "../../chart-seam/control.ts";

const hasSecond = ({ formData }: ControlState) =>
  !isMissing(formData.secondary_metric) && formData.secondary_metric !== formData.metric;
const hasLabels = ({ formData }: ControlState) => formData.show_labels === true;

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [
        groupbyControl({
          name: "columns",
          label: "Hierarchy",
          required: true,
          description: "Levels, from the inner to the outer ring",
        } as object),
      ],
      [metricControl({ label: "Primary metric", description: "Arc size" })],
      [
        {
          name: "secondary_metric",
          label: "Secondary metric",
          widget: "metrics",
          multi: false,
          description: "Colors arcs by its ratio to the primary metric. Empty = color by category",
        },
      ],
      [filtersControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl({ visible: (state) => !hasSecond(state) })],
      [linearColorSchemeControl({ visible: hasSecond })],
      [renderCheckbox("show_labels", "Show labels", false)],
      [
        {
          name: "show_labels_threshold",
          label: "Percentage threshold",
          widget: "number",
          min: 0,
          max: 100,
          default: 5,
          render: true,
          description: "Hide labels of arcs below this percentage",
          visible: hasLabels,
        },
      ],
      [renderCheckbox("show_total", "Show total", false)],
      [
        {
          name: "label_type",
          label: "Label type",
          widget: "select",
          choices: [
            ["key", "Category name"],
            ["value", "Value"],
            ["key_value", "Category and value"],
          ],
          default: "key",
          render: true,
          visible: hasLabels,
        },
      ],
      [numberFormatControl()],
      [currencyControl()],
      [timeFormatControl()],
    ],
  },
];
