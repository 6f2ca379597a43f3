import type { Control, ControlState, Section } from "../../chart-seam/control.ts";
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

const isHorizontal = (state: ControlState) => categoryAxisName(state) === "Y-axis";
const isSet = (name: string) => (state: ControlState) => Boolean(state.formData[name]);

export function timeseriesSections(kind: TimeseriesKind): readonly Section[] {
  const isBar = kind.mark === "bar";
  return [
    querySection(),
    ...analyticsSections,
    annotationSection,
    titlesSection({ yMargin: isBar ? 15 : 0, ...(isBar ? { swapped: isHorizontal } : {}) }),
    optionsSection(kind),
    { label: "Legend", tab: "customize", rows: legendRows() },
    xAxisSection(isBar ? "Category axis" : undefined),
    yAxisSection(isBar ? "Value axis" : undefined),
    tooltipSection(),
    ...(kind.mark === "scatter" || kind.curve === "step" ? [] : [echartOptionsSection]),
  ];
}

function querySection(): Section {
  return {
    label: "Query",
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
      [seriesLimitControl(), rowLimitControl()],
      [groupOthersControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [truncateMetricControl()],
      [showEmptyColumnsControl],
    ],
  };
}

export const annotationSection: Section = {
  label: "Annotations",
  tab: "data",
  rows: [
    [
      {
        name: "annotation_layers",
        label: "Annotation layers",
        widget: "annotation-layers",
        default: [],
        render: true,
        description: "Events, intervals, lines from other charts, and formulas drawn on top of the chart",
        queryPart: layersToQuery,
      },
    ],
  ],
};

function optionsSection(kind: TimeseriesKind): Section {
  const orientation: Control[][] = kind.mark === "bar" ? [[orientationControl]] : [];
  return {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      ...orientation,
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
      [colorSchemeControl()],
      [
        renderCheckbox("time_shift_color", "Match time shift color", {
          default: true,
          description: "Use the color of the original series for time-shifted series",
          visible: ({ formData }) => !isMissing(formData.time_compare),
        }),
      ],
      ...seriesRows(kind),
      ...stackRows(kind),
      [renderCheckbox("zoomable", "Zoom slider", false)],
      [renderCheckbox("minorTicks", "Minor ticks", false)],
    ],
  };
}

const orientationControl: Control = {
  name: "orientation",
  label: "Orientation",
  widget: "radio",
  choices: [
    [null, "Automatic"],
    ["vertical", "Vertical"],
    ["horizontal", "Horizontal"],
  ],
  default: null,
  render: true,
  description: "Automatic = horizontal when labels are long",
};

export const CURVES = [
  ["line", "Line"],
  ["smooth", "Smooth line"],
  ["start", "Step, start"],
  ["middle", "Step, middle"],
  ["end", "Step, end"],
] as const;

function seriesRows(kind: TimeseriesKind): Control[][] {
  const rows: Control[][] = [];
  if (kind.mark === "area") {
    rows.push([
      { name: "seriesType", label: "Series style", widget: "select", choices: CURVES, default: "line", render: true },
    ]);
  }
  if (kind.curve === "step") {
    const choices = CURVES.filter(([value]) => value !== "line" && value !== "smooth");
    rows.push([{ name: "seriesType", label: "Step type", widget: "select", choices, default: "start", render: true }]);
  }
  if (kind.mark === "line" && kind.curve !== "smooth") rows.push([renderCheckbox("area", "Area chart", false)]);
  if ((kind.mark === "line" && kind.curve !== "smooth") || kind.mark === "area") {
    rows.push([
      {
        name: "opacity",
        label: "Area opacity",
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
  rows.push([renderCheckbox("show_value", "Show value", false)]);
  return rows;
}

function markerRows(kind: TimeseriesKind): Control[][] {
  const size: Control = {
    name: "markerSize",
    label: "Marker size",
    widget: "slider",
    min: 0,
    max: kind.mark === "scatter" ? 100 : 20,
    step: 1,
    default: 6,
    render: true,
    ...(kind.mark === "scatter" ? {} : { visible: isSet("markerEnabled") }),
  };
  if (kind.mark === "scatter") return [[size]];
  return [[renderCheckbox("markerEnabled", "Show markers", false)], [size]];
}

function stackRows(kind: TimeseriesKind): Control[][] {
  if (kind.mark === "scatter" || kind.curve === "smooth") return [];
  const isStacked = isSet("stack");
  const hasValues = (state: ControlState) => isStacked(state) && isSet("show_value")(state);
  const choices: [string | null, string][] = [
    [null, "None"],
    ["Stack", "Stack"],
  ];
  if (kind.mark !== "bar") choices.push(["Stream", "Stream"]);
  if (kind.mark === "area") choices.push(["Expand", "Expand"]);
  const rows: Control[][] = [
    [
      {
        name: "stack",
        label: "Stacking",
        widget: "select",
        choices,
        default: null,
        clearable: true,
        render: true,
      },
    ],
    [
      renderCheckbox("only_total", "Show total only", {
        default: true,
        visible: hasValues,
        description: "Label each stack with its total instead of every value",
      }),
    ],
    [
      {
        name: "percentage_threshold",
        label: "Percentage threshold",
        widget: "number",
        min: 0,
        max: 100,
        default: 0,
        render: true,
        description: "Hide labels of values below this percentage of their stack",
        visible: (state) => hasValues(state) && state.formData.only_total === false,
      },
    ],
  ];
  if (kind.mark === "bar") rows.push([stackDimensionControl], [colorByAxisControl]);
  if (kind.mark !== "line") {
    rows.push([
      renderCheckbox("show_extra_controls", "Show stacking control", {
        default: false,
        description: "Viewers can change the stacking on the chart",
      }),
    ]);
  }
  return rows;
}

const stackDimensionControl: Control = {
  name: "stackDimension",
  label: "Split stack by",
  widget: "select",
  clearable: true,
  choices: (state) => selectedColumns(state, "groupby").map((column) => [columnLabel(column), columnLabel(column)]),
  isDependent: true,
  render: true,
  description: "Show a separate stack for each value of this dimension, side by side",
  visible: isSet("stack"),
};

const colorByAxisControl = renderCheckbox("color_by_primary_axis", "Color by category", {
  default: false,
  visible: (state) => !isSet("stack")(state) && selectedColumns(state, "groupby").length === 0,
});

export const echartOptionsSection: Section = {
  label: "ECharts options",
  tab: "customize",
  rows: [
    [
      {
        name: "echart_options",
        label: "ECharts options",
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
