import { number } from "../i18n/intl.ts";
import { msg, t } from "../i18n/translate.ts";
import { type AdhocFilter, exactOption, type FilterScalar, type QueryFilter, type SimpleMetric } from "./adhoc.ts";
import type { DataMask, ExtraFormData } from "./data-mask.ts";
import type { NativeFilter } from "./native-filter.ts";
import { LIMITS, type QueryContext, type QueryObject } from "./query-context.ts";

export type SelectOperator = "exact" | "ilike_contains" | "ilike_starts_with" | "ilike_ends_with";
export type SingleValue = "min" | "exact" | "max" | undefined;

export interface FilterControls {
  isRequired: boolean;
  defaultToFirstItem: boolean;
  multiSelect: boolean;
  creatable: boolean;
  inverseSelection: boolean;
  searchAllOptions: boolean;
  sortAscending: boolean;
  operator: SelectOperator;
  singleValue: SingleValue;
  rangeDisplay: "slider" | "input" | "slider-and-input";
}

const SINGLE_VALUES: readonly SingleValue[] = ["min", "exact", "max"];

export function filterControls(filter: NativeFilter): FilterControls {
  const values = filter.controlValues;
  const single = values.enableSingleValue;
  return {
    isRequired: values.enableEmptyFilter === true,
    defaultToFirstItem: values.defaultToFirstItem === true || filter.requiredFirst === true,
    multiSelect: values.multiSelect !== false,
    creatable: values.creatable !== false,
    inverseSelection: values.inverseSelection === true,
    searchAllOptions: values.searchAllOptions === true,
    sortAscending: values.sortAscending !== false,
    operator: (values.operatorType as SelectOperator | undefined) ?? "exact",
    singleValue: typeof single === "number" ? SINGLE_VALUES[single] : undefined,
    rangeDisplay: (values.rangeDisplayMode as FilterControls["rangeDisplay"] | undefined) ?? "slider-and-input",
  };
}

export function targetColumn(filter: NativeFilter): string | undefined {
  return filter.targets[0]?.column?.name;
}

export function targetDataset(filter: NativeFilter): number | undefined {
  return filter.targets[0]?.datasetId;
}

interface OptionRequest {
  filter: NativeFilter;
  inherited: ExtraFormData;
  search?: string;
}

/** Marks the query as the dashboard's: users who can open the dashboard may query its filter options. */
export function asDashboardQuery<T extends QueryContext | undefined>(
  context: T,
  { filter, dashboardId }: { filter: NativeFilter; dashboardId: number },
): T {
  return context && { ...context, form_data: { type: "NATIVE_FILTER", native_filter_id: filter.id, dashboardId } };
}

export function valuesQuery({ filter, inherited, search }: OptionRequest): QueryContext | undefined {
  const column = targetColumn(filter);
  if (!column) return undefined;
  const { sortAscending } = filterControls(filter);
  const count = { expressionType: "SQL" as const, sqlExpression: "COUNT(*)", label: COUNT_LABEL };
  const isOwnLabel = filter.sortMetric && filter.sortMetric !== column;
  const metrics = isOwnLabel ? [count, filter.sortMetric as string] : [count];
  const found: QueryFilter[] = search ? [{ col: column, op: "ILIKE", val: `%${search}%` }] : [];
  return contextOf(filter, {
    ...baseQuery(filter, inherited, found),
    columns: [column],
    metrics,
    orderby: [[filter.sortMetric ?? column, sortAscending]],
    row_limit: LIMITS.nativeFilterRowLimit,
  });
}

export const COUNT_LABEL = "__count";
export const MIN_LABEL = "__min";
export const MAX_LABEL = "__max";

export function extentQuery({ filter, inherited }: OptionRequest): QueryContext | undefined {
  const column = targetColumn(filter);
  if (!column) return undefined;
  const metrics = extentMetrics(column);
  return contextOf(filter, { ...baseQuery(filter, inherited, []), columns: [], metrics, row_limit: 1 });
}

export function extentMetrics(column: string): SimpleMetric[] {
  const end = (aggregate: "MIN" | "MAX", label: string): SimpleMetric => ({
    expressionType: "SIMPLE",
    column: { column_name: column },
    aggregate,
    label,
  });
  return [end("MIN", MIN_LABEL), end("MAX", MAX_LABEL)];
}

/** Row counts per bin for the histogram: `BIN_LABEL` (0 to bins; the maximum is in bin `bins`) and `COUNT_LABEL`. */
export function histogramQuery(
  request: OptionRequest,
  { low, high, bins }: { low: number; high: number; bins: number },
): QueryContext | undefined {
  const column = targetColumn(request.filter);
  if (!column || high <= low) return undefined;
  const bin = { start: low, width: (high - low) / bins };
  return contextOf(request.filter, {
    ...baseQuery(request.filter, request.inherited, [{ col: column, op: "IS NOT NULL" }]),
    columns: [{ label: BIN_LABEL, sqlExpression: column, isColumnReference: true, bin }],
    metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: COUNT_LABEL }],
    // One each for the largest value and for rounding.
    row_limit: bins + 2,
  });
}

export const BIN_LABEL = "__bin";

function allAdhoc({ filter, inherited }: OptionRequest): AdhocFilter[] {
  return [...(filter.adhoc_filters ?? []), ...(inherited.adhoc_filters ?? [])];
}

function sqlOf(adhoc: readonly AdhocFilter[], clause: "WHERE" | "HAVING"): { where?: string; having?: string } {
  const sql = adhoc
    .filter((one) => one.expressionType === "SQL" && one.sqlExpression && (one.clause ?? "WHERE") === clause)
    .map((one) => `(${one.sqlExpression})`)
    .join(" AND ");
  return sql ? { [clause.toLowerCase()]: sql } : {};
}

function baseQuery(filter: NativeFilter, inherited: ExtraFormData, own: readonly QueryFilter[]): QueryObject {
  const adhoc = allAdhoc({ filter, inherited });
  const simple = adhoc
    .filter((one) => one.expressionType === "SIMPLE" && one.clause !== "HAVING" && one.subject && one.operator)
    .map((one) => ({ col: one.subject as string, op: one.operator as string, val: one.comparator ?? undefined }));
  const extras = { ...sqlOf(adhoc, "WHERE"), ...sqlOf(adhoc, "HAVING") };
  const timeRange = inherited.time_range ?? filter.time_range ?? undefined;
  const timeColumn = inherited.granularity_sqla ?? filter.granularity_sqla ?? undefined;
  return {
    filters: [...simple, ...(inherited.filters ?? []), ...own],
    ...(Object.keys(extras).length > 0 ? { extras } : {}),
    ...(timeRange && timeRange !== NO_FILTER ? { time_range: timeRange } : {}),
    ...(timeColumn ? { granularity: timeColumn } : {}),
  };
}

function contextOf(filter: NativeFilter, query: QueryObject): QueryContext | undefined {
  const id = targetDataset(filter);
  if (id === undefined) return undefined;
  return { datasource: { id, type: "table" }, queries: [query], result_format: "json", result_type: "full" };
}

export const NO_FILTER = "No filter";

const IMPOSSIBLE: ExtraFormData = {
  adhoc_filters: [{ clause: "WHERE", expressionType: "SQL", sqlExpression: "1 = 0" }],
};

export function selectMask(filter: NativeFilter, values: readonly FilterScalar[], exclude?: boolean): DataMask {
  const { isRequired, operator, inverseSelection } = filterControls(filter);
  const col = targetColumn(filter);
  const isInverse = exclude ?? inverseSelection;
  if (values.length === 0 || !col) {
    const extraFormData = isRequired && values.length === 0 ? IMPOSSIBLE : {};
    return { id: filter.id, extraFormData, filterState: { value: null, label: "" } };
  }
  const chosen = values.map(displayValue).join(", ");
  const label = isInverse ? t("{values} (excluded)", { values: chosen }) : chosen;
  const state = { value: [...values], label, ...(isInverse ? { excludeFilterValues: true } : {}) };
  return {
    id: filter.id,
    extraFormData: { filters: [selectClause({ col, values, operator, isInverse })] },
    filterState: state,
  };
}

interface ChosenValues {
  col: string;
  values: readonly FilterScalar[];
  operator: SelectOperator;
  isInverse: boolean;
}

function selectClause({ col, values, operator, isInverse }: ChosenValues): QueryFilter {
  const nullOption = isInverse && !values.includes(null) ? { keepsNull: true } : {};
  if (operator === "exact") {
    return { col, op: isInverse ? "NOT IN" : "IN", val: [...values], ...nullOption, ...exactOption(values) };
  }
  const before = operator === "ilike_starts_with" ? "" : "%";
  const after = operator === "ilike_ends_with" ? "" : "%";
  return { col, op: isInverse ? "NOT ILIKE" : "ILIKE", val: `${before}${String(values[0])}${after}`, ...nullOption };
}

export function displayValue(value: FilterScalar | undefined): string {
  if (value === null || value === undefined) return "<NULL>";
  if (value === "") return "<empty string>";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "number" ? number(value, { maximumFractionDigits: 6 }) : value;
}

export type Range = readonly [number | null, number | null];
export const RANGE_PROBLEM = msg("Minimum must be strictly less than maximum");

export function rangeProblem([low, high]: Range, single: SingleValue): string | undefined {
  if (single !== undefined || low === null || high === null) return undefined;
  return low >= high ? t(RANGE_PROBLEM) : undefined;
}

export function rangeMask(filter: NativeFilter, range: Range): DataMask {
  const col = targetColumn(filter);
  const { singleValue, isRequired } = filterControls(filter);
  const [low, high] = range;
  if (!col || (low === null && high === null)) {
    return { id: filter.id, extraFormData: isRequired ? IMPOSSIBLE : {}, filterState: { value: null, label: "" } };
  }
  const filters: QueryFilter[] = [];
  if (singleValue === "exact") filters.push({ col, op: "==", val: low ?? high });
  else {
    if (low !== null && singleValue !== "max") filters.push({ col, op: ">=", val: low });
    if (high !== null && singleValue !== "min") filters.push({ col, op: "<=", val: high });
  }
  return {
    id: filter.id,
    extraFormData: { filters },
    filterState: { value: [low, high], label: rangeWords(range, singleValue) },
  };
}

export function rangeWords([low, high]: Range, single: SingleValue): string {
  if (single === "exact") return displayValue(low ?? high);
  if (low === null) return `≤ ${displayValue(high)}`;
  if (high === null) return `≥ ${displayValue(low)}`;
  return `${displayValue(low)} – ${displayValue(high)}`;
}

export function overrideMask(filter: NativeFilter, value: string | null): DataMask {
  const key = OVERRIDES[filter.filterType];
  const isEmpty = value === null || value === "" || value === NO_FILTER;
  if (!key || isEmpty) return { id: filter.id, extraFormData: {}, filterState: { value: null, label: "" } };
  const isList = filter.filterType !== "filter_time";
  return {
    id: filter.id,
    extraFormData: { [key]: value },
    filterState: { value: isList ? [value] : value, label: value },
  };
}

const OVERRIDES: Readonly<Record<string, keyof ExtraFormData>> = {
  filter_time: "time_range",
  filter_timegrain: "time_grain_sqla",
  filter_timecolumn: "granularity_sqla",
  chart_customization_timegrain: "time_grain_sqla",
  chart_customization_timecolumn: "granularity_sqla",
};

export function dimensionsMask(control: NativeFilter, columns: readonly string[]): DataMask {
  const isEmpty = columns.length === 0;
  return {
    id: control.id,
    extraFormData: isEmpty ? {} : { custom_form_data: { groupby: [...columns] } },
    filterState: { value: isEmpty ? null : [...columns], label: columns.join(", ") },
  };
}

export function layersMask(control: NativeFilter, layers: readonly { id: number; name: string }[] | null): DataMask {
  if (layers === null) return { id: control.id, extraFormData: {}, filterState: { value: null, label: "" } };
  const ids = layers.map((layer) => layer.id);
  return {
    id: control.id,
    extraFormData: { visible_deckgl_layers: ids },
    filterState: { value: ids, label: layers.map((layer) => layer.name).join(", ") || t("No layer") },
  };
}

export function maskValues(mask: DataMask | undefined): FilterScalar[] {
  const value = mask?.filterState?.value;
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => one === null) && list.length === 2 ? [] : (list as FilterScalar[]);
}

export function hasValue(mask: DataMask | undefined): boolean {
  return maskValues(mask).length > 0;
}

/** The default, also if only its value is stored, as in files written by hand. */
export function storedDefault(filter: NativeFilter): DataMask {
  const { defaultDataMask: stored, filterType } = filter;
  const values = maskValues(stored);
  if (values.length === 0 || Object.keys(stored.extraFormData ?? {}).length > 0) return stored;
  if (filterType === "filter_select") return selectMask(filter, values, stored.filterState?.excludeFilterValues);
  if (filterType in OVERRIDES) return overrideMask(filter, String(values[0]));
  if (filterType !== "filter_range") return stored;
  const [low, high] = values.map((value) => (value === null ? null : Number(value)));
  return rangeMask(filter, [low ?? null, high ?? null]);
}

export function isNeededByCharts(filter: NativeFilter): boolean {
  const { defaultToFirstItem, isRequired } = filterControls(filter);
  return (defaultToFirstItem || isRequired) && !hasValue(filter.defaultDataMask);
}

export function splitPasted(text: string): string[] {
  const parts = text.split(/,|\r\n|\n|\t|;/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}
