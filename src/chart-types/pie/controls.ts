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
import type { Choice, ControlState, Section } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";

const hasLabels = ({ formData }: ControlState) => formData.show_labels !== false;
const isTemplate = (state: ControlState) => state.formData.label_type === "template";

const LABELS: readonly Choice[] = [
  ["key", "Category name"],
  ["value", "Value"],
  ["percent", "Percentage"],
  ["key_value", "Category and value"],
  ["key_percent", "Category and percentage"],
  ["key_value_percent", "Category, value and percentage"],
  ["value_percent", "Value and percentage"],
  ["template", "Template"],
];

const radius = { widget: "slider", min: 10, max: 100, step: 1, render: true } as const;

const querySection: Section = {
  label: "Query",
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
  label: "Chart options",
  expanded: true,
  tab: "customize",
  rows: [
    [colorSchemeControl()],
    [
      {
        name: "show_labels_threshold",
        label: "Percentage threshold",
        widget: "number",
        min: 0,
        max: 100,
        default: 5,
        render: true,
        description: "Hide labels of slices below this percentage",
      },
    ],
    [
      {
        name: "threshold_for_other",
        label: "Threshold for Other",
        widget: "number",
        min: 0,
        max: 100,
        step: 0.5,
        default: 0,
        render: true,
        description: "Combine slices below this percentage into one slice",
      },
    ],
    [
      {
        name: "roseType",
        label: "Rose type",
        widget: "select",
        clearable: true,
        choices: [
          ["area", "Area"],
          ["radius", "Radius"],
          [null, "None"],
        ],
        default: null,
        render: true,
        description: "Also vary the radius of slices by value (Nightingale chart)",
      },
    ],
  ],
};

const labelsSection: Section = {
  label: "Labels",
  tab: "customize",
  rows: [
    [renderCheckbox("show_labels", "Show labels", true)],
    [
      {
        name: "label_type",
        label: "Label type",
        widget: "select",
        choices: LABELS,
        default: "key",
        render: true,
        visible: hasLabels,
      },
    ],
    [
      {
        name: "label_template",
        label: "Label template",
        widget: "textarea",
        language: "text",
        render: true,
        description: msg("Text with '{name}', '{value}' and '{percent}'. Use \\n for a new line"),
        visible: (state) => hasLabels(state) && isTemplate(state),
        validate: (value, state) => (isTemplate(state) && isMissing(value) ? "cannot be empty" : undefined),
      },
    ],
    [numberFormatControl()],
    [currencyControl()],
    [timeFormatControl()],
    [renderCheckbox("labels_outside", "Labels outside", { default: true, visible: hasLabels })],
    [
      renderCheckbox("label_line", "Show label lines", {
        default: false,
        visible: (state) => hasLabels(state) && state.formData.labels_outside !== false,
      }),
    ],
    [renderCheckbox("show_total", "Show total", false)],
  ],
};

const shapeSection: Section = {
  label: "Pie shape",
  tab: "customize",
  rows: [
    [{ ...radius, name: "outerRadius", label: "Outer radius", default: 70 }],
    [renderCheckbox("donut", "Donut", false)],
    [
      {
        ...radius,
        name: "innerRadius",
        label: "Inner radius",
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
  { label: "Legend", tab: "customize", rows: legendRows() },
];
