import { comparisonSection, resampleSection, rollingSection } from "../../chart-kit/controls/analytics-controls.ts";
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  seriesLimitControl,
  sortMetricControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { timeSection } from "../../chart-kit/controls/time-section.ts";
import type { ControlState, Section } from "../../chart-seam/control.ts";

const hasTime = ({ formData }: ControlState) => (formData.time_series_option ?? "not_time") !== "not_time";

const isAnalyzed = ({ formData }: ControlState) => formData.time_series_option === "adv_anal";

export const sections: readonly Section[] = [
  timeSection({ column: { validate: (value, state) => (hasTime(state) && !value ? "cannot be empty" : undefined) } }),
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [metricsControl()],
      [filtersControl()],
      [groupbyControl({ description: "Levels, left to right" })],
      [seriesLimitControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [
        {
          name: "contribution",
          label: "Contribution",
          widget: "checkbox",
          default: false,
          description: "Show percentages of each metric's total. Time comparisons use the percentage of each period",
        },
      ],
      [rowLimitControl()],
    ],
  },
  {
    label: "Time series options",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "time_series_option",
          label: "Options",
          widget: "select",
          choices: [
            ["not_time", "No time series"],
            ["time_series", "Time series"],
            ["agg_mean", "Mean over time"],
            ["agg_sum", "Sum over time"],
            ["point_diff", "Difference"],
            ["point_percent", "Percent change"],
            ["point_factor", "Factor"],
            ["adv_anal", "Advanced analytics"],
          ],
          default: "not_time",
          description: "How time is used",
        },
      ],
    ],
  },
  ...[rollingSection, comparisonSection, resampleSection].map((section) => ({ ...section, visible: isAnalyzed })),
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [[colorSchemeControl()], [numberFormatControl()], [timeFormatControl({ name: "date_time_format" })]],
  },
  {
    label: "Partition chart",
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "partition_limit",
          label: "Partition limit",
          widget: "number",
          integer: true,
          min: 0,
          default: 5,
          render: true,
          description: "Maximum number of parts at each level",
        },
      ],
      [
        {
          name: "partition_threshold",
          label: "Partition threshold",
          widget: "number",
          min: 0,
          max: 1,
          step: 0.01,
          default: 0.05,
          render: true,
          description: "Hide parts below this fraction of their parent, such as 0.05",
        },
      ],
      [
        renderCheckbox("log_scale", "Log scale", {
          default: false,
          description: "Use a logarithmic scale for heights",
        }),
      ],
      [
        renderCheckbox("equal_date_size", "Equal date sizes", {
          default: true,
          description: "Give all dates in a part the same height",
        }),
      ],
      [
        renderCheckbox("rich_tooltip", "Rich tooltip", {
          default: true,
          description: "Show the percentages at every level",
        }),
      ],
    ],
  },
];
