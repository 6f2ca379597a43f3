import type { Drawing, Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import { type DataRow, type DataValue, LIMITS } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { labelOf, rowsOf } from "../table/column.ts";
import { prepareRules } from "../table/conditional.ts";
import type { TableSort } from "../table/rows.ts";
import { columnsOf, comparedMetrics } from "./columns.ts";
import { withComparison } from "./comparison.ts";
import {
  ownStateOf,
  queryModeOf,
  serverPageSize,
  type TableFormData,
  type TableOwnState,
  timeOffsetOf,
} from "./form-data.ts";
import { buildQuery, filterableKeys, planOf } from "./query.ts";

export interface ServerPaging {
  total: number;
  pageSize: number;
  state: TableOwnState;
  sort: TableSort[];
  filterable: readonly string[];
  searchColumns: { key: string; label: string }[];
}

export interface TableDrawing {
  columns: TableColumn[];
  rows: DataRow[];
  summary?: DataRow;
  label: string;
  hasSearch: boolean;
  canReorder: boolean;
  hasComparison: boolean;
  pageLength: number;
  order: TableSort[];
  grid?: TableOwnState;
  server?: ServerPaging;
  dimensions: Readonly<Record<string, { column: QueryColumn; grain?: string }>>;
  selected: Selection | null;
}

export function transform(input: TransformInput<TableFormData>): Drawing<TableDrawing> {
  const { formData, results, dataset, theme } = input;
  const [result = {}] = results;
  const offset = timeOffsetOf(formData);
  const plan = planOf(formData);
  const plain = rowsOf(result);
  const compared = [...comparedMetrics(formData)];
  const rows = offset ? withComparison(plain, compared, offset) : plain;
  const rules = prepareRules(formData.conditional_formatting, rows, theme);
  const columns = columnsOf({ formData, result, rows, dataset, theme, rules, offset });
  const total = plan.rowCount === undefined ? rows.length : rowCountOf(rowsOf(results[plan.rowCount]), rows.length);
  return {
    props: {
      columns,
      rows,
      summary: summaryRow(input, plan.totals),
      label: labelOfTable(formData, columns),
      hasSearch: formData.include_search === true,
      canReorder: formData.allow_rearrange_columns === true && !offset,
      hasComparison: Boolean(offset),
      pageLength: formData.server_pagination ? 0 : (formData.page_length ?? 0),
      order: orderOf(formData, columns),
      server: formData.server_pagination ? serverPaging(input, total) : undefined,
      dimensions: dimensionsOf(formData),
      selected: input.selected ?? null,
    },
    summary: summaryOf(columns, total),
    warning: plan.totals === undefined ? undefined : totalsWarning(input, total),
    isEmpty: rows.length === 0 && !(formData.server_pagination && isFiltered(ownStateOf(input.ownState))),
  };
}

const isFiltered = ({ searchText, filterModel }: TableOwnState) =>
  Boolean(searchText) || Object.keys(filterModel ?? {}).length > 0;

/** Totals come from the database and ignore row limits and filters on percentages. */
function totalsWarning({ formData, ownState }: TransformInput<TableFormData>, total: number): string | undefined {
  const known = filterableKeys(formData);
  const isFilteredHere = Object.keys(ownStateOf(ownState).filterModel ?? {}).some((key) => !known.includes(key));
  if (isFilteredHere && !formData.server_pagination) return t("The summary includes rows hidden by column filters.");
  return total >= Number(formData.row_limit || LIMITS.rowLimit)
    ? t("The summary includes rows beyond the row limit.")
    : undefined;
}

function rowCountOf(rows: readonly DataRow[], fallback: number): number {
  const count = rows[0]?.rowcount ?? Object.values(rows[0] ?? {})[0];
  return typeof count === "number" ? count : fallback;
}

function summaryRow(input: TransformInput<TableFormData>, place: number | undefined): DataRow | undefined {
  const totals = place === undefined ? undefined : rowsOf(input.results[place])[0];
  if (!totals) return undefined;
  const { formData } = input;
  const offset = timeOffsetOf(formData);
  const summary: DataRow = {};
  for (const metric of formData.metrics) summary[metricLabel(metric)] = totals[metricLabel(metric)] ?? null;
  for (const metric of formData.percent_metrics) summary[`%${metricLabel(metric)}`] = 1;
  if (!offset) return summary;
  const compared = withComparison([{ ...summary }], Object.keys(summary), offset)[0] ?? {};
  return Object.fromEntries(Object.entries(compared).filter(([key]) => key.startsWith("Main ")));
}

function serverPaging(
  { formData, ownState, results, dataset }: TransformInput<TableFormData>,
  total: number,
): ServerPaging {
  const state = ownStateOf(ownState);
  const [result = {}] = results;
  const texts = (result.colnames ?? []).filter((name, i) => result.coltypes?.[i] === 1 && !name.startsWith("%"));
  return {
    total,
    pageSize: serverPageSize(formData, state),
    state,
    filterable: filterableKeys(formData),
    sort: (state.sortBy ?? []).map(({ key, desc }) => ({ key, descending: desc === true })),
    searchColumns: texts.map((key) => ({ key, label: labelOf(key, dataset) })),
  };
}

function orderOf(formData: TableFormData, columns: readonly TableColumn[]): TableSort[] {
  const [query] = buildQuery(formData, {}).queries;
  return (query?.orderby ?? []).flatMap(([by, isAscending]): TableSort[] => {
    const key = "columnType" in Object(by) ? columnLabel(by as QueryColumn) : metricLabel(by as QueryMetric);
    return columns.some((column) => column.key === key) ? [{ key, descending: !isAscending }] : [];
  });
}

function dimensionsOf(formData: TableFormData): TableDrawing["dimensions"] {
  if (queryModeOf(formData) === "raw") {
    return Object.fromEntries(formData.all_columns.map((column) => [columnLabel(column), { column }]));
  }
  const grain = timeGrainOf(formData);
  const temporal = formData.temporal_columns_lookup ?? {};
  return Object.fromEntries(
    formData.groupby.map((column) => {
      const name = columnLabel(column);
      return [name, { column, ...(grain && temporal[name] ? { grain } : {}) }];
    }),
  );
}

export function toneOf(row: DataRow, selected: Selection | null): "selected" | "muted" | undefined {
  if (!selected || selected.clauses.length === 0) return undefined;
  const isChosen = selected.clauses.every((clause) => {
    const value: DataValue = row[columnLabel(clause.column)] ?? null;
    return clause.values.includes(value);
  });
  return isChosen ? "selected" : "muted";
}

function labelOfTable(formData: TableFormData, columns: readonly TableColumn[]): string {
  const by = formData.groupby.map(columnLabel);
  if (queryModeOf(formData) === "raw" || by.length === 0)
    return list(
      columns.map((column) => column.label),
      "commas",
    );
  const values = list([...formData.metrics, ...formData.percent_metrics].map(metricLabel), "commas");
  return t("{values} by {dimensions}", { values: values || t("Values"), dimensions: list(by, "commas") });
}

function summaryOf(columns: readonly TableColumn[], total: number): string {
  const names = columns.slice(0, 6).map((column) => column.label);
  const values = { rows: total, columns: list(names, "commas") };
  if (columns.length <= 6) return t("Table of {rows, plural, one {# row} other {# rows}}: {columns}.", values);
  return t("Table of {rows, plural, one {# row} other {# rows}}: {columns} and {more, number} more.", {
    ...values,
    more: columns.length - 6,
  });
}
