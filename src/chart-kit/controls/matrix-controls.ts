import type { Control, ControlState, Section } from "../../chart-seam/control.ts";
import { CHARTS_PER_ROW, MAX_MEMBERS, type MatrixSide, ROW_HEIGHT, readDimension } from "../../model/matrix.ts";
import { isMissing, renderCheckbox } from "./controls.ts";

export type MetricPlaces = "none" | "one" | "many";

type Visible = (state: ControlState) => boolean;

const isOn: Visible = ({ formData }) => formData.matrixify_enable === true;

export function matrixSections(places: MetricPlaces): readonly Section[] {
  return [
    {
      label: "Chart grid",
      tab: "matrixify",
      rows: [
        [
          {
            name: "matrixify_enable",
            label: "Repeat the chart in a grid",
            widget: "checkbox",
            description:
              "Draws the chart once for each metric or dimension value, such as one chart per country. Each chart runs its own query",
          },
        ],
      ],
    },
    sideSection("rows", places),
    sideSection("columns", places),
    { label: "Grid", tab: "matrixify", expanded: true, visible: isOn, rows: GRID_ROWS },
  ];
}

const SIDES = {
  rows: { label: "Rows", one: "row", names: ["matrixify_show_row_labels", "Show row labels"] },
  columns: { label: "Columns", one: "column", names: ["matrixify_show_column_headers", "Show column headers"] },
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
    label: `One ${SIDES[side].one} per`,
    widget: "radio",
    default: "disabled",
    choices: (state) => [
      ["disabled", "Off"],
      ...(places !== "none" || modeOf(state, side) === "metrics" ? ([["metrics", "Metric"]] as const) : []),
      ["dimensions", "Value"],
    ],
    validate: (value, state) => {
      if (value !== "metrics") return undefined;
      if (places === "none") return "This chart type doesn't have a metric to vary by cell";
      const isTwice = places === "one" && side === "columns" && modeOf(state, other) === "metrics";
      return isTwice ? "A chart with one metric can vary it by rows or columns, not both" : undefined;
    },
  };
}

function metricsControl(side: MatrixSide): Control {
  return {
    name: `matrixify_${side}`,
    label: "Metrics",
    widget: "metrics",
    multi: true,
    required: true,
    description: `One ${SIDES[side].one} per metric`,
    visible: (state) => modeOf(state, side) === "metrics",
    validate: (value) => countProblem(value, "metrics"),
  };
}

function dimensionRows(side: MatrixSide): Control[][] {
  return [
    [
      {
        name: `matrixify_dimension_selection_mode_${side}`,
        label: "Values",
        widget: "radio",
        default: "members",
        choices: [
          ["members", "Selected"],
          ["topn", "Top"],
          ["all", "All"],
        ],
        visible: (state) => hasDimension(state, side),
      },
    ],
    [
      {
        name: `matrixify_dimension_${side}`,
        label: "Dimension",
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
        label: "Number of values",
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
        label: "Sort by",
        widget: "select",
        default: "a_to_z",
        choices: [
          ["a_to_z", "Name, A to Z"],
          ["z_to_a", "Name, Z to A"],
          ["metric", "Metric"],
        ],
        description: `Shows the first ${MAX_MEMBERS}`,
        visible: (state) => selects(state, side, "all"),
      },
    ],
    [
      {
        name: `matrixify_topn_metric_${side}`,
        label: "Sort metric",
        widget: "metrics",
        multi: false,
        required: true,
        visible: (state) => isByMetric(state, side),
      },
    ],
    [
      {
        name: `matrixify_topn_order_${side}`,
        label: "Largest first",
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
      label: "Row height",
      widget: "number",
      integer: true,
      min: 80,
      max: 2000,
      default: ROW_HEIGHT,
      render: true,
      description: "In pixels",
    },
  ],
  [
    renderCheckbox("matrixify_fit_columns_dynamically", "Fit columns dynamically", {
      default: true,
      description: "Fit as many charts per row as the width allows",
    }),
  ],
  [
    {
      name: "matrixify_charts_per_row",
      label: "Charts per row",
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
      label: "Cell title template",
      widget: "text",
      default: "",
      placeholder: "{{rowLabel}}, {{colLabel}}",
      render: true,
      description:
        "Title of each chart (Handlebars template). Use {{rowLabel}} and {{colLabel}} for its row and column",
    },
  ],
];

const countProblem = (value: unknown, noun: string) =>
  Array.isArray(value) && value.length > MAX_MEMBERS ? `can have at most ${MAX_MEMBERS} ${noun}` : undefined;

function dimensionProblem(value: unknown, picksValues: boolean): string | undefined {
  const { dimension, values } = readDimension(value);
  if (!dimension) return "cannot be empty";
  if (!picksValues) return undefined;
  return values.length === 0 ? "requires at least one value" : countProblem(values, "values");
}

function topProblem(value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  const count = Number(value);
  const isFine = Number.isInteger(count) && count >= 1 && count <= MAX_MEMBERS;
  return isFine ? undefined : `must be a whole number from 1 to ${MAX_MEMBERS}`;
}
