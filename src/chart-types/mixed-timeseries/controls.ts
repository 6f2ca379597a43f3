import { comparisonSection, resampleSection, rollingSection } from "../../chart-kit/controls/analytics-controls.ts";
import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  forceCategoricalControl,
  groupbyControl,
  groupOthersControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  SERIES_SORTS,
  seriesLimitControl,
  sortMetricControl,
  timeGrainControl,
  truncateMetricControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import {
  legendRows,
  titlesSection,
  tooltipSection,
  xAxisSection,
  yAxisSection,
} from "../../chart-kit/controls/customize-controls.ts";
import { annotationSection, CURVES, echartOptionsSection } from "../../chart-kit/timeseries/sections.ts";
import type { Control, ControlState, Section } from "../../chart-seam/control.ts";
import { asSecond } from "./schema.ts";

function second(control: Control, suffix: "_b" | "B"): Control {
  const seen = (state: ControlState): ControlState => ({ ...state, formData: asSecond(state.formData) });
  const { visible, validate, label } = control;
  return {
    ...control,
    name: `${control.name}${suffix}`,
    ...(typeof label === "function" ? { label: (state: ControlState) => label(seen(state)) } : {}),
    ...(visible ? { visible: (state: ControlState) => visible(seen(state)) } : {}),
    ...(validate ? { validate: (value: unknown, state: ControlState) => validate(value, seen(state)) } : {}),
  };
}

const secondRows = (rows: Section["rows"], suffix: "_b" | "B") =>
  rows.map((row) => row.map((control) => second(control, suffix)));

const shared: Section = {
  label: "Shared query settings",
  expanded: true,
  tab: "data",
  rows: [[xAxisControl()], [timeGrainControl()], [forceCategoricalControl]],
};

const queryRows: Section["rows"] = [
  [metricsControl()],
  [groupbyControl()],
  [filtersControl()],
  [seriesLimitControl(), rowLimitControl()],
  [groupOthersControl()],
  [sortMetricControl()],
  [orderDescControl()],
  [truncateMetricControl()],
];

const analyticsRows = [rollingSection, comparisonSection, resampleSection].flatMap(({ rows }) => rows);
const isTemporal = rollingSection.visible;

const isSet = (name: string) => (state: ControlState) => Boolean(state.formData[name]);

const drawingRows: Section["rows"] = [
  [
    {
      name: "seriesType",
      label: "Series type",
      widget: "select",
      choices: [["bar", "Bar"], ["scatter", "Scatter"], ...CURVES],
      default: "line",
      render: true,
    },
  ],
  [
    {
      name: "yAxisIndex",
      label: "Y-axis",
      widget: "select",
      choices: [
        [0, "Primary"],
        [1, "Secondary"],
      ],
      default: 0,
      render: true,
    },
  ],
  [renderCheckbox("stack", "Stack series", false)],
  [renderCheckbox("area", "Area chart", false)],
  [
    {
      name: "opacity",
      label: "Area opacity",
      widget: "slider",
      min: 0,
      max: 1,
      step: 0.1,
      default: 0.2,
      render: true,
      visible: isSet("area"),
    },
  ],
  [renderCheckbox("show_value", "Show value", false)],
  [
    renderCheckbox("only_total", "Show total only", {
      default: true,
      visible: (state) => isSet("show_value")(state) && isSet("stack")(state),
    }),
  ],
  [renderCheckbox("markerEnabled", "Show markers", false)],
  [{ name: "markerSize", label: "Marker size", widget: "slider", min: 0, max: 100, step: 1, default: 6, render: true }],
  [
    {
      name: "sort_series_type",
      label: "Sort series by",
      widget: "select",
      choices: SERIES_SORTS,
      default: "sum",
      render: true,
    },
  ],
  [renderCheckbox("sort_series_ascending", "Sort series ascending", false)],
];

const secondaryAxis: Section = {
  label: "Secondary y-axis",
  tab: "customize",
  rows: [
    [{ name: "yAxisTitleSecondary", label: "Title", widget: "text", render: true }],
    [numberFormatControl({ name: "y_axis_format_secondary", label: "Value format" })],
    [currencyControl({ name: "currency_format_secondary" })],
    [renderCheckbox("logAxisSecondary", "Logarithmic axis", false)],
    [{ name: "y_axis_bounds_secondary", label: "Axis bounds", widget: "bounds", default: [null, null], render: true }],
  ],
};

const options: Section = {
  label: "Chart options",
  expanded: true,
  tab: "customize",
  rows: [
    [colorSchemeControl()],
    [renderCheckbox("time_shift_color", "Match time shift color", true)],
    [
      renderCheckbox("show_query_identifiers", "Show query names", {
        default: false,
        description: "Add “(Query A)” or “(Query B)” to series names",
      }),
    ],
    [renderCheckbox("zoomable", "Zoom slider", false)],
    [renderCheckbox("minorTicks", "Minor ticks", false)],
  ],
};

export const sections: readonly Section[] = [
  shared,
  { label: "Query A", expanded: true, tab: "data", rows: queryRows },
  { label: "Query A: advanced analytics", tab: "data", visible: isTemporal, rows: analyticsRows },
  { label: "Query B", expanded: true, tab: "data", rows: secondRows(queryRows, "_b") },
  { label: "Query B: advanced analytics", tab: "data", visible: isTemporal, rows: secondRows(analyticsRows, "_b") },
  annotationSection,
  options,
  { label: "Query A", tab: "customize", rows: drawingRows },
  { label: "Query B", tab: "customize", rows: secondRows(drawingRows, "B") },
  titlesSection(),
  { label: "Legend", tab: "customize", rows: legendRows() },
  xAxisSection(undefined),
  yAxisSection("Primary y-axis"),
  secondaryAxis,
  tooltipSection(),
  echartOptionsSection,
];
