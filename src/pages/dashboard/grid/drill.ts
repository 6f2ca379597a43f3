import type { Selection, SelectionClause } from "../../../chart-seam/chart-type.ts";
import { columnLabel, type QueryColumn, type QueryFilter } from "../../../model/adhoc.ts";
import { clauseFilter } from "../../../model/cross-filter.ts";
import type { ExtraFormData } from "../../../model/data-mask.ts";
import type { FormData } from "../../../model/form-data.ts";
import { valueWords } from "../../../model/native-filter-query.ts";
import type { QueryContext, QueryObject } from "../../../model/query-context.ts";

/** From a mark to what is behind it: the rows, or the same chart by another column. */

export const DETAIL_PAGE_SIZE = 50;

/** Asks for a page of the rows behind a chart and for their number; `page` counts from 1. */
export function detailContext(
  context: QueryContext,
  clauses: readonly SelectionClause[],
  page: number,
): QueryContext | undefined {
  const [query] = context.queries;
  if (!query) return undefined;
  const { filters, granularity, time_range, extras, url_params } = query;
  const asked: QueryObject = {
    filters: [...(filters ?? []), ...filtersOf(clauses)],
    granularity,
    time_range,
    url_params,
    extras: { ...extras, having: "", time_grain_sqla: undefined },
  };
  const offset = (page - 1) * DETAIL_PAGE_SIZE;
  return {
    datasource: context.datasource,
    form_data: context.form_data,
    result_type: "drill_detail",
    queries: [
      { ...asked, row_limit: DETAIL_PAGE_SIZE, row_offset: offset, result_type: "drill_detail" },
      { ...asked, is_rowcount: true, metrics: null, result_type: "full" },
    ],
  };
}

export function filtersOf(clauses: readonly SelectionClause[]): QueryFilter[] {
  return clauses.map((clause) => clauseFilter(clause as Parameters<typeof clauseFilter>[0]));
}

/** What a clause says: `ORD`, or the column with its value where the mark has several. */
export function clauseLabel(clause: SelectionClause, selection: Selection): string {
  if (selection.clauses.length === 1) return selection.label;
  const parts = selection.label.split(", ");
  const at = selection.clauses.indexOf(clause);
  if (parts.length === selection.clauses.length && at >= 0) return parts[at] ?? "";
  return clause.values.map(valueWords).join(", ");
}

/** One step of drilling: what was chosen, and the column that its chart is drawn by next. */
export interface DrillStep {
  selection: Selection | null;
  dimension: string;
}

const LIST_KEYS = ["groupby", "columns", "groupbyRows", "groupbyColumns"] as const;
const SINGLE_KEYS = ["x_axis", "entity", "series", "source", "target"] as const;

/**
 * The chart by the step's column: in the place of the chosen marks' own columns, else as its groups. Times stay on
 * their axis.
 */
export function drilledForm(whole: FormData, { selection, dimension }: DrillStep): FormData {
  const formData: FormData = { ...whole, ...selection?.form };
  const chosen = new Set((selection?.clauses ?? []).filter(({ grain }) => !grain).map(({ column }) => keyOf(column)));
  for (const key of LIST_KEYS) {
    const list = listOf(formData[key]);
    if (list.some((column) => chosen.has(keyOf(column))))
      return { ...formData, [key]: replaced(list, chosen, dimension) };
  }
  for (const key of SINGLE_KEYS) {
    const value = formData[key];
    if (isColumn(value) && chosen.has(keyOf(value))) return { ...formData, [key]: dimension };
  }
  return { ...formData, groupby: [dimension] };
}

/** The chosen marks of every step as filters. */
export function drilledFilters(steps: readonly DrillStep[]): ExtraFormData {
  return { filters: steps.flatMap(({ selection }) => filtersOf(selection?.clauses ?? [])) };
}

/** Columns that a chart is drawn by already, and those of which its marks, or a cell of a grid, have one value each. */
export function usedColumns(formData: FormData, selections: readonly (Selection | null)[] = []): Set<string> {
  const single = SINGLE_KEYS.map((key) => formData[key]).filter(isColumn);
  const pinned = selections.flatMap((selection) => (selection?.clauses ?? []).filter(isPinned));
  const all = [...LIST_KEYS.flatMap((key) => listOf(formData[key])), ...single, ...pinned.map(({ column }) => column)];
  return new Set(all.map(keyOf));
}

/** There is nothing to tell apart by a column that has one value. */
const isPinned = ({ grain, values }: SelectionClause) => !grain && values.length === 1;

function replaced(list: readonly QueryColumn[], chosen: ReadonlySet<string>, dimension: string): QueryColumn[] {
  const at = list.findIndex((column) => chosen.has(keyOf(column)));
  const kept = (part: readonly QueryColumn[]) => part.filter((column) => !chosen.has(keyOf(column)));
  return [...kept(list.slice(0, at)), dimension, ...kept(list.slice(at))];
}

function keyOf(column: QueryColumn): string {
  return typeof column !== "string" && column.isColumnReference ? column.sqlExpression : columnLabel(column);
}

function listOf(value: unknown): QueryColumn[] {
  return Array.isArray(value) ? value.filter(isColumn) : isColumn(value) ? [value] : [];
}

function isColumn(value: unknown): value is QueryColumn {
  return typeof value === "string" || (typeof value === "object" && value !== null && "sqlExpression" in value);
}
