import {
  type Choice,
  type Control,
  type ControlState,
  type FixedChoice,
  type Problem,
  verbatim,
} from "../../chart-seam/control.ts";
import { NOT_A_POSITIVE_INTEGER, NOT_AN_INTEGER } from "../../chart-seam/problems.ts";
import { number } from "../../i18n/intl.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel, QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { GENERIC_TYPE, LIMITS } from "../../model/query-context.ts";
import { labelOf } from "../table/column.ts";

/** Shared controls. Names are form data keys; spread a control and override what differs. */

export type Part = Partial<Omit<Control, "widget" | "name">>;
type Of<W extends Control["widget"]> = Extract<Control, { widget: W }>;

export const metricsControl = (part: Part = {}): Control => ({
  name: "metrics",
  label: msg("Metrics"),
  widget: "metrics",
  multi: true,
  required: true,
  default: [],
  description: msg("One or more metrics to display"),
  ...part,
});

export const metricControl = (part: Part = {}): Control => ({
  name: "metric",
  label: msg("Metric"),
  widget: "metrics",
  multi: false,
  required: true,
  ...part,
});

export const groupbyControl = (part: Part = {}): Control => ({
  name: "groupby",
  label: msg("Dimensions"),
  widget: "columns",
  multi: true,
  sqlAllowed: true,
  default: [],
  description: msg("Columns to group by. Each value becomes a series, slice or row"),
  ...part,
});

export const filtersControl = (part: Part = {}): Control => ({
  name: "adhoc_filters",
  label: msg("Filters"),
  widget: "filters",
  default: [],
  ...part,
});

export const rowLimitControl = (part: Part & { default?: number } = {}): Control => ({
  name: "row_limit",
  label: msg("Row limit"),
  widget: "select",
  choices: countChoices(10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000),
  freeForm: true,
  numeric: true,
  default: 10_000,
  description: msg("Maximum number of rows the query returns"),
  validate: (value) => countProblem(value, LIMITS.sqlMaxRow),
  ...part,
});

export const seriesLimitControl = (name: "limit" | "series_limit" = "limit"): Control => ({
  name,
  label: msg("Series limit"),
  widget: "select",
  choices: countChoices(5, 10, 25, 50, 100, 500),
  freeForm: true,
  numeric: true,
  clearable: true,
  description: msg("Maximum number of series. Keeps the largest by the sort metric"),
  validate: (value) => countProblem(value, LIMITS.sqlMaxRow),
});

export const groupOthersControl = (limit: "limit" | "series_limit" = "limit"): Control => ({
  name: "group_others_when_limit_reached",
  label: msg("Group remaining as Others"),
  widget: "checkbox",
  default: false,
  description: msg("Combine series beyond the limit into one series instead of hiding them"),
  visible: ({ formData }) => Boolean(formData[limit]),
});

export const sortMetricControl = (name = "timeseries_limit_metric"): Control => ({
  name,
  label: msg("Sort query by"),
  widget: "metrics",
  multi: false,
  description: msg("Sorts the rows and decides which series are kept when there is a limit"),
});

export const orderDescControl = (sortMetric = "timeseries_limit_metric"): Control => ({
  name: "order_desc",
  label: msg("Sort Descending"),
  widget: "checkbox",
  default: true,
  visible: ({ formData }) => !isMissing(formData[sortMetric]),
});

export const sortByMetricControl = (part: Part = {}): Control => ({
  name: "sort_by_metric",
  label: msg("Sort by metric"),
  widget: "checkbox",
  default: true,
  description: msg("Sort by metric, largest first"),
  ...part,
});

export const contributionControl: Control = {
  name: "contributionMode",
  label: msg("Contribution mode"),
  widget: "select",
  clearable: true,
  choices: [
    [null, msg("None")],
    ["row", msg("Row")],
    ["column", msg("Series")],
  ],
  description: msg("Show percentages of each point's total (Row) or of each series' total (Series)"),
};

export const xAxisControl = (part: Part = {}): Control => ({
  name: "x_axis",
  label: msg("X-axis"),
  widget: "columns",
  multi: false,
  sqlAllowed: true,
  required: true,
  ...part,
});

export const timeGrainControl = (columns: readonly string[] = ["x_axis"]): Control => ({
  name: "time_grain_sqla",
  label: msg("Time grain"),
  widget: "select",
  clearable: true,
  choices: ({ dataset }) => (dataset?.time_grain_sqla ?? []).map(([duration, label]): Choice => [duration, label]),
  visible: (state) =>
    columns.some((name) => selectedColumns(state, name).some((column) => isTemporal(column, state.dataset))),
});

export const forceCategoricalControl: Control = {
  name: "xAxisForceCategorical",
  label: msg("Treat numbers as categories"),
  widget: "checkbox",
  render: true,
  default: false,
  description: msg("Show each number on the x-axis as a separate category"),
  visible: (state) => selectedColumns(state, "x_axis").some((column) => isNumeric(column, state.dataset)),
};

export const hasSwappedAxes = ({ formData }: ControlState) =>
  formData.viz_type === "echarts_timeseries_bar" && formData.orientation === "horizontal";

export const categoryAxisName = (state: ControlState) => (hasSwappedAxes(state) ? t("Y-axis") : t("X-axis"));

export const xAxisSortControl: Control = {
  name: "x_axis_sort",
  label: (state) => (hasSwappedAxes(state) ? t("Y-axis sort by") : t("X-axis sort by")),
  widget: "select",
  clearable: true,
  choices: (state) => xAxisSortChoices(state),
  isDependent: true,
  none: msg("Automatic"),
  visible: (state) => !isTemporalAxis(state),
};

export const xAxisSortAscControl: Control = {
  name: "x_axis_sort_asc",
  label: (state) => (hasSwappedAxes(state) ? t("Y-axis sort ascending") : t("X-axis sort ascending")),
  widget: "checkbox",
  default: true,
  visible: (state) => !isTemporalAxis(state) && !isMissing(state.formData.x_axis_sort),
};

export const truncateMetricControl = (part: Part = {}): Control => ({
  name: "truncate_metric",
  label: msg("Hide metric name in series"),
  widget: "checkbox",
  default: true,
  description: msg("With one metric, names series by dimension only: “Europe” instead of “SUM(sales), Europe”"),
  ...part,
});

export const showEmptyColumnsControl: Control = {
  name: "show_empty_columns",
  label: msg("Show empty columns"),
  widget: "checkbox",
  default: true,
  description: msg("Include series without any values"),
};

export const colorSchemeControl = (part: Part = {}): Control => ({
  name: "color_scheme",
  label: msg("Color scheme"),
  widget: "color-scheme",
  kind: "categorical",
  default: "tessera",
  render: true,
  ...part,
});

export const linearColorSchemeControl = (part: Part = {}): Control => ({
  name: "linear_color_scheme",
  label: msg("Linear color scheme"),
  widget: "color-scheme",
  kind: "sequential",
  default: "tessera_lapis",
  render: true,
  ...part,
});

export const numberFormatControl = (part: Part & { name?: string } = {}): Of<"number-format"> => ({
  name: "number_format",
  label: msg("Number format"),
  widget: "number-format",
  default: "SMART_NUMBER",
  render: true,
  ...part,
});

export const timeFormatControl = (part: Part & { name?: string } = {}): Of<"time-format"> => ({
  name: "date_format",
  label: msg("Date format"),
  widget: "time-format",
  default: "smart_date",
  render: true,
  ...part,
});

export const currencyControl = (part: Part & { name?: string } = {}): Of<"currency"> => ({
  name: "currency_format",
  label: msg("Currency format"),
  widget: "currency",
  render: true,
  ...part,
});

const MARGINS: readonly FixedChoice[] = [
  ["auto", msg("Auto")],
  ...[50, 75, 100, 125, 150, 200].map((value): FixedChoice => [value, verbatim(String(value))]),
];

export const marginControl = (name: string, label: Message): Control => ({
  name,
  label,
  widget: "select",
  choices: MARGINS,
  freeForm: true,
  default: "auto",
  render: true,
  description: msg("Space for axis labels, in pixels"),
});

export function renderCheckbox(name: string, label: Message, value: boolean | Part): Of<"checkbox"> {
  const part = typeof value === "boolean" ? { default: value } : value;
  return { name, label, widget: "checkbox", render: true, ...part };
}

export const countChoices =
  (...values: readonly number[]) =>
  (): Choice[] =>
    values.map((value) => [value, number(value)]);

export function countProblem(value: unknown, limit: number): Problem | undefined {
  if (isMissing(value)) return undefined;
  const count = Number(value);
  if (!Number.isInteger(count)) return NOT_AN_INTEGER;
  if (count < 1) return NOT_A_POSITIVE_INTEGER;
  return count > limit ? t("Value cannot exceed {limit, number}", { limit }) : undefined;
}

export function selectedColumns(state: ControlState, name: string): QueryColumn[] {
  const value = state.formData[name];
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((entry) => {
    const column = QueryColumn.safeParse(entry);
    return column.success ? [column.data] : [];
  });
}

/** False for custom SQL, whose type is unknown. */
export function isTemporal(column: QueryColumn, dataset: Dataset | undefined): boolean {
  const found = datasetColumn(column, dataset);
  return found !== undefined && (found.type_generic === GENERIC_TYPE.TEMPORAL || found.is_dttm);
}

export function isNumeric(column: QueryColumn, dataset: Dataset | undefined): boolean {
  const found = datasetColumn(column, dataset);
  return found?.type_generic === GENERIC_TYPE.NUMERIC && !found.is_dttm;
}

export function isTemporalAxis(state: ControlState): boolean {
  return selectedColumns(state, "x_axis").some((column) => isTemporal(column, state.dataset));
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

export function datasetColumn(column: QueryColumn, dataset: Dataset | undefined) {
  const name = typeof column === "string" ? column : column.isColumnReference ? column.sqlExpression : undefined;
  return dataset?.columns.find((candidate) => candidate.column_name === name);
}

function xAxisSortChoices(state: ControlState): Choice[] {
  const metrics = Array.isArray(state.formData.metrics) ? state.formData.metrics : [];
  const choice = (name: string): Choice => [name, labelOf(name, state.dataset)];
  const axis = selectedColumns(state, "x_axis").map((column) => choice(columnLabel(column)));
  const hasSeries = metrics.length > 1 || selectedColumns(state, "groupby").length > 0;
  if (hasSeries) return [...axis, ...SERIES_SORTS.map(([key, label]): Choice => [key, t(label)])];
  const byMetric = metrics.flatMap((metric): Choice[] => {
    const parsed = QueryMetric.safeParse(metric);
    return parsed.success ? [choice(metricLabel(parsed.data))] : [];
  });
  return [...axis, ...byMetric];
}

export const SERIES_SORTS = [
  ["name", msg("Category name")],
  ["sum", msg("Total value")],
  ["min", msg("Minimum value")],
  ["max", msg("Maximum value")],
  ["avg", msg("Average value")],
] as const satisfies readonly FixedChoice[];
