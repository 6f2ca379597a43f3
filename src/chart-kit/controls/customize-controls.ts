import { type Control, type ControlState, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
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
export function legendRows(options: { withType?: boolean; margin?: number | null; when?: Message } = {}): Rows {
  const shown = { render: true, visible: isOn("show_legend", true) } as const;
  const type: Control = {
    name: "legendType",
    label: msg("Legend type"),
    widget: "select",
    choices: [
      ["scroll", msg("Scroll")],
      ["plain", msg("Show all")],
    ],
    default: "scroll",
    ...shown,
  };
  const orientation: Control = {
    name: "legendOrientation",
    label: msg("Legend position"),
    widget: "select",
    choices: [
      ["top", msg("Top")],
      ["bottom", msg("Bottom")],
      ["left", msg("Left")],
      ["right", msg("Right")],
    ],
    default: "top",
    ...shown,
  };
  const margin: Control = {
    name: "legendMargin",
    label: msg("Legend margin"),
    widget: "number",
    integer: true,
    min: 0,
    description: msg("Space for the legend, in pixels. Empty = automatic"),
    ...shown,
  };
  const sort: Control = {
    name: "legendSort",
    label: msg("Sort legend"),
    widget: "select",
    clearable: true,
    choices: [
      ["asc", msg("Label ascending")],
      ["desc", msg("Label descending")],
      [null, msg("Data order")],
    ],
    default: null,
    ...shown,
  };
  const showLegend = renderCheckbox("show_legend", msg("Show legend"), {
    default: true,
    ...(options.when ? { description: options.when } : {}),
  });
  const layout = options.withType === false ? [orientation] : [type, orientation];
  return [[showLegend], layout, [margin, sort]];
}

const MARGINS = [0, 15, 30, 50, 75, 100, 125, 150, 200].map((value) => [value, verbatim(String(value))] as const);

export function titlesSection(options: { yMargin?: number; withPosition?: boolean; swapped?: Visible } = {}): Section {
  const swap = (own: Message, other: Message) => (state: ControlState) => t(options.swapped?.(state) ? other : own);
  const margin = (axis: "x" | "y", value: number): Control => ({
    name: `${axis}_axis_title_margin`,
    label:
      axis === "x"
        ? swap(msg("X-axis title margin"), msg("Y-axis title margin"))
        : swap(msg("Y-axis title margin"), msg("X-axis title margin")),
    widget: "select",
    choices: MARGINS,
    freeForm: true,
    numeric: true,
    default: value,
    render: true,
  });
  const position: Control = {
    name: "y_axis_title_position",
    label: swap(msg("Y-axis title position"), msg("X-axis title position")),
    widget: "select",
    choices: [
      ["Left", msg("Left")],
      ["Top", msg("Top")],
    ],
    default: "Left",
    render: true,
  };
  return {
    label: msg("Titles"),
    tab: "customize",
    rows: [
      [{ name: "x_axis_title", label: swap(msg("X-axis title"), msg("Y-axis title")), widget: "text", render: true }],
      [margin("x", 0)],
      [{ name: "y_axis_title", label: swap(msg("Y-axis title"), msg("X-axis title")), widget: "text", render: true }],
      [margin("y", options.yMargin ?? 0)],
      ...(options.withPosition === false ? [] : [[position]]),
    ],
  };
}

export function tooltipSection(): Section {
  const isRich = isOn("rich_tooltip", true);
  const hasShares: Visible = (state) => isRich(state) && isMissing(state.formData.contributionMode);
  return {
    label: msg("Tooltip"),
    tab: "customize",
    rows: [
      [
        renderCheckbox("rich_tooltip", msg("Rich tooltip"), {
          default: true,
          description: msg("Show all series at the hovered point"),
        }),
      ],
      [renderCheckbox("showTooltipTotal", msg("Show total"), { default: true, visible: isRich })],
      [renderCheckbox("showTooltipPercentage", msg("Show percentage"), { default: false, visible: hasShares })],
      [
        renderCheckbox("tooltipSortByMetric", msg("Sort tooltip by metric"), {
          default: true,
          visible: isRich,
          description: msg("Largest value first instead of series order"),
        }),
      ],
      [timeFormatControl({ name: "tooltipTimeFormat", label: msg("Tooltip time format") })],
    ],
  };
}

export function xAxisSection(label: Message | undefined, visible?: Visible): Section {
  return {
    label: label ?? msg("X-axis"),
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
    label: msg("Time format"),
    visible: isTemporalAxis,
    keepWhenHidden: true,
  });
  const number = numberFormatControl({
    name: "x_axis_number_format",
    label: msg("Number format"),
    default: "~g",
    visible: isNumber,
    keepWhenHidden: true,
  });
  return [[time], [number]];
}

function xLabelRows(): Rows {
  const rotation: Control = {
    name: "xAxisLabelRotation",
    label: msg("Rotate labels"),
    widget: "select",
    choices: [
      [0, verbatim("0°")],
      [45, verbatim("45°")],
      [90, verbatim("90°")],
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
  label: msg("Label interval"),
  widget: "select",
  choices: [
    ["auto", msg("Automatic")],
    [0, msg("All")],
  ],
  default: "auto",
  render: true,
};

const canBeNumeric: Visible = (state) =>
  !isTemporalAxis(state) &&
  !state.formData.xAxisForceCategorical &&
  !state.formData.stack &&
  selectedColumns(state, "x_axis").every(
    (column) => isNumeric(column, state.dataset) || !datasetColumn(column, state.dataset),
  );

function xRangeRows(): Rows {
  const force = renderCheckbox("force_max_interval", msg("Limit labels to time grain"), {
    default: false,
    description: msg("Show at most one label per time grain step, such as one per month"),
    visible: ({ formData }) => !isMissing(formData.time_grain_sqla),
  });
  const truncate = renderCheckbox("truncateXAxis", msg("Truncate axis"), {
    default: true,
    visible: canBeNumeric,
    keepWhenHidden: true,
    description: msg("Start and end a numeric axis at the data, or at the bounds below, instead of at zero"),
  });
  const bounds: Control = {
    name: "xAxisBounds",
    label: msg("Axis bounds"),
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

export function yAxisSection(label: Message | undefined): Section {
  return {
    label: label ?? msg("Y-axis"),
    tab: "customize",
    rows: [
      [{ ...numberFormatControl({ name: "y_axis_format", label: msg("Value format") }), isPercent: isPercentChange }],
      [currencyControl()],
      [renderCheckbox("logAxis", msg("Logarithmic axis"), false)],
      [renderCheckbox("minorSplitLine", msg("Minor grid lines"), false)],
      [
        renderCheckbox("truncateYAxis", msg("Truncate axis"), {
          default: false,
          description: msg("Limit the axis to the bounds below. Bars may no longer start at zero"),
        }),
      ],
      [
        {
          name: "y_axis_bounds",
          label: msg("Axis bounds"),
          widget: "bounds",
          default: [null, null],
          render: true,
          visible: isOn("truncateYAxis", false),
        },
      ],
    ],
  };
}
