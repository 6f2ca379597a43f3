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
import { msg } from "../../i18n/translate.ts";

const hasSecond = ({ formData }: ControlState) =>
  !isMissing(formData.secondary_metric) && formData.secondary_metric !== formData.metric;
const hasLabels = ({ formData }: ControlState) => formData.show_labels === true;

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        groupbyControl({
          name: "columns",
          label: msg("Hierarchy"),
          required: true,
          description: msg("Levels, from the inner to the outer ring"),
        } as object),
      ],
      [metricControl({ label: msg("Primary metric"), description: msg("Arc size") })],
      [
        {
          name: "secondary_metric",
          label: msg("Secondary metric"),
          widget: "metrics",
          multi: false,
          description: msg("Colors arcs by its ratio to the primary metric. Empty = color by category"),
        },
      ],
      [filtersControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl({ visible: (state) => !hasSecond(state) })],
      [linearColorSchemeControl({ visible: hasSecond })],
      [renderCheckbox("show_labels", msg("Show labels"), false)],
      [
        {
          name: "show_labels_threshold",
          label: msg("Percentage threshold"),
          widget: "number",
          min: 0,
          max: 100,
          default: 5,
          render: true,
          description: msg("Hide labels of arcs below this percentage"),
          visible: hasLabels,
        },
      ],
      [renderCheckbox("show_total", msg("Show total"), false)],
      [
        {
          name: "label_type",
          label: msg("Label type"),
          widget: "select",
          choices: [
            ["key", msg("Category name")],
            ["value", msg("Value")],
            ["key_value", msg("Category and value")],
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
