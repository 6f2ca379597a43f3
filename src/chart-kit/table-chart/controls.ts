import type { Control, ControlState, Section } from "../../chart-seam/control.ts";
import { CANNOT_BE_EMPTY } from "../../chart-seam/problems.ts";
import { msg, t } from "../../i18n/translate.ts";
import { LIMITS } from "../../model/query-context.ts";
import { changeColorRows, timeCompareRows } from "../controls/comparison-controls.ts";
import {
  countChoices,
  countProblem,
  filtersControl,
  groupbyControl,
  isMissing,
  metricsControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  sortMetricControl,
  timeFormatControl,
  timeGrainControl,
} from "../controls/controls.ts";

const isRaw = ({ formData }: ControlState) => formData.query_mode === "raw";
const isAggregate = (state: ControlState) => !isRaw(state);
const isServerPaged = ({ formData }: ControlState) => formData.server_pagination === true;
const isCompared = (state: ControlState) => isAggregate(state) && !isMissing(state.formData.time_compare);
const keepHidden = { keepWhenHidden: true } as const;

const NOTHING_CHOSEN = msg("Choose dimensions, metrics or percentage metrics");

function aggregateProblem(_value: unknown, state: ControlState): string | undefined {
  const { groupby, metrics, percent_metrics } = state.formData;
  const isEmpty = isMissing(groupby) && isMissing(metrics) && isMissing(percent_metrics);
  return isAggregate(state) && isEmpty ? t(NOTHING_CHOSEN) : undefined;
}

export const aggregateRows: readonly (readonly Control[])[] = [
  [groupbyControl({ visible: isAggregate, validate: aggregateProblem, ...keepHidden })],
  [
    {
      ...timeGrainControl(["groupby"]),
      visible: (state) => isAggregate(state) && (timeGrainControl(["groupby"]).visible?.(state) ?? true),
      ...keepHidden,
    },
  ],
  [metricsControl({ required: false, visible: isAggregate, validate: aggregateProblem, ...keepHidden })],
  [
    {
      name: "percent_metrics",
      label: msg("Percentage metrics"),
      widget: "metrics",
      multi: true,
      default: [],
      description: msg("Metrics shown as a percentage of their total"),
      visible: isAggregate,
      validate: aggregateProblem,
      ...keepHidden,
    },
  ],
  [{ ...sortMetricControl(), visible: isAggregate, ...keepHidden }],
  [
    {
      ...orderDescControl(),
      visible: (state) => isAggregate(state) && (orderDescControl().visible?.(state) ?? true),
      ...keepHidden,
    },
  ],
  [
    {
      name: "percent_metric_calculation",
      label: msg("Percentage metric calculation"),
      widget: "select",
      choices: [
        ["row_limit", msg("Row limit")],
        ["all_records", msg("All records")],
      ],
      default: "row_limit",
      description: msg(
        "Row limit = percentage of the rows shown. All records = percentage of all rows that match the filters",
      ),
      visible: (state) => isAggregate(state) && !isMissing(state.formData.percent_metrics),
      ...keepHidden,
    },
  ],
];

export const rawRows: readonly (readonly Control[])[] = [
  [
    {
      name: "all_columns",
      label: msg("Columns"),
      widget: "columns",
      multi: true,
      sqlAllowed: true,
      offersAll: true,
      default: [],
      description: msg("Columns to show for each row"),
      visible: isRaw,
      validate: (value, state) => (isRaw(state) && isMissing(value) ? CANNOT_BE_EMPTY : undefined),
      ...keepHidden,
    },
  ],
  [
    {
      name: "order_by_cols",
      label: msg("Sort by"),
      widget: "order-by",
      default: [],
      description: msg("Columns to sort rows by"),
      validate: orderProblem,
      visible: isRaw,
      ...keepHidden,
    },
  ],
];

function orderProblem(value: unknown): string | undefined {
  const entries = Array.isArray(value) ? value : [];
  return entries.every((one) => typeof one === "string" && isOrder(one))
    ? undefined
    : t("Found invalid orderby options");
}

function isOrder(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

const limitRows: readonly (readonly Control[])[] = [
  [
    {
      name: "server_pagination",
      label: msg("Server pagination"),
      widget: "checkbox",
      default: false,
      description: msg("Load one page at a time from the database. Use for tables too large for the browser"),
    },
  ],
  [
    {
      name: "server_page_length",
      label: msg("Number of rows loaded at a time"),
      widget: "select",
      choices: countChoices(10, 20, 50, 100, 200),
      freeForm: true,
      numeric: true,
      default: 10,
      description: msg("Number of rows loaded at a time"),
      visible: isServerPaged,
      ...keepHidden,
    },
  ],
  [
    {
      ...rowLimitControl(),
      widget: "select",
      choices: countChoices(10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000, ...steps(100_000, 500_000, 50_000)),
      freeForm: true,
      numeric: true,
      validate: (value, state) =>
        countProblem(value, isServerPaged(state) ? LIMITS.tableMaxRowServer : LIMITS.sqlMaxRow),
    },
  ],
  [
    {
      name: "show_totals",
      label: msg("Show summary"),
      widget: "checkbox",
      default: false,
      description: msg("Add a row with metric totals. Totals include rows beyond the row limit"),
      visible: isAggregate,
      ...keepHidden,
    },
  ],
];

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: (to - from) / by + 1 }, (_, index) => from + index * by);
}

export const modeRow: readonly Control[] = [
  {
    name: "query_mode",
    label: msg("Query mode"),
    widget: "radio",
    choices: [
      ["aggregate", msg("Aggregate")],
      ["raw", msg("Raw records")],
    ],
    default: "aggregate",
  },
];

const query: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [modeRow, ...aggregateRows, ...rawRows, [filtersControl()], ...limitRows],
};

const comparison: Section = {
  label: msg("Time comparison"),
  tab: "data",
  visible: isAggregate,
  rows: timeCompareRows,
};

const options: Section = {
  label: msg("Options"),
  expanded: true,
  tab: "customize",
  rows: [
    [timeFormatControl({ name: "table_timestamp_format", label: msg("Timestamp format") })],
    [
      {
        name: "page_length",
        label: msg("Page length"),
        widget: "select",
        choices: () => [[0, t("All")], ...countChoices(10, 20, 50, 100, 200)()],
        freeForm: true,
        numeric: true,
        render: true,
        visible: (state) => !isServerPaged(state),
        ...keepHidden,
      },
    ],
    [renderCheckbox("include_search", msg("Show search box"), false)],
    [
      renderCheckbox("allow_rearrange_columns", msg("Allow reordering columns"), {
        default: false,
        description: msg("Viewers can drag column headers. The order is reset when they leave the page"),
        visible: (state) => !isCompared(state),
        ...keepHidden,
      }),
    ],
    [
      renderCheckbox("allow_render_html", msg("Render HTML in cells"), {
        default: true,
        description: msg("Shows HTML in values. Scripts and unsafe markup are removed"),
      }),
    ],
    [{ name: "column_config", label: msg("Customize columns"), widget: "column-config", render: true, default: {} }],
  ],
};

const visual: Section = {
  label: msg("Visual formatting"),
  tab: "customize",
  expanded: true,
  rows: [
    [renderCheckbox("show_cell_bars", msg("Show cell bars"), true)],
    [
      renderCheckbox("align_pn", msg("Align bars around zero"), {
        default: false,
        description: msg("Off = all bars start on the left, including negative values"),
      }),
    ],
    [renderCheckbox("color_pn", msg("Color positive and negative"), true)],
    ...changeColorRows(isCompared),
    [
      {
        name: "conditional_formatting",
        label: msg("Custom conditional formatting"),
        widget: "conditional-formatting",
        render: true,
        description: msg("Color cells or rows by value"),
      },
    ],
  ],
};

export const sections: readonly Section[] = [query, comparison, options, visual];
