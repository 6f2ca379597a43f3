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

const isAnalysed = ({ formData }: ControlState) => formData.time_series_option === "adv_anal";

export const sections: readonly Section[] = [
  timeSection({ column: { validate: (value, state) => (hasTime(state) && !value ? "cannot be empty" : undefined) } }),
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [metricsControl()],
      [filtersControl()],
      [groupbyControl({ description: "Levels, from left to right" })],
      [seriesLimitControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [
        {
          name: "contribution",
          label: "Contribution",
          widget: "checkbox",
          default: false,
          description: "Show shares of each metric's total; ends of the time are compared by their shares of a period",
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
            ["not_time", "Not Time Series"],
            ["time_series", "Time Series"],
            ["agg_mean", "Aggregate Mean"],
            ["agg_sum", "Aggregate Sum"],
            ["point_diff", "Difference"],
            ["point_percent", "Percent Change"],
            ["point_factor", "Factor"],
            ["adv_anal", "Advanced Analytics"],
          ],
          default: "not_time",
          description: "Leave time out, add it as the last level, sum it up, compare its ends, or analyse it",
        },
      ],
    ],
  },
  ...[rollingSection, comparisonSection, resampleSection].map((section) => ({ ...section, visible: isAnalysed })),
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
          description: "Most parts of each part",
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
          description: "Parts below this share of their whole are left out",
        },
      ],
      [
        renderCheckbox("log_scale", "Log scale", {
          default: false,
          description: "Heights by the logarithm of the value",
        }),
      ],
      [
        renderCheckbox("equal_date_size", "Equal date sizes", {
          default: true,
          description: "Dates of one part are all as high",
        }),
      ],
      [renderCheckbox("rich_tooltip", "Rich tooltip", { default: true, description: "The shares of every level" })],
    ],
  },
];
