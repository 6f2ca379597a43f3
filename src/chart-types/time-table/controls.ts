import {
  filtersControl,
  groupbyControl,
  metricsControl,
  rowLimitControl,
  seriesLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { timeSection } from "../../chart-kit/controls/time-section.ts";
import type { Choice, Collection, Control, ControlState, Section } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";

type Visible = (state: ControlState) => boolean;

const typeIs =
  (...types: readonly string[]): Visible =>
  ({ formData }) =>
    types.includes(String(formData.colType ?? "time"));

const number = (name: string, label: string, part: { visible: Visible; description?: string }): Control => ({
  ...{ name, label, ...part },
  widget: "number",
});

const TYPES: readonly Choice[] = [
  ["time", "Time comparison"],
  ["contrib", "Contribution"],
  ["spark", "Sparkline"],
  ["avg", "Period average"],
];

const fields: readonly Control[] = [
  { name: "label", label: "Label", widget: "text" },
  { name: "tooltip", label: "Tooltip", widget: "text" },
  { name: "colType", label: "Type", widget: "select", choices: TYPES, required: true },
  {
    name: "comparisonType",
    label: "Comparison",
    widget: "select",
    choices: [
      ["value", "Actual value"],
      ["diff", "Difference"],
      ["perc", "Percentage"],
      ["perc_change", "Percentage change"],
    ],
    visible: typeIs("time"),
  },
  number("timeLag", "Time lag", {
    visible: typeIs("time", "avg"),
    description: "Number of points back from the last. Negative values count from the first",
  }),
  {
    name: "sparkType",
    label: "Chart",
    widget: "select",
    choices: [
      ["line", "Line"],
      ["bar", "Bars"],
      ["area", "Area"],
    ],
    visible: typeIs("spark"),
  },
  number("timeRatio", "Time ratio", {
    visible: typeIs("spark"),
    description: "Show each value as a ratio to the value this many points earlier",
  }),
  number("width", "Width (pixels)", { visible: typeIs("spark") }),
  number("height", "Height (pixels)", { visible: typeIs("spark") }),
  { name: "showYAxis", label: "Show Y-axis", widget: "checkbox", visible: typeIs("spark") },
  { name: "yAxisBounds", label: "Y-axis bounds", widget: "bounds", visible: typeIs("spark") },
  {
    name: "bounds",
    label: "Color bounds",
    widget: "bounds",
    description: "Color values from red (first) to blue (second)",
    visible: typeIs("time", "contrib", "avg"),
  },
  { name: "d3format", label: "Number format", widget: "number-format" },
  { name: "dateFormat", label: "Date format", widget: "time-format", visible: typeIs("spark") },
];

const collection: Collection = {
  title: msg("Column"),
  addText: msg("Add a column"),
  fields,
  newEntry: { colType: "time", comparisonType: "value", timeLag: 0 },
  describe: (entry) => String(entry.label || TYPES.find(([key]) => key === entry.colType)?.[1] || "Column"),
};

const STARTING_COLUMNS = [
  { key: "latest", label: "Latest", colType: "time", comparisonType: "value", timeLag: 0 },
  { key: "change", label: "Change", colType: "time", comparisonType: "perc_change", timeLag: 1 },
  { key: "trend", label: "Trend", colType: "spark", sparkType: "line" },
];

export const sections: readonly Section[] = [
  timeSection({ column: { required: true } }),
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [metricsControl({ validate: manyProblem })],
      [filtersControl()],
      [groupbyControl({ label: "Group by", multi: false, default: undefined } as Partial<Control>)],
      [seriesLimitControl("limit")],
      [
        {
          name: "column_collection",
          label: "Time series columns",
          widget: "collection",
          ...collection,
          required: true,
          render: true,
          default: STARTING_COLUMNS,
          description: "Columns to show for each row",
        },
      ],
      [rowLimitControl()],
      [
        {
          name: "url",
          label: "URL",
          widget: "text",
          render: true,
          placeholder: "https://example.com/{{ metric }}",
          description: msg("Link for each row name. Use '{{ metric }}' for the metric name"),
        },
      ],
    ],
  },
];

function manyProblem(value: unknown, { formData }: ControlState): string | undefined {
  const by = formData.groupby;
  const isGrouped = Array.isArray(by) ? by.length > 0 : Boolean(by);
  const isMany = Array.isArray(value) && value.length > 1;
  return isGrouped && isMany ? "When using 'Group By' you are limited to use a single metric" : undefined;
}
