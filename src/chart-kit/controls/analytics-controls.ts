import {
  type Control,
  type ControlState,
  type FixedChoice,
  type Problem,
  type Section,
  verbatim,
} from "../../chart-seam/control.ts";
import { CANNOT_BE_EMPTY, NOT_AN_INTEGER } from "../../chart-seam/problems.ts";
import { msg, t } from "../../i18n/translate.ts";
import { isMissing, isTemporalAxis } from "./controls.ts";
import { shiftProblem } from "./time-shift.ts";

const isRolling = ({ formData }: ControlState) => !isMissing(formData.rolling_type) && formData.rolling_type !== "None";
const isWindowed = (state: ControlState) => isRolling(state) && state.formData.rolling_type !== "cumsum";
const isResampled = ({ formData }: ControlState) => !isMissing(formData.resample_rule);

function wholeNumber(value: unknown): Problem | undefined {
  if (isMissing(value)) return undefined;
  return Number.isInteger(Number(value)) && Number(value) >= 0 ? undefined : NOT_AN_INTEGER;
}

const ROLLING = ["mean", "sum", "std", "cumsum"].map((name): FixedChoice => [name, verbatim(name)]);

export const rollingSection: Section = {
  label: msg("Rolling window"),
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "rolling_type",
        label: msg("Rolling function"),
        widget: "select",
        choices: [["None", msg("None")], ...ROLLING],
        default: "None",
      },
    ],
    [
      {
        name: "rolling_periods",
        label: msg("Periods"),
        widget: "number",
        integer: true,
        min: 1,
        description: msg("Window size, in time grain steps. For example, 7 with a daily grain is a 7-day window"),
        validate: wholeNumber,
        visible: isWindowed,
      },
    ],
    [
      {
        name: "min_periods",
        label: msg("Min periods"),
        widget: "number",
        integer: true,
        min: 0,
        description: msg("Points with fewer values in their window are hidden"),
        validate: wholeNumber,
        visible: isWindowed,
      },
    ],
  ],
};

export const comparisonSection: Section = {
  label: msg("Time comparison"),
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "time_compare",
        label: msg("Time shift"),
        description: msg(
          "Adds each metric from an earlier period. Requires a time range filter with a start and an end",
        ),
        widget: "select",
        multi: true,
        freeForm: true,
        default: [],
        validate: shiftProblem,
        choices: [
          ["1 day ago", msg("1 day ago")],
          ["1 week ago", msg("1 week ago")],
          ["28 days ago", msg("28 days ago")],
          ["30 days ago", msg("30 days ago")],
          ["52 weeks ago", msg("52 weeks ago")],
          ["1 year ago", msg("1 year ago")],
          ["104 weeks ago", msg("104 weeks ago")],
          ["2 years ago", msg("2 years ago")],
          ["156 weeks ago", msg("156 weeks ago")],
          ["3 years ago", msg("3 years ago")],
        ],
      },
    ],
    [
      {
        name: "comparison_type",
        label: msg("Calculation type"),
        widget: "select",
        choices: [
          ["values", msg("Actual values")],
          ["difference", msg("Difference")],
          ["percentage", msg("Percentage change")],
          ["ratio", msg("Ratio")],
        ],
        default: "values",
        visible: ({ formData }) => !isMissing(formData.time_compare),
      },
    ],
  ],
};

export const resampleSection: Section = {
  label: msg("Resample"),
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "resample_rule",
        label: msg("Resample to"),
        widget: "select",
        clearable: true,
        freeForm: true,
        choices: [
          ["1T", msg("Every minute")],
          ["1H", msg("Every hour")],
          ["1D", msg("Every day")],
          ["7D", msg("Every 7 days")],
          ["1MS", msg("Start of each month")],
          ["1M", msg("End of each month")],
          ["1AS", msg("Start of each year")],
          ["1A", msg("End of each year")],
        ],
      },
    ],
    [
      {
        name: "resample_method",
        label: msg("Fill method"),
        widget: "select",
        clearable: true,
        choices: [
          ["asfreq", msg("Leave empty (null)")],
          ["zerofill", msg("Fill with zero")],
          ["linear", msg("Interpolate linearly")],
          ["ffill", msg("Previous value")],
          ["bfill", msg("Next value")],
          ["median", msg("Median")],
          ["mean", msg("Mean")],
          ["sum", msg("Sum")],
        ],
        visible: isResampled,
        validate: (value, state) => (isResampled(state) && isMissing(value) ? CANNOT_BE_EMPTY : undefined),
      },
    ],
  ],
};

const isForecast = ({ formData }: ControlState) => formData.forecastEnabled === true;

const SEASONS = [
  {
    key: "Yearly",
    label: msg("Yearly seasonality"),
    description: msg(
      "Include the yearly pattern in the forecast. Enter a whole number to set its Fourier order (higher = more detail)",
    ),
  },
  {
    key: "Weekly",
    label: msg("Weekly seasonality"),
    description: msg(
      "Include the weekly pattern in the forecast. Enter a whole number to set its Fourier order (higher = more detail)",
    ),
  },
  {
    key: "Daily",
    label: msg("Daily seasonality"),
    description: msg(
      "Include the daily pattern in the forecast. Enter a whole number to set its Fourier order (higher = more detail)",
    ),
  },
];

const seasonControl = ({ key, label, description }: (typeof SEASONS)[number]): Control => ({
  name: `forecastSeasonality${key}`,
  label,
  description,
  widget: "select",
  freeForm: true,
  numeric: true,
  choices: [
    [null, msg("Default")],
    [true, msg("Yes")],
    [false, msg("No")],
  ],
  default: null,
  visible: isForecast,
  validate: (value) => (typeof value === "boolean" ? undefined : wholeNumber(value)),
});

function shareProblem(value: unknown): Problem | undefined {
  const share = Number(value);
  return !isMissing(value) && share > 0 && share < 1
    ? undefined
    : (label) => t("{label} must be between 0 and 1", { label });
}

const forecastSection: Section = {
  label: msg("Predictive analytics"),
  tab: "data",
  visible: isTemporalAxis,
  rows: [
    [
      {
        name: "forecastEnabled",
        label: msg("Enable forecast"),
        widget: "checkbox",
        default: false,
        validate: (value, { formData }) =>
          value === true && isMissing(formData.time_grain_sqla)
            ? (label) => t("{label} requires a time grain", { label })
            : undefined,
      },
    ],
    [
      {
        name: "forecastPeriods",
        label: msg("Forecast periods"),
        widget: "number",
        integer: true,
        min: 0,
        default: 10,
        description: msg("Number of future periods to predict"),
        visible: isForecast,
        validate: (value) => (isMissing(value) ? CANNOT_BE_EMPTY : wholeNumber(value)),
      },
    ],
    [
      {
        name: "forecastInterval",
        label: msg("Confidence interval"),
        widget: "number",
        min: 0,
        max: 1,
        step: 0.05,
        default: 0.8,
        description: msg("Share of values expected inside the band, between 0 and 1. For example, 0.8 = 80%"),
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
