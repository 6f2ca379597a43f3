import { resampleSection, rollingSection } from "../../chart-kit/controls/analytics-controls.ts";
import {
  filtersControl,
  isMissing,
  metricControl,
  renderCheckbox,
  timeGrainControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import {
  figureFormatRows,
  headerSizeControl,
  subheaderSizeControl,
  subtitleRows,
  withSubtitle,
} from "../../chart-kit/kpi/controls.ts";
import type { ControlState, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import type { AdhocFilter } from "../../model/adhoc.ts";
import { card } from "./card.ts";
import { buildQuery } from "./query.ts";
import { BigNumberForm } from "./schema.ts";
import { STARTING_COLOR, transform } from "./transform.ts";

const hasLag = ({ formData }: ControlState) => !isMissing(formData.compare_lag);
const hasTrend = ({ formData }: ControlState) => formData.show_trend_line !== false;

const isRange = (value: unknown) => !isMissing(value) && value !== "No filter";

function hasTimeRange({ time_range, adhoc_filters }: ControlState["formData"]): boolean {
  const filters = Array.isArray(adhoc_filters) ? (adhoc_filters as AdhocFilter[]) : [];
  const isFiltered = filters.some(({ operator, comparator }) => operator === "TEMPORAL_RANGE" && isRange(comparator));
  return isFiltered || isRange(time_range);
}

const query: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [xAxisControl({ label: msg("Time column") })],
    [timeGrainControl()],
    [
      {
        name: "aggregation",
        label: msg("Aggregation method"),
        widget: "select",
        choices: [
          ["raw", msg("Overall value")],
          ["LAST_VALUE", msg("Last value")],
          ["sum", msg("Total (sum)")],
          ["mean", msg("Average (mean)")],
          ["min", msg("Minimum")],
          ["max", msg("Maximum")],
          ["median", msg("Median")],
        ],
        default: "LAST_VALUE",
        description: msg(
          "How the big number is calculated from the trend. Overall value runs a separate query without the time column",
        ),
      },
    ],
    [metricControl()],
    [filtersControl()],
  ],
};

const options: Section = {
  label: msg("Options"),
  tab: "data",
  expanded: true,
  rows: [
    [
      {
        name: "compare_lag",
        label: msg("Comparison period"),
        widget: "number",
        integer: true,
        min: 0,
        render: true,
        description: msg(
          "Number of points back to compare with. For example, 7 with a daily grain compares with a week earlier",
        ),
      },
    ],
    [
      {
        name: "compare_suffix",
        label: msg("Comparison suffix"),
        widget: "text",
        render: true,
        placeholder: msg("vs last week"),
        visible: hasLag,
        keepWhenHidden: true,
      },
    ],
    [
      renderCheckbox("comparison_color_enabled", msg("Color the change"), {
        default: false,
        visible: hasLag,
        keepWhenHidden: true,
      }),
    ],
    [
      {
        name: "comparison_color_scheme",
        label: msg("Color scheme"),
        widget: "select",
        choices: [
          ["Green", msg("Higher is better")],
          ["Red", msg("Lower is better")],
        ],
        default: "Green",
        render: true,
        visible: (state) => hasLag(state) && state.formData.comparison_color_enabled === true,
        keepWhenHidden: true,
      },
    ],
    [renderCheckbox("show_timestamp", msg("Show timestamp"), false)],
    [renderCheckbox("show_trend_line", msg("Show trend line"), true)],
    [
      renderCheckbox("start_y_axis_at_zero", msg("Start y-axis at 0"), {
        default: true,
        visible: hasTrend,
        keepWhenHidden: true,
      }),
    ],
    [
      renderCheckbox("time_range_fixed", msg("Span the selected time range"), {
        default: false,
        description: msg("Extend the trend line's axis to the full time range, even without data"),
        visible: ({ formData }) => hasTimeRange(formData),
        keepWhenHidden: true,
      }),
    ],
  ],
};

const chart: Section = {
  label: msg("Chart options"),
  expanded: true,
  tab: "customize",
  rows: [
    [{ name: "color_picker", label: msg("Trend line color"), widget: "color", default: STARTING_COLOR, render: true }],
    [headerSizeControl],
    [subheaderSizeControl],
    ...subtitleRows,
    [renderCheckbox("show_x_axis", msg("Show x-axis"), { default: false, visible: hasTrend, keepWhenHidden: true })],
    [renderCheckbox("show_y_axis", msg("Show y-axis"), { default: false, visible: hasTrend, keepWhenHidden: true })],
    ...figureFormatRows,
  ],
};

export const definition = defineChartType({
  card,
  sections: [query, options, rollingSection, resampleSection, chart],
  schema: BigNumberForm,
  buildQuery,
  transform,
  migrate: withSubtitle,
});
