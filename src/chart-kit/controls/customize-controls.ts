import type { Control, ControlState, Section } from "../../chart-seam/control.ts";
import {
  currencyControl,
  datasetColumn,
  isMissing,
  isNumeric,
  isTemporalAxis,
  numberFormatControl,
  renderCheckbox,
  selectedColumns,
  timeFormatControl,
} from "./controls.ts";

type Rows = Section["rows"];
type Visible = (state: ControlState) => boolean;

const isOn =
  (name: string, fallback: boolean): Visible =>
  ({ formData }) =>
    Boolean(formData[name] ?? fallback);

/** `withType: false` for legends that never scroll. `when`: help for the legend checkbox. */
export function legendRows(options: { withType?: boolean; margin?: number | null; when?: string } = {}): Rows {
  const shown = { render: true, visible: isOn("show_legend", true) } as const;
  const type: Control = {
    name: "legendType",
    label: "Legend type",
    widget: "select",
    choices: [
      ["scroll", "Scroll"],
      ["plain", "Show all"],
    ],
    default: "scroll",
    ...shown,
  };
  const orientation: Control = {
    name: "legendOrientation",
    label: "Legend position",
    widget: "select",
    choices: [
      ["top", "Top"],
      ["bottom", "Bottom"],
      ["left", "Left"],
      ["right", "Right"],
    ],
    default: "top",
    ...shown,
  };
  const margin: Control = {
    name: "legendMargin",
    label: "Legend margin",
    widget: "number",
    integer: true,
    min: 0,
    description: "Space for the legend, in pixels. Empty = automatic",
    ...shown,
  };
  const sort: Control = {
    name: "legendSort",
    label: "Sort legend",
    widget: "select",
    clearable: true,
    choices: [
      ["asc", "Label ascending"],
      ["desc", "Label descending"],
      [null, "Data order"],
    ],
    default: null,
    ...shown,
  };
  const showLegend = renderCheckbox("show_legend", "Show legend", {
    default: true,
    ...(options.when ? { description: options.when } : {}),
  });
  const layout = options.withType === false ? [orientation] : [type, orientation];
  return [[showLegend], layout, [margin, sort]];
}

const MARGINS = [0, 15, 30, 50, 75, 100, 125, 150, 200].map((value) => [value, String(value)] as const);

export function titlesSection(options: { yMargin?: number; withPosition?: boolean; swapped?: Visible } = {}): Section {
  const swap = (own: string, other: string) => (state: ControlState) => (options.swapped?.(state) ? other : own);
  const margin = (axis: "x" | "y", value: number): Control => ({
    name: `${axis}_axis_title_margin`,
    label:
      axis === "x"
        ? swap("X-axis title margin", "Y-axis title margin")
        : swap("Y-axis title margin", "X-axis title margin"),
    widget: "select",
    choices: MARGINS,
    freeForm: true,
    numeric: true,
    default: value,
    render: true,
  });
  const position: Control = {
    name: "y_axis_title_position",
    label: swap("Y-axis title position", "X-axis title position"),
    widget: "select",
    choices: [
      ["Left", "Left"],
      ["Top", "Top"],
    ],
    default: "Left",
    render: true,
  };
  return {
    label: "Titles",
    tab: "customize",
    rows: [
      [{ name: "x_axis_title", label: swap("X-axis title", "Y-axis title"), widget: "text", render: true }],
      [margin("x", 0)],
      [{ name: "y_axis_title", label: swap("Y-axis title", "X-axis title"), widget: "text", render: true }],
      [margin("y", options.yMargin ?? 0)],
      ...(options.withPosition === false ? [] : [[position]]),
    ],
  };
}

export function tooltipSection(): Section {
  const isRich = isOn("rich_tooltip", true);
  const hasShares: Visible = (state) => isRich(state) && isMissing(state.formData.contributionMode);
  return {
    label: "Tooltip",
    tab: "customize",
    rows: [
      [
        renderCheckbox("rich_tooltip", "Rich tooltip", {
          default: true,
          description: "Show all series at the hovered point",
        }),
      ],
      [renderCheckbox("showTooltipTotal", "Show total", { default: true, visible: isRich })],
      [renderCheckbox("showTooltipPercentage", "Show percentage", { default: false, visible: hasShares })],
      [
        renderCheckbox("tooltipSortByMetric", "Sort tooltip by metric", {
          default: true,
          visible: isRich,
          description: "Largest value first instead of series order",
        }),
      ],
      [timeFormatControl({ name: "tooltipTimeFormat", label: "Tooltip time format" })],
    ],
  };
}

export function xAxisSection(label: string | undefined, visible?: Visible): Section {
  return {
    label: label ?? "X-axis",
    tab: "customize",
    ...(visible ? { visible } : {}),
    rows: [...xFormatRows(), ...xLabelRows(), ...xRangeRows()],
  };
}

function xFormatRows(): Rows {
  const isNumber: Visible = (state) =>
    selectedColumns(state, "x_axis").some((column) => isNumeric(column, state.dataset));
  const time = timeFormatControl({
    name: "x_axis_time_format",
    label: "Time format",
    visible: isTemporalAxis,
    keepWhenHidden: true,
  });
  const number = numberFormatControl({
    name: "x_axis_number_format",
    label: "Number format",
    default: "~g",
    visible: isNumber,
    keepWhenHidden: true,
  });
  return [[time], [number]];
}

function xLabelRows(): Rows {
  const rotation: Control = {
    name: "xAxisLabelRotation",
    label: "Rotate labels",
    widget: "select",
    choices: [
      [0, "0°"],
      [45, "45°"],
      [90, "90°"],
    ],
    freeForm: true,
    numeric: true,
    default: 0,
    render: true,
  };
  return [[rotation], [xAxisIntervalControl]];
}

export const xAxisIntervalControl: Control = {
  name: "xAxisLabelInterval",
  label: "Label interval",
  widget: "select",
  choices: [
    ["auto", "Automatic"],
    [0, "All"],
  ],
  default: "auto",
  render: true,
};

/** Whether the axis may be numeric; the type of custom SQL is unknown. */
const canBeNumeric: Visible = (state) =>
  !isTemporalAxis(state) &&
  !state.formData.xAxisForceCategorical &&
  !state.formData.stack &&
  selectedColumns(state, "x_axis").every(
    (column) => isNumeric(column, state.dataset) || !datasetColumn(column, state.dataset),
  );

function xRangeRows(): Rows {
  const force = renderCheckbox("force_max_interval", "Limit labels to time grain", {
    default: false,
    description: "Show at most one label per time grain step, such as one per month",
    visible: ({ formData }) => !isMissing(formData.time_grain_sqla),
  });
  const truncate = renderCheckbox("truncateXAxis", "Truncate axis", {
    default: true,
    visible: canBeNumeric,
    keepWhenHidden: true,
    description: "A numeric axis starts and ends with the data or the bounds below instead of at zero",
  });
  const bounds: Control = {
    name: "xAxisBounds",
    label: "Axis bounds",
    widget: "bounds",
    default: [null, null],
    render: true,
    visible: (state) => isOn("truncateXAxis", true)(state) && canBeNumeric(state),
    keepWhenHidden: true,
  };
  return [[force], [truncate], [bounds]];
}

const isPercentChange: Visible = ({ formData }) =>
  !isMissing(formData.time_compare) && formData.comparison_type === "percentage";

export function yAxisSection(label: string | undefined): Section {
  return {
    label: label ?? "Y-axis",
    tab: "customize",
    rows: [
      [{ ...numberFormatControl({ name: "y_axis_format", label: "Value format" }), isPercent: isPercentChange }],
      [currencyControl()],
      [renderCheckbox("logAxis", "Logarithmic axis", false)],
      [renderCheckbox("minorSplitLine", "Minor grid lines", false)],
      [
        renderCheckbox("truncateYAxis", "Truncate axis", {
          default: false,
          description: "Limit the axis to the bounds below. Bars may no longer start at zero",
        }),
      ],
      [
        {
          name: "y_axis_bounds",
          label: "Axis bounds",
          widget: "bounds",
          default: [null, null],
          render: true,
          visible: isOn("truncateYAxis", false),
        },
      ],
    ],
  };
}
