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
import { CANNOT_BE_EMPTY } from "../../chart-seam/problems.ts";
import { msg } from "../../i18n/translate.ts";

const hasTime = ({ formData }: ControlState) => (formData.time_series_option ?? "not_time") !== "not_time";

const isAnalyzed = ({ formData }: ControlState) => formData.time_series_option === "adv_anal";

export const sections: readonly Section[] = [
  timeSection({ column: { validate: (value, state) => (hasTime(state) && !value ? CANNOT_BE_EMPTY : undefined) } }),
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [metricsControl()],
      [filtersControl()],
      [groupbyControl({ description: msg("Levels, left to right") })],
      [seriesLimitControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [
        {
          name: "contribution",
          label: msg("Contribution"),
          widget: "checkbox",
          default: false,
          description: msg(
            "Show percentages of each metric's total. Time comparisons use the percentage of each period",
          ),
        },
      ],
      [rowLimitControl()],
    ],
  },
  {
    label: msg("Time series options"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "time_series_option",
          label: msg("Options"),
          widget: "select",
          choices: [
            ["not_time", msg("No time series")],
            ["time_series", msg("Time series")],
            ["agg_mean", msg("Mean over time")],
            ["agg_sum", msg("Sum over time")],
            ["point_diff", msg("Difference")],
            ["point_percent", msg("Percentage change")],
            ["point_factor", msg("Factor")],
            ["adv_anal", msg("Advanced analytics")],
          ],
          default: "not_time",
          description: msg("How time is used"),
        },
      ],
    ],
  },
  ...[rollingSection, comparisonSection, resampleSection].map((section) => ({ ...section, visible: isAnalyzed })),
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [[colorSchemeControl()], [numberFormatControl()], [timeFormatControl({ name: "date_time_format" })]],
  },
  {
    label: msg("Partition chart"),
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "partition_limit",
          label: msg("Partition limit"),
          widget: "number",
          integer: true,
          min: 0,
          default: 5,
          render: true,
          description: msg("Maximum number of parts at each level"),
        },
      ],
      [
        {
          name: "partition_threshold",
          label: msg("Partition threshold"),
          widget: "number",
          min: 0,
          max: 1,
          step: 0.01,
          default: 0.05,
          render: true,
          description: msg("Hide parts below this fraction of their parent, such as 0.05"),
        },
      ],
      [
        renderCheckbox("log_scale", msg("Log scale"), {
          default: false,
          description: msg("Use a logarithmic scale for heights"),
        }),
      ],
      [
        renderCheckbox("equal_date_size", msg("Equal date sizes"), {
          default: true,
          description: msg("Give all dates in a part the same height"),
        }),
      ],
      [
        renderCheckbox("rich_tooltip", msg("Rich tooltip"), {
          default: true,
          description: msg("Show the percentages at every level"),
        }),
      ],
    ],
  },
];
