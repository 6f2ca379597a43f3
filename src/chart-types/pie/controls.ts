import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  groupbyControl,
  isMissing,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  sortByMetricControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows } from "../../chart-kit/controls/customize-controls.ts";
import type { ControlState, FixedChoice, Section } from "../../chart-seam/control.ts";
import { CANNOT_BE_EMPTY } from "../../chart-seam/problems.ts";
import { msg } from "../../i18n/translate.ts";

const hasLabels = ({ formData }: ControlState) => formData.show_labels !== false;
const isTemplate = (state: ControlState) => state.formData.label_type === "template";

const LABELS: readonly FixedChoice[] = [
  ["key", msg("Category name")],
  ["value", msg("Value")],
  ["percent", msg("Percentage")],
  ["key_value", msg("Category and value")],
  ["key_percent", msg("Category and percentage")],
  ["key_value_percent", msg("Category, value and percentage")],
  ["value_percent", msg("Value and percentage")],
  ["template", msg("Template")],
];

const radius = { widget: "slider", min: 10, max: 100, step: 1, render: true } as const;

const querySection: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [groupbyControl()],
    [metricControl()],
    [filtersControl()],
    [rowLimitControl({ default: 100 })],
    [sortByMetricControl()],
  ],
};

const optionsSection: Section = {
  label: msg("Chart options"),
  expanded: true,
  tab: "customize",
  rows: [
    [colorSchemeControl()],
    [
      {
        name: "show_labels_threshold",
        label: msg("Percentage threshold"),
        widget: "number",
        min: 0,
        max: 100,
        default: 5,
        render: true,
        description: msg("Hide labels of slices below this percentage"),
      },
    ],
    [
      {
        name: "threshold_for_other",
        label: msg("Threshold for Other"),
        widget: "number",
        min: 0,
        max: 100,
        step: 0.5,
        default: 0,
        render: true,
        description: msg("Combine slices below this percentage into one slice"),
      },
    ],
    [
      {
        name: "roseType",
        label: msg("Rose type"),
        widget: "select",
        clearable: true,
        choices: [
          ["area", msg("Area")],
          ["radius", msg("Radius")],
          [null, msg("None")],
        ],
        default: null,
        render: true,
        description: msg("Also vary the radius of slices by value (Nightingale chart)"),
      },
    ],
  ],
};

const labelsSection: Section = {
  label: msg("Labels"),
  tab: "customize",
  rows: [
    [renderCheckbox("show_labels", msg("Show labels"), true)],
    [
      {
        name: "label_type",
        label: msg("Label type"),
        widget: "select",
        choices: LABELS,
        default: "key_percent",
        render: true,
        visible: hasLabels,
      },
    ],
    [
      {
        name: "label_template",
        label: msg("Label template"),
        widget: "textarea",
        language: "text",
        render: true,
        description: msg("Text with '{name}', '{value}' and '{percent}'. Use \\n for a new line"),
        visible: (state) => hasLabels(state) && isTemplate(state),
        validate: (value, state) => (isTemplate(state) && isMissing(value) ? CANNOT_BE_EMPTY : undefined),
      },
    ],
    [numberFormatControl()],
    [currencyControl()],
    [timeFormatControl()],
    [renderCheckbox("labels_outside", msg("Labels outside"), { default: true, visible: hasLabels })],
    [
      renderCheckbox("label_line", msg("Show label lines"), {
        default: false,
        visible: (state) => hasLabels(state) && state.formData.labels_outside !== false,
      }),
    ],
    [renderCheckbox("show_total", msg("Show total"), false)],
  ],
};

const shapeSection: Section = {
  label: msg("Pie shape"),
  tab: "customize",
  rows: [
    [{ ...radius, name: "outerRadius", label: msg("Outer radius"), default: 70 }],
    [renderCheckbox("donut", msg("Donut"), false)],
    [
      {
        ...radius,
        name: "innerRadius",
        label: msg("Inner radius"),
        default: 30,
        visible: ({ formData }) => formData.donut === true,
      },
    ],
  ],
};

export const sections: readonly Section[] = [
  querySection,
  optionsSection,
  labelsSection,
  shapeSection,
  { label: msg("Legend"), tab: "customize", rows: legendRows() },
];
