import { type Control, type ControlState, type Problem, type Section, verbatim } from "../../chart-seam/control.ts";
import { CANNOT_BE_EMPTY } from "../../chart-seam/problems.ts";
import { msg, t } from "../../i18n/translate.ts";
import { CHARTS_PER_ROW, MAX_MEMBERS, type MatrixSide, ROW_HEIGHT, readDimension } from "../../model/matrix.ts";
import { isMissing, renderCheckbox } from "./controls.ts";

export type MetricPlaces = "none" | "one" | "many";

type Visible = (state: ControlState) => boolean;

const isOn: Visible = ({ formData }) => formData.matrixify_enable === true;

export function matrixSections(places: MetricPlaces): readonly Section[] {
  return [
    {
      label: msg("Chart grid"),
      tab: "matrixify",
      rows: [
        [
          {
            name: "matrixify_enable",
            label: msg("Repeat the chart in a grid"),
            widget: "checkbox",
            description: msg(
              "Draws the chart once for each metric or dimension value, such as one chart per country. Each chart runs its own query",
            ),
          },
        ],
      ],
    },
    sideSection("rows", places),
    sideSection("columns", places),
    { label: msg("Grid"), tab: "matrixify", expanded: true, visible: isOn, rows: GRID_ROWS },
  ];
}

const SIDES = {
  rows: {
    label: msg("Rows"),
    per: msg("One row per"),
    perMetric: msg("One row per metric"),
    names: ["matrixify_show_row_labels", msg("Show row labels")],
  },
  columns: {
    label: msg("Columns"),
    per: msg("One column per"),
    perMetric: msg("One column per metric"),
    names: ["matrixify_show_column_headers", msg("Show column headers")],
  },
} as const;

function sideSection(side: MatrixSide, places: MetricPlaces): Section {
  const { label, names } = SIDES[side];
  const [name, words] = names;
  const isUsed: Visible = (state) => modeOf(state, side) !== "disabled";
  return {
    label,
    tab: "matrixify",
    expanded: true,
    visible: isOn,
    rows: [
      [modeControl(side, places)],
      [metricsControl(side)],
      ...dimensionRows(side),
      ...valueQueryRows(side),
      [{ ...renderCheckbox(name, words, true), visible: isUsed }],
    ],
  };
}

const modeOf = ({ formData }: ControlState, side: MatrixSide) => formData[`matrixify_mode_${side}`] ?? "disabled";
const selectionOf = ({ formData }: ControlState, side: MatrixSide) =>
  formData[`matrixify_dimension_selection_mode_${side}`] ?? "members";
const hasDimension = (state: ControlState, side: MatrixSide) => modeOf(state, side) === "dimensions";
const selects = (state: ControlState, side: MatrixSide, how: string) =>
  hasDimension(state, side) && selectionOf(state, side) === how;
const isByMetric = (state: ControlState, side: MatrixSide) =>
  selects(state, side, "topn") ||
  (selects(state, side, "all") && state.formData[`matrixify_all_sort_by_${side}`] === "metric");

function modeControl(side: MatrixSide, places: MetricPlaces): Control {
  const other = side === "rows" ? "columns" : "rows";
  return {
    name: `matrixify_mode_${side}`,
    label: SIDES[side].per,
    widget: "radio",
    default: "disabled",
    choices: (state) => [
      ["disabled", t("Off")],
      ...(places !== "none" || modeOf(state, side) === "metrics" ? ([["metrics", t("Metric")]] as const) : []),
      ["dimensions", t("Value")],
    ],
    validate: (value, state) => {
      if (value !== "metrics") return undefined;
      if (places === "none") return t("This chart type doesn't have a metric to vary by cell");
      const isTwice = places === "one" && side === "columns" && modeOf(state, other) === "metrics";
      return isTwice ? t("A chart with one metric can vary it by rows or columns, not both") : undefined;
    },
  };
}

function metricsControl(side: MatrixSide): Control {
  return {
    name: `matrixify_${side}`,
    label: msg("Metrics"),
    widget: "metrics",
    multi: true,
    required: true,
    description: SIDES[side].perMetric,
    visible: (state) => modeOf(state, side) === "metrics",
    validate: (value) => (isTooLong(value) ? tooManyMetrics : undefined),
  };
}

function dimensionRows(side: MatrixSide): Control[][] {
  return [
    [
      {
        name: `matrixify_dimension_selection_mode_${side}`,
        label: msg("Values"),
        widget: "radio",
        default: "members",
        choices: [
          ["members", msg("Selected")],
          ["topn", msg("Top##values")],
          ["all", msg("All")],
        ],
        visible: (state) => hasDimension(state, side),
      },
    ],
    [
      {
        name: `matrixify_dimension_${side}`,
        label: msg("Dimension"),
        widget: "matrix-dimension",
        picksValues: (state) => selects(state, side, "members"),
        visible: (state) => hasDimension(state, side),
        validate: (value, state) => dimensionProblem(value, selects(state, side, "members")),
      },
    ],
  ];
}

function valueQueryRows(side: MatrixSide): Control[][] {
  return [
    [
      {
        name: `matrixify_topn_value_${side}`,
        label: msg("Number of values"),
        widget: "number",
        integer: true,
        min: 1,
        max: MAX_MEMBERS,
        default: 10,
        visible: (state) => selects(state, side, "topn"),
        validate: topProblem,
      },
    ],
    [
      {
        name: `matrixify_all_sort_by_${side}`,
        label: msg("Sort by"),
        widget: "select",
        default: "a_to_z",
        choices: [
          ["a_to_z", msg("Name, A to Z")],
          ["z_to_a", msg("Name, Z to A")],
          ["metric", msg("Metric")],
        ],
        description: () => t("Shows the first {count, number}", { count: MAX_MEMBERS }),
        visible: (state) => selects(state, side, "all"),
      },
    ],
    [
      {
        name: `matrixify_topn_metric_${side}`,
        label: msg("Sort metric"),
        widget: "metrics",
        multi: false,
        required: true,
        visible: (state) => isByMetric(state, side),
      },
    ],
    [
      {
        name: `matrixify_topn_order_${side}`,
        label: msg("Largest first"),
        widget: "checkbox",
        default: true,
        visible: (state) => isByMetric(state, side),
      },
    ],
  ];
}

const GRID_ROWS: Section["rows"] = [
  [
    {
      name: "matrixify_row_height",
      label: msg("Row height"),
      widget: "number",
      integer: true,
      min: 80,
      max: 2000,
      default: ROW_HEIGHT,
      render: true,
      description: msg("In pixels"),
    },
  ],
  [
    renderCheckbox("matrixify_fit_columns_dynamically", msg("Fit columns dynamically"), {
      default: true,
      description: msg("Fit as many charts per row as the width allows"),
    }),
  ],
  [
    {
      name: "matrixify_charts_per_row",
      label: msg("Charts per row"),
      widget: "number",
      integer: true,
      min: 1,
      max: MAX_MEMBERS,
      default: CHARTS_PER_ROW,
      render: true,
      visible: ({ formData }) => formData.matrixify_fit_columns_dynamically === false,
    },
  ],
  [
    {
      name: "matrixify_cell_title_template",
      label: msg("Cell title template"),
      widget: "text",
      default: "",
      placeholder: verbatim("{{rowLabel}}, {{colLabel}}"),
      render: true,
      description: msg(
        "Title of each chart (Handlebars template). Use '{{rowLabel}}' and '{{colLabel}}' for its row and column",
      ),
    },
  ],
];

const tooManyMetrics: Problem = (label) =>
  t("{label} can have at most {most, number} metrics", { label, most: MAX_MEMBERS });
const tooManyValues: Problem = (label) =>
  t("{label} can have at most {most, number} values", { label, most: MAX_MEMBERS });

const isTooLong = (value: unknown) => Array.isArray(value) && value.length > MAX_MEMBERS;

function dimensionProblem(value: unknown, picksValues: boolean): Problem | undefined {
  const { dimension, values } = readDimension(value);
  if (!dimension) return CANNOT_BE_EMPTY;
  if (!picksValues) return undefined;
  if (values.length === 0) return (label) => t("{label} requires at least one value", { label });
  return isTooLong(values) ? tooManyValues : undefined;
}

function topProblem(value: unknown): Problem | undefined {
  if (isMissing(value)) return undefined;
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_MEMBERS) return undefined;
  return (label) => t("{label} must be a whole number from 1 to {most, number}", { label, most: MAX_MEMBERS });
}
