import type { Choice, Control, ControlState, Section } from "../../chart-seam/control.ts";
import { isMissing, isTemporalAxis } from "./controls.ts";
import { shiftProblem } from "./time-shift.ts";

const same = (...values: readonly string[]): Choice[] => values.map((value) => [value, value]);

const isRolling = ({ formData }: ControlState) => !isMissing(formData.rolling_type) && formData.rolling_type !== "None";
const isWindowed = (state: ControlState) => isRolling(state) && state.formData.rolling_type !== "cumsum";
const isResampled = ({ formData }: ControlState) => !isMissing(formData.resample_rule);

function wholeNumber(value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  return Number.isInteger(Number(value)) && Number(value) >= 0 ? undefined : "is expected to be an integer";
}

export const rollingSection: Section = {
  label: "Rolling window",
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "rolling_type",
        label: "Rolling function",
        widget: "select",
        choices: [["None", "None"], ...same("mean", "sum", "std", "cumsum")],
        default: "None",
      },
    ],
    [
      {
        name: "rolling_periods",
        label: "Periods",
        widget: "number",
        integer: true,
        min: 1,
        description: "Window size, in time grain steps. For example, 7 with a daily grain is a 7-day window",
        validate: wholeNumber,
        visible: isWindowed,
      },
    ],
    [
      {
        name: "min_periods",
        label: "Min periods",
        widget: "number",
        integer: true,
        min: 0,
        description: "Points with fewer values in their window are hidden",
        validate: wholeNumber,
        visible: isWindowed,
      },
    ],
  ],
};

export const comparisonSection: Section = {
  label: "Time comparison",
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "time_compare",
        label: "Time shift",
        description: "Adds each metric from an earlier period. Requires a time range filter with a start and an end",
        widget: "select",
        multi: true,
        freeForm: true,
        default: [],
        validate: shiftProblem,
        choices: same(
          "1 day ago",
          "1 week ago",
          "28 days ago",
          "30 days ago",
          "52 weeks ago",
          "1 year ago",
          "104 weeks ago",
          "2 years ago",
          "156 weeks ago",
          "3 years ago",
        ),
      },
    ],
    [
      {
        name: "comparison_type",
        label: "Calculation type",
        widget: "select",
        choices: [
          ["values", "Actual values"],
          ["difference", "Difference"],
          ["percentage", "Percentage change"],
          ["ratio", "Ratio"],
        ],
        default: "values",
        visible: ({ formData }) => !isMissing(formData.time_compare),
      },
    ],
  ],
};

export const resampleSection: Section = {
  label: "Resample",
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "resample_rule",
        label: "Resample to",
        widget: "select",
        clearable: true,
        freeForm: true,
        choices: [
          ["1T", "Every minute"],
          ["1H", "Every hour"],
          ["1D", "Every day"],
          ["7D", "Every 7 days"],
          ["1MS", "Start of each month"],
          ["1M", "End of each month"],
          ["1AS", "Start of each year"],
          ["1A", "End of each year"],
        ],
      },
    ],
    [
      {
        name: "resample_method",
        label: "Fill method",
        widget: "select",
        clearable: true,
        choices: [
          ["asfreq", "Leave empty (null)"],
          ["zerofill", "Fill with zero"],
          ["linear", "Interpolate linearly"],
          ["ffill", "Previous value"],
          ["bfill", "Next value"],
          ["median", "Median"],
          ["mean", "Mean"],
          ["sum", "Sum"],
        ],
        visible: isResampled,
        validate: (value, state) => (isResampled(state) && isMissing(value) ? "cannot be empty" : undefined),
      },
    ],
  ],
};

const isForecast = ({ formData }: ControlState) => formData.forecastEnabled === true;

const SEASONS = ["Yearly", "Weekly", "Daily"] as const;

const seasonControl = (season: (typeof SEASONS)[number]): Control => ({
  name: `forecastSeasonality${season}`,
  label: `${season} seasonality`,
  widget: "select",
  freeForm: true,
  numeric: true,
  choices: [
    [null, "Default"],
    [true, "Yes"],
    [false, "No"],
  ],
  default: null,
  description: `Include the ${season.toLowerCase()} pattern in the forecast. Enter a whole number to set its Fourier order (higher = more detail)`,
  visible: isForecast,
  validate: (value) => (typeof value === "boolean" ? undefined : wholeNumber(value)),
});

function shareProblem(value: unknown): string | undefined {
  const share = Number(value);
  return !isMissing(value) && share > 0 && share < 1 ? undefined : "must be between 0 and 1";
}

const forecastSection: Section = {
  label: "Predictive analytics",
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "forecastEnabled",
        label: "Enable forecast",
        widget: "checkbox",
        default: false,
        validate: (value, { formData }) =>
          value === true && isMissing(formData.time_grain_sqla) ? "requires a time grain" : undefined,
      },
    ],
    [
      {
        name: "forecastPeriods",
        label: "Forecast periods",
        widget: "number",
        integer: true,
        min: 0,
        default: 10,
        description: "Number of future periods to predict",
        visible: isForecast,
        validate: (value) => (isMissing(value) ? "cannot be empty" : wholeNumber(value)),
      },
    ],
    [
      {
        name: "forecastInterval",
        label: "Confidence interval",
        widget: "number",
        min: 0,
        max: 1,
        step: 0.05,
        default: 0.8,
        description: "Share of values expected inside the band, between 0 and 1. For example, 0.8 = 80%",
        visible: isForecast,
        validate: shareProblem,
      },
    ],
    ...SEASONS.map((season) => [seasonControl(season)]),
  ],
};

export const analyticsSections: readonly Section[] = [
  rollingSection,
  comparisonSection,
  resampleSection,
  forecastSection,
];
