import type { Control, ControlState, FixedChoice, Section } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { layersToQuery } from "../../model/annotation-layer.ts";
import { analyticsSections } from "../controls/analytics-controls.ts";
import {
  categoryAxisName,
  colorSchemeControl,
  contributionControl,
  filtersControl,
  forceCategoricalControl,
  groupbyControl,
  groupOthersControl,
  hasSwappedAxes,
  isMissing,
  metricsControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  SERIES_SORTS,
  selectedColumns,
  seriesLimitControl,
  showEmptyColumnsControl,
  sortMetricControl,
  timeGrainControl,
  truncateMetricControl,
  xAxisControl,
  xAxisSortAscControl,
  xAxisSortControl,
} from "../controls/controls.ts";
import {
  legendRows,
  titlesSection,
  tooltipSection,
  xAxisSection,
  yAxisSection,
} from "../controls/customize-controls.ts";
import { parseEChartOptions } from "../echart/echart-options.ts";
import type { TimeseriesKind } from "./schema.ts";

const isSet = (name: string) => (state: ControlState) => Boolean(state.formData[name]);

export function timeseriesSections(kind: TimeseriesKind): readonly Section[] {
  const isBar = kind.mark === "bar";
  return [
    querySection(),
    ...analyticsSections,
    annotationSection,
    titlesSection({ yMargin: isBar ? 15 : 0, ...(isBar ? { swapped: hasSwappedAxes } : {}) }),
    optionsSection(kind),
    { label: msg("Legend"), tab: "customize", rows: legendRows() },
    xAxisSection(isBar ? msg("Category axis") : undefined),
    yAxisSection(isBar ? msg("Value axis") : undefined),
    tooltipSection(),
    ...(kind.mark === "scatter" || kind.curve === "step" ? [] : [echartOptionsSection]),
  ];
}

function querySection(): Section {
  return {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [xAxisControl({ label: categoryAxisName })],
      [timeGrainControl()],
      [forceCategoricalControl],
      [xAxisSortControl],
      [xAxisSortAscControl],
      [metricsControl()],
      [groupbyControl()],
      [contributionControl],
      [filtersControl()],
      [shownSeriesControl, rowLimitControl()],
      [groupOthersControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [truncateMetricControl()],
      [showEmptyColumnsControl],
    ],
  };
}

const shownSeriesControl: Control = {
  ...seriesLimitControl(),
  description: msg(
    "Maximum number of series. Keeps the largest by the sort metric. Without a limit, the 12 largest are drawn and the rest is combined as Others if the metric adds up",
  ),
};

export const annotationSection: Section = {
  label: msg("Annotations"),
  tab: "data",
  rows: [
    [
      {
        name: "annotation_layers",
        label: msg("Annotation layers"),
        widget: "annotation-layers",
        default: [],
        render: true,
        description: msg("Events, intervals, lines from other charts, and formulas drawn on top of the chart"),
        queryPart: layersToQuery,
      },
    ],
  ],
};

function optionsSection(kind: TimeseriesKind): Section {
  const orientation: Control[][] = kind.mark === "bar" ? [[orientationControl]] : [];
  return {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      ...orientation,
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
      [colorSchemeControl()],
      [
        renderCheckbox("time_shift_color", msg("Match time shift color"), {
          default: true,
          description: msg("Use the color of the original series for time-shifted series"),
          visible: ({ formData }) => !isMissing(formData.time_compare),
        }),
      ],
      ...seriesRows(kind),
      ...stackRows(kind),
      [renderCheckbox("zoomable", msg("Zoom slider"), false)],
      [renderCheckbox("minorTicks", msg("Minor ticks"), false)],
    ],
  };
}

const orientationControl: Control = {
  name: "orientation",
  label: msg("Orientation"),
  widget: "radio",
  choices: [
    [null, msg("Automatic")],
    ["vertical", msg("Vertical")],
    ["horizontal", msg("Horizontal")],
  ],
  default: null,
  render: true,
  description: msg("Automatic = horizontal when labels are long"),
};

export const CURVES = [
  ["line", msg("Line")],
  ["smooth", msg("Smooth line")],
  ["start", msg("Step, start")],
  ["middle", msg("Step, middle")],
  ["end", msg("Step, end")],
] as const;

function seriesRows(kind: TimeseriesKind): Control[][] {
  const rows: Control[][] = [];
  if (kind.mark === "area") {
    rows.push([
      {
        name: "seriesType",
        label: msg("Series style"),
        widget: "select",
        choices: CURVES,
        default: "line",
        render: true,
      },
    ]);
  }
  if (kind.curve === "step") {
    const choices = CURVES.filter(([value]) => value !== "line" && value !== "smooth");
    rows.push([
      { name: "seriesType", label: msg("Step type"), widget: "select", choices, default: "start", render: true },
    ]);
  }
  if (kind.mark === "line" && kind.curve !== "smooth") rows.push([renderCheckbox("area", msg("Area chart"), false)]);
  if ((kind.mark === "line" && kind.curve !== "smooth") || kind.mark === "area") {
    rows.push([
      {
        name: "opacity",
        label: msg("Area opacity"),
        widget: "slider",
        min: 0,
        max: 1,
        step: 0.1,
        default: 0.2,
        render: true,
        ...(kind.mark === "line" ? { visible: isSet("area") } : {}),
      },
    ]);
  }
  if (kind.mark !== "bar") rows.push(...markerRows(kind));
  rows.push([renderCheckbox("show_value", msg("Show value"), false)]);
  return rows;
}

function markerRows(kind: TimeseriesKind): Control[][] {
  const size: Control = {
    name: "markerSize",
    label: msg("Marker size"),
    widget: "slider",
    min: 0,
    max: kind.mark === "scatter" ? 100 : 20,
    step: 1,
    default: 6,
    render: true,
    ...(kind.mark === "scatter" ? {} : { visible: isSet("markerEnabled") }),
  };
  if (kind.mark === "scatter") return [[size]];
  return [[renderCheckbox("markerEnabled", msg("Show markers"), false)], [size]];
}

function stackRows(kind: TimeseriesKind): Control[][] {
  if (kind.mark === "scatter" || kind.curve === "smooth") return [];
  const isStacked = isSet("stack");
  const hasValues = (state: ControlState) => isStacked(state) && isSet("show_value")(state);
  const choices: FixedChoice[] = [
    [null, msg("None")],
    ["Stack", msg("Stack")],
  ];
  if (kind.mark !== "bar") choices.push(["Stream", msg("Stream")]);
  if (kind.mark === "area") choices.push(["Expand", msg("Expand##stack to 100 %")]);
  const rows: Control[][] = [
    [
      {
        name: "stack",
        label: msg("Stacking"),
        widget: "select",
        choices,
        default: null,
        clearable: true,
        render: true,
      },
    ],
    [
      renderCheckbox("only_total", msg("Show total only"), {
        default: true,
        visible: hasValues,
        description: msg("Label each stack with its total instead of every value"),
      }),
    ],
    [
      {
        name: "percentage_threshold",
        label: msg("Percentage threshold"),
        widget: "number",
        min: 0,
        max: 100,
        default: 0,
        render: true,
        description: msg("Hide labels of values below this percentage of their stack"),
        visible: (state) => hasValues(state) && state.formData.only_total === false,
      },
    ],
  ];
  if (kind.mark === "bar") rows.push([stackDimensionControl], [colorByAxisControl]);
  if (kind.mark !== "line") {
    rows.push([
      renderCheckbox("show_extra_controls", msg("Show stacking control"), {
        default: false,
        description: msg("Viewers can change the stacking on the chart"),
      }),
    ]);
  }
  return rows;
}

const stackDimensionControl: Control = {
  name: "stackDimension",
  label: msg("Split stack by"),
  widget: "select",
  clearable: true,
  choices: (state) => selectedColumns(state, "groupby").map((column) => [columnLabel(column), columnLabel(column)]),
  isDependent: true,
  render: true,
  description: msg("Show a separate stack for each value of this dimension, side by side"),
  visible: isSet("stack"),
};

const colorByAxisControl = renderCheckbox("color_by_primary_axis", msg("Color by category"), {
  default: false,
  visible: (state) => !isSet("stack")(state) && selectedColumns(state, "groupby").length === 0,
});

export const echartOptionsSection: Section = {
  label: msg("ECharts options"),
  tab: "customize",
  rows: [
    [
      {
        name: "echart_options",
        label: msg("ECharts options"),
        widget: "textarea",
        language: "javascript",
        default: "{}",
        render: true,
        description: msg(
          `Options merged into the chart, such as '{ "grid": { "top": 40 } }'. Tooltips, links and images are ignored`,
        ),
        validate: (value) => parseEChartOptions(typeof value === "string" ? value : undefined).problem,
      },
    ],
  ],
};
