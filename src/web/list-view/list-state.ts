import { RISON } from "rison2";
import { t } from "../../i18n/translate.ts";
import type { ListQuery } from "../../model/resource.ts";
import type { Choice, FilterValue, FilterValues, ListFilter, LoadChoices, Sort } from "./definition.ts";

export interface ListState {
  filters: FilterValues;
  pageIndex: number;
  pageSize: number;
  sort: Sort;
  viewMode: "table" | "card";
}

export const DEFAULT_PAGE_SIZE = 25;
export const PAGE_SIZES = [5, 15, 25, 50, 100] as const;

export type ListDefaults = Pick<ListState, "sort" | "viewMode">;

export function parseListState(
  search: URLSearchParams,
  filters: readonly ListFilter[],
  defaults: ListDefaults,
): ListState {
  const page = Number(search.get("pageIndex") ?? 0);
  const size = Number(search.get("pageSize"));
  const column = search.get("sortColumn");
  const view = search.get("viewMode");
  return {
    filters: parseFilters(search.get("filters"), filters),
    pageIndex: Number.isInteger(page) && page > 0 ? page : 0,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
    sort: column ? { column, order: search.get("sortOrder") === "asc" ? "asc" : "desc" } : defaults.sort,
    viewMode: view === "card" || view === "table" ? view : defaults.viewMode,
  };
}

/** Keeps other URL parameters and leaves out defaults. */
export function writeListState(state: ListState, before: URLSearchParams, defaults: ListDefaults): URLSearchParams {
  const search = new URLSearchParams(before);
  const set = (name: string, value: string | undefined) =>
    value === undefined ? search.delete(name) : search.set(name, value);
  const { filters, pageIndex, pageSize, sort, viewMode } = state;
  const sorted = sort.column !== defaults.sort.column || sort.order !== defaults.sort.order;
  set("filters", Object.keys(filters).length > 0 ? RISON.stringify(filters) : undefined);
  set("pageIndex", pageIndex > 0 ? `${pageIndex}` : undefined);
  set("pageSize", pageSize === DEFAULT_PAGE_SIZE ? undefined : `${pageSize}`);
  set("sortColumn", sorted ? sort.column : undefined);
  set("sortOrder", sorted ? sort.order : undefined);
  set("viewMode", viewMode === defaults.viewMode ? undefined : viewMode);
  return search;
}

function parseFilters(text: string | null, filters: readonly ListFilter[]): FilterValues {
  if (text === null) return {};
  let parsed: unknown;
  try {
    parsed = RISON.parse(text);
  } catch {
    return {};
  }
  if (typeof parsed !== "object" || parsed === null) return {};
  const values: Record<string, FilterValue> = {};
  for (const filter of filters) {
    const value = maybeValue(filter, (parsed as Record<string, unknown>)[filter.key]);
    if (value !== undefined) values[filter.key] = value;
  }
  return values;
}

function maybeValue(filter: ListFilter, value: unknown): FilterValue | undefined {
  switch (filter.kind) {
    case "search":
      return typeof value === "string" && value !== "" ? value : undefined;
    case "dates":
      return maybeDates(value);
    case "select":
      return maybeChoice(filter.options, value);
  }
}

function maybeDates(value: unknown): FilterValue | undefined {
  const isPair = Array.isArray(value) && value.length === 2 && value.every((each) => Number.isFinite(each));
  return isPair ? [value[0], value[1]] : undefined;
}

function maybeChoice(options: readonly Choice[] | LoadChoices, value: unknown): FilterValue | undefined {
  const chosen = (value as { value?: unknown } | null | undefined)?.value;
  if (typeof chosen !== "string" && typeof chosen !== "number" && typeof chosen !== "boolean") return undefined;
  if (typeof options === "function") {
    return { value: chosen, label: `${(value as { label?: unknown }).label ?? chosen}` };
  }
  const option = options.find((each) => each.value === chosen);
  return option && { value: option.value, label: option.text };
}

/** Resets the page. Undefined clears the filter. */
export function withFilter(state: ListState, key: string, value: FilterValue | undefined): ListState {
  const { [key]: _, ...rest } = state.filters;
  const empty = value === undefined || value === "";
  return { ...state, pageIndex: 0, filters: empty ? rest : { ...rest, [key]: value } };
}

/** Clears the filters of the filter bar. */
export function withoutFilters(state: ListState, filters: readonly ListFilter[]): ListState {
  const kept = filters.filter(({ key, isElsewhere }) => isElsewhere && state.filters[key] !== undefined);
  const values = Object.fromEntries(kept.map(({ key }) => [key, state.filters[key] as FilterValue]));
  return { ...state, pageIndex: 0, filters: values };
}

export function isFiltered(state: ListState, filters: readonly ListFilter[]): boolean {
  return filters.some(({ key, isElsewhere }) => !isElsewhere && state.filters[key] !== undefined);
}

export function queryOf(state: ListState, filters: readonly ListFilter[], select: readonly string[]): ListQuery {
  return {
    order_column: state.sort.column,
    order_direction: state.sort.order,
    page: state.pageIndex,
    page_size: state.pageSize,
    select_columns: [...select],
    ...filterQuery(state.filters, filters),
  };
}

function boundsOf(col: string, [from, to]: readonly [number, number]) {
  return [
    { col, opr: "gt", value: from },
    { col, opr: "lt", value: to },
  ];
}

export function filterQuery(values: FilterValues, filters: readonly ListFilter[]): Pick<ListQuery, "filters"> {
  const set = filters.flatMap((filter) => {
    const value = values[filter.key];
    if (value === undefined) return [];
    if (filter.kind === "dates" && Array.isArray(value)) return boundsOf(filter.id, value as [number, number]);
    const plain = typeof value === "object" && "value" in value ? value.value : value;
    return [{ col: filter.id, opr: filter.operator, value: plain }];
  });
  return set.length > 0 ? { filters: set } : {};
}

export function pageCount(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}

export function rowCountText(state: Pick<ListState, "pageIndex" | "pageSize">, count: number): string {
  if (count === 0) return t("{count, number} of {total, number}", { count, total: 0 });
  const first = state.pageIndex * state.pageSize + 1;
  const last = Math.min(count, first + state.pageSize - 1);
  return t("{first, number}–{last, number} of {total, number}", { first, last, total: count });
}
