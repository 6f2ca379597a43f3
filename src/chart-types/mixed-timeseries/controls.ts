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
import { msg } from "../../i18n/translate.ts";
import { asSecond } from "./schema.ts";

function second(control: Control, suffix: "_b" | "B"): Control {
  const toSecond = (state: ControlState): ControlState => ({ ...state, formData: asSecond(state.formData) });
  const { visible, validate, label } = control;
  return {
    ...control,
    name: `${control.name}${suffix}`,
    ...(typeof label === "function" ? { label: (state: ControlState) => label(toSecond(state)) } : {}),
    ...(visible ? { visible: (state: ControlState) => visible(toSecond(state)) } : {}),
    ...(validate ? { validate: (value: unknown, state: ControlState) => validate(value, toSecond(state)) } : {}),
  };
}

const secondRows = (rows: Section["rows"], suffix: "_b" | "B") =>
  rows.map((row) => row.map((control) => second(control, suffix)));

const shared: Section = {
  label: msg("Shared query settings"),
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
      label: msg("Series type"),
      widget: "select",
      choices: [["bar", msg("Bar")], ["scatter", msg("Scatter##series type")], ...CURVES],
      default: "line",
      render: true,
    },
  ],
  [
    {
      name: "yAxisIndex",
      label: msg("Y-axis"),
      widget: "select",
      choices: [
        [0, msg("Primary")],
        [1, msg("Secondary")],
      ],
      default: 0,
      render: true,
    },
  ],
  [renderCheckbox("stack", msg("Stack series"), false)],
  [renderCheckbox("area", msg("Area chart"), false)],
  [
    {
      name: "opacity",
      label: msg("Area opacity"),
      widget: "slider",
      min: 0,
      max: 1,
      step: 0.1,
      default: 0.2,
      render: true,
      visible: isSet("area"),
    },
  ],
  [renderCheckbox("show_value", msg("Show value"), false)],
  [
    renderCheckbox("only_total", msg("Show total only"), {
      default: true,
      visible: (state) => isSet("show_value")(state) && isSet("stack")(state),
    }),
  ],
  [renderCheckbox("markerEnabled", msg("Show markers"), false)],
  [
    {
      name: "markerSize",
      label: msg("Marker size"),
      widget: "slider",
      min: 0,
      max: 100,
      step: 1,
      default: 6,
      render: true,
    },
  ],
  [
    {
      name: "sort_series_type",
      label: msg("Sort series by"),
      widget: "select",
      choices: SERIES_SORTS,
      default: "sum",
      render: true,
    },
  ],
  [renderCheckbox("sort_series_ascending", msg("Sort series ascending"), false)],
];

const secondaryAxis: Section = {
  label: msg("Secondary y-axis"),
  tab: "customize",
  rows: [
    [{ name: "yAxisTitleSecondary", label: msg("Title"), widget: "text", render: true }],
    [numberFormatControl({ name: "y_axis_format_secondary", label: msg("Value format") })],
    [currencyControl({ name: "currency_format_secondary" })],
    [renderCheckbox("logAxisSecondary", msg("Logarithmic axis"), false)],
    [
      {
        name: "y_axis_bounds_secondary",
        label: msg("Axis bounds"),
        widget: "bounds",
        default: [null, null],
        render: true,
      },
    ],
  ],
};

const options: Section = {
  label: msg("Chart options"),
  expanded: true,
  tab: "customize",
  rows: [
    [colorSchemeControl()],
    [renderCheckbox("time_shift_color", msg("Match time shift color"), true)],
    [
      renderCheckbox("show_query_identifiers", msg("Show query names"), {
        default: false,
        description: msg("Add “(Query A)” or “(Query B)” to series names"),
      }),
    ],
    [renderCheckbox("zoomable", msg("Zoom slider"), false)],
    [renderCheckbox("minorTicks", msg("Minor ticks"), false)],
  ],
};

export const sections: readonly Section[] = [
  shared,
  { label: msg("Query A"), expanded: true, tab: "data", rows: queryRows },
  { label: msg("Query A: advanced analytics"), tab: "data", visible: isTemporal, rows: analyticsRows },
  { label: msg("Query B"), expanded: true, tab: "data", rows: secondRows(queryRows, "_b") },
  {
    label: msg("Query B: advanced analytics"),
    tab: "data",
    visible: isTemporal,
    rows: secondRows(analyticsRows, "_b"),
  },
  annotationSection,
  options,
  { label: msg("Query A"), tab: "customize", rows: drawingRows },
  { label: msg("Query B"), tab: "customize", rows: secondRows(drawingRows, "B") },
  titlesSection(),
  { label: msg("Legend"), tab: "customize", rows: legendRows() },
  xAxisSection(undefined),
  yAxisSection(msg("Primary y-axis")),
  secondaryAxis,
  tooltipSection(),
  echartOptionsSection,
];
