import {
  filtersControl,
  groupbyControl,
  metricsControl,
  rowLimitControl,
  seriesLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { timeSection } from "../../chart-kit/controls/time-section.ts";
import {
  type Collection,
  type Control,
  type ControlState,
  type FixedChoice,
  type Section,
  verbatim,
} from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnName, STARTING_LABELS } from "./column-name.ts";

type Visible = (state: ControlState) => boolean;

const typeIs =
  (...types: readonly string[]): Visible =>
  ({ formData }) =>
    types.includes(String(formData.colType ?? "time"));

const number = (name: string, label: Message, part: { visible: Visible; description?: Message }): Control => ({
  ...{ name, label, ...part },
  widget: "number",
});

const TYPES: readonly FixedChoice[] = [
  ["time", msg("Time comparison")],
  ["contrib", msg("Contribution")],
  ["spark", msg("Sparkline")],
  ["avg", msg("Period average")],
];

const fields: readonly Control[] = [
  { name: "label", label: msg("Label"), widget: "text" },
  { name: "tooltip", label: msg("Tooltip"), widget: "text" },
  { name: "colType", label: msg("Type"), widget: "select", choices: TYPES, required: true },
  {
    name: "comparisonType",
    label: msg("Comparison"),
    widget: "select",
    choices: [
      ["value", msg("Actual value")],
      ["diff", msg("Difference")],
      ["perc", msg("Percentage")],
      ["perc_change", msg("Percentage change")],
    ],
    visible: typeIs("time"),
  },
  number("timeLag", msg("Time lag"), {
    visible: typeIs("time", "avg"),
    description: msg("Number of points back from the last. Negative values count from the first"),
  }),
  {
    name: "sparkType",
    label: msg("Chart"),
    widget: "select",
    choices: [
      ["line", msg("Line")],
      ["bar", msg("Bars")],
      ["area", msg("Area")],
    ],
    visible: typeIs("spark"),
  },
  number("timeRatio", msg("Time ratio"), {
    visible: typeIs("spark"),
    description: msg("Show each value as a ratio to the value this many points earlier"),
  }),
  number("width", msg("Width (pixels)"), { visible: typeIs("spark") }),
  number("height", msg("Height (pixels)"), { visible: typeIs("spark") }),
  { name: "showYAxis", label: msg("Show Y-axis"), widget: "checkbox", visible: typeIs("spark") },
  { name: "yAxisBounds", label: msg("Y-axis bounds"), widget: "bounds", visible: typeIs("spark") },
  {
    name: "bounds",
    label: msg("Color bounds"),
    widget: "bounds",
    description: msg("Color values from red (first) to blue (second)"),
    visible: typeIs("time", "contrib", "avg"),
  },
  { name: "d3format", label: msg("Number format"), widget: "number-format" },
  { name: "dateFormat", label: msg("Date format"), widget: "time-format", visible: typeIs("spark") },
];

const collection: Collection = {
  title: msg("Column"),
  addText: msg("Add a column"),
  fields,
  newEntry: { colType: "time", comparisonType: "value", timeLag: 0 },
  describe: (entry) =>
    String(columnName(entry) || t(TYPES.find(([key]) => key === entry.colType)?.[1] ?? msg("Column"))),
};

const STARTING_COLUMNS = [
  { key: "latest", label: STARTING_LABELS.latest, colType: "time", comparisonType: "value", timeLag: 0 },
  { key: "change", label: STARTING_LABELS.change, colType: "time", comparisonType: "perc_change", timeLag: 1 },
  { key: "trend", label: STARTING_LABELS.trend, colType: "spark", sparkType: "line" },
];

export const sections: readonly Section[] = [
  timeSection({ column: { required: true } }),
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [metricsControl({ validate: manyProblem })],
      [filtersControl()],
      [groupbyControl({ label: msg("Group by"), multi: false, default: undefined } as Partial<Control>)],
      [seriesLimitControl("limit")],
      [
        {
          name: "column_collection",
          label: msg("Time series columns"),
          widget: "collection",
          ...collection,
          required: true,
          render: true,
          default: STARTING_COLUMNS,
          description: msg("Columns to show for each row"),
        },
      ],
      [rowLimitControl()],
      [
        {
          name: "url",
          label: msg("URL"),
          widget: "text",
          render: true,
          placeholder: verbatim("https://example.com/{{ metric }}"),
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
  return isGrouped && isMany ? t("With dimensions, choose a single metric") : undefined;
}
