import type { Selection, SelectionClause } from "../../../chart-seam/chart-type.ts";
import { columnLabel, type QueryColumn, type QueryFilter } from "../../../model/adhoc.ts";
import { clauseFilters } from "../../../model/cross-filter.ts";
import type { ExtraFormData } from "../../../model/data-mask.ts";
import type { FormData } from "../../../model/form-data.ts";
import { displayValue } from "../../../model/native-filter-query.ts";
import type { QueryContext, QueryObject } from "../../../model/query-context.ts";

export const DETAIL_PAGE_SIZE = 50;

export function detailContext(
  context: QueryContext,
  clauses: readonly SelectionClause[],
  page: number,
): QueryContext | undefined {
  const [query] = context.queries;
  if (!query) return undefined;
  const { filters, granularity, time_range, extras, url_params } = query;
  const detail: QueryObject = {
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
      { ...detail, row_limit: DETAIL_PAGE_SIZE, row_offset: offset, result_type: "drill_detail" },
      { ...detail, is_rowcount: true, metrics: null, result_type: "full" },
    ],
  };
}

export function filtersOf(clauses: readonly SelectionClause[]): QueryFilter[] {
  return clauses.flatMap((clause) => clauseFilters(clause as Parameters<typeof clauseFilters>[0]));
}

export function clauseLabel(clause: SelectionClause, selection: Selection): string {
  if (selection.clauses.length === 1) return selection.label;
  const parts = selection.label.split(", ");
  const at = selection.clauses.indexOf(clause);
  if (parts.length === selection.clauses.length && at >= 0) return parts[at] ?? "";
  return clause.values.map(displayValue).join(", ");
}

export interface DrillStep {
  selection: Selection | null;
  dimension: string;
}

const LIST_KEYS = ["groupby", "columns", "groupbyRows", "groupbyColumns"] as const;
const SINGLE_KEYS = ["x_axis", "entity", "series", "source", "target"] as const;

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

export function drilledFilters(steps: readonly DrillStep[]): ExtraFormData {
  return { filters: steps.flatMap(({ selection }) => filtersOf(selection?.clauses ?? [])) };
}

export function usedColumns(formData: FormData, selections: readonly (Selection | null)[] = []): Set<string> {
  const single = SINGLE_KEYS.map((key) => formData[key]).filter(isColumn);
  const pinned = selections.flatMap((selection) => (selection?.clauses ?? []).filter(isPinned));
  const all = [...LIST_KEYS.flatMap((key) => listOf(formData[key])), ...single, ...pinned.map(({ column }) => column)];
  return new Set(all.map(keyOf));
}

const isPinned = ({ grain, values }: SelectionClause) => !grain && values.length === 1;

function replaced(list: readonly QueryColumn[], chosen: ReadonlySet<string>, dimension: string): QueryColumn[] {
  const at = list.findIndex((column) => chosen.has(keyOf(column)));
  const remaining = (part: readonly QueryColumn[]) => part.filter((column) => !chosen.has(keyOf(column)));
  return [...remaining(list.slice(0, at)), dimension, ...remaining(list.slice(at))];
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
