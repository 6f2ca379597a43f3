import type { Choice, Control, ControlState, Section } from "../../chart-seam/control.ts";
import { isMissing, isTemporalAxis } from "./controls.ts";
import { shiftProblem } from "./time-shift.ts";

/** Rolling window, comparison with an earlier period, resampling and forecasts: what a temporal x axis allows. */

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
        description: "Size of the window, in steps of the time grain",
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
        description: "Points with fewer values behind them are left out",
        validate: wholeNumber,
        visible: isWindowed,
      },
    ],
  ],
};

export const comparisonSection: Section = {
  label: "Compare with an earlier period",
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "time_compare",
        label: "Time shift",
        description: "Compares with the same time before: the filters need a time range with a start and an end",
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
        label: "Rule",
        widget: "select",
        clearable: true,
        freeForm: true,
        choices: [
          ["1T", "1 minutely frequency"],
          ["1H", "1 hourly frequency"],
          ["1D", "1 calendar day frequency"],
          ["7D", "7 calendar day frequency"],
          ["1MS", "1 month start frequency"],
          ["1M", "1 month end frequency"],
          ["1AS", "1 year start frequency"],
          ["1A", "1 year end frequency"],
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
          ["asfreq", "Null imputation"],
          ["zerofill", "Zero imputation"],
          ["linear", "Linear interpolation"],
          ["ffill", "Forward values"],
          ["bfill", "Backward values"],
          ["median", "Median values"],
          ["mean", "Mean values"],
          ["sum", "Sum values"],
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
  description: `Whether the ${season.toLowerCase()} pattern is part of the forecast. A whole number is its Fourier order`,
  visible: isForecast,
  validate: (value) => (typeof value === "boolean" ? undefined : wholeNumber(value)),
});

function shareProblem(value: unknown): string | undefined {
  const share = Number(value);
  return !isMissing(value) && share > 0 && share < 1 ? undefined : "is expected to be between 0 and 1";
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
          value === true && isMissing(formData.time_grain_sqla) ? "needs a time grain" : undefined,
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
        description: "How many periods into the future to predict",
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
        description: "Width of the band: the share of values expected within it, between 0 and 1",
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
