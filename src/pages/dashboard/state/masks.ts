import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { appliesTo, type TargetDataset } from "../../../model/cross-filter.ts";
import {
  type DataMask,
  type DataMaskMap,
  type ExtraFormData,
  mergeExtraFormData,
  withOwnTime,
} from "../../../model/data-mask.ts";
import { crossFilterReach, crossFilterScope, dependenciesOf } from "../../../model/filter-scope.ts";
import { LAYERED, type LayerFilters, layersInScope } from "../../../model/layer-scope.ts";
import type { FilterScope, NativeFilter } from "../../../model/native-filter.ts";
import {
  filterControls,
  hasValue,
  selectMask,
  storedDefault,
  targetColumn,
} from "../../../model/native-filter-query.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { chartTitle, type Dashboard, datasetOf } from "./dashboard.ts";

/**
 * How filters and selections affect charts. Mask maps are keyed by filter id or chart id. Native filters apply in display
 * order, then cross-filters in the order they were made; later overrides win.
 */

/** Initial masks. The first non-empty source is used as a whole; filters it lacks keep their defaults. */
export function initialMasks(
  filters: readonly NativeFilter[],
  sources: readonly (DataMaskMap | null | undefined)[],
): DataMaskMap {
  const defaults = Object.fromEntries(filters.map((filter) => [filter.id, defaultMask(filter)]));
  const initial = sources.find((source) => source && Object.keys(source).length > 0);
  return { ...defaults, ...initial };
}

export function defaultMask(filter: NativeFilter): DataMask {
  const stored = storedDefault(filter);
  if (hasValue(stored) || Object.keys(stored.extraFormData ?? {}).length > 0) return { ...stored, id: filter.id };
  return filter.filterType === "filter_select" ? selectMask(filter, []) : { id: filter.id, extraFormData: {} };
}

export interface CrossFilter {
  chartId: number;
  source: string;
  columns: string;
  label: string;
  reach: readonly number[];
  incompatible: readonly number[];
}

export function crossFilters(dashboard: Dashboard, masks: DataMaskMap): CrossFilter[] {
  return Object.entries(masks)
    .filter(([id, mask]) => dashboard.charts.has(Number(id)) && (mask.extraFormData?.filters?.length ?? 0) > 0)
    .map(([id, mask]) => crossFilterOf(dashboard, Number(id), mask));
}

function crossFilterOf(dashboard: Dashboard, chartId: number, mask: DataMask): CrossFilter {
  const scope = crossFilterReach(chartId, dashboard.metadata, dashboard.layout);
  const source = targetDataset(dashboard, chartId);
  const reach = scope.filter((id) => appliesTo(mask, source, targetDataset(dashboard, id)));
  const verbose = datasetOf(dashboard, chartId)?.verbose_map ?? {};
  const names = (mask.extraFormData?.filters ?? []).map(({ col }) =>
    typeof col === "string" ? verbose[col] || col : (col.label ?? col.sqlExpression),
  );
  return {
    chartId,
    source: chartTitle(dashboard, chartId),
    columns: list(new Set(names), "commas"),
    label: mask.filterState?.label ?? "",
    reach,
    incompatible: scope.filter((id) => !reach.includes(id)),
  };
}

function targetDataset(dashboard: Dashboard, chartId: number): TargetDataset | undefined {
  const dataset = datasetOf(dashboard, chartId);
  if (!dataset) return undefined;
  const listed = Array.isArray(dataset.column_names) ? (dataset.column_names as string[]) : [];
  return { id: dataset.id, columns: new Set([...dataset.columns.map((column) => column.column_name), ...listed]) };
}

interface ChartCondition {
  id: string;
  contribution: ExtraFormData;
  /** Indexes of the map layers that the filter is limited to; null = the whole chart. */
  layers: number[] | null;
}

function conditionsOf(dashboard: Dashboard, masks: DataMaskMap, chartId: number): ChartCondition[] {
  const isLayered = dashboard.charts.get(chartId)?.form_data.viz_type === LAYERED;
  const conditionOf = (id: string, scope: FilterScope): ChartCondition => ({
    id,
    contribution: masks[id]?.extraFormData ?? {},
    layers: isLayered ? layersInScope(scope, chartId) : null,
  });
  const native = dashboard.filters
    .filter((filter) => dashboard.reach.get(filter.id)?.includes(chartId))
    .map((filter) => conditionOf(filter.id, filter.scope));
  const crossed = crossFilters(dashboard, masks)
    .filter((cross) => cross.reach.includes(chartId))
    .map((cross) => conditionOf(String(cross.chartId), crossFilterScope(cross.chartId, dashboard.metadata)));
  return [...native, ...crossed];
}

export function extraFormDataOf(dashboard: Dashboard, masks: DataMaskMap, chartId: number): ExtraFormData {
  const whole = conditionsOf(dashboard, masks, chartId).filter(({ layers }) => layers === null);
  const columns = targetDataset(dashboard, chartId)?.columns;
  return mergeExtraFormData(whole.map(({ contribution }) => withOwnTime(contribution, columns)));
}

export function layerFiltersOf(dashboard: Dashboard, masks: DataMaskMap, chartId: number): LayerFilters | null {
  const narrowed = conditionsOf(dashboard, masks, chartId).flatMap(({ layers, ...rest }) =>
    layers && Object.keys(rest.contribution).length > 0 ? [{ ...rest, layers }] : [],
  );
  if (narrowed.length === 0) return null;
  return {
    layer_filter_scope: Object.fromEntries(narrowed.map(({ id, layers }) => [id, layers])),
    filter_data_mapping: Object.fromEntries(narrowed.map(({ id, contribution }) => [id, contribution])),
  };
}

export function inheritedOf(
  filter: NativeFilter,
  filters: readonly NativeFilter[],
  masks: DataMaskMap,
): { inherited: ExtraFormData; waitsFor: NativeFilter[] } {
  const parents = dependenciesOf(filter, filters);
  const inherited = mergeExtraFormData(parents.map((parent) => masks[parent.id]?.extraFormData));
  const waitsFor = parents.filter((parent) => isWaiting(parent, masks));
  return { inherited, waitsFor };
}

export function isWaiting(filter: NativeFilter, masks: DataMaskMap): boolean {
  return filterControls(filter).defaultToFirstItem && !hasValue(masks[filter.id]);
}

export function isMissing(filter: NativeFilter, masks: DataMaskMap): boolean {
  const { isRequired, defaultToFirstItem } = filterControls(filter);
  return isRequired && !defaultToFirstItem && !hasValue(masks[filter.id]);
}

export type Gate = { kind: "open" } | { kind: "waiting" } | { kind: "required"; filter: NativeFilter };

export interface FilterInput {
  dashboard: Dashboard;
  applied: DataMaskMap;
  /** Filters whose first value failed to load; charts don't wait for them. */
  failedFilters?: ReadonlySet<string>;
}

export function gateOf({ dashboard, applied, failedFilters = new Set() }: FilterInput, chartId: number): Gate {
  const inScope = dashboard.filters.filter((filter) => dashboard.reach.get(filter.id)?.includes(chartId));
  const waiting = inScope.filter((filter) => isWaiting(filter, applied));
  const hasFailed = (filter: NativeFilter) => failedFilters.has(filter.id) && filterControls(filter).isRequired;
  const required = inScope.find((filter) => isMissing(filter, applied)) ?? waiting.find(hasFailed);
  if (required) return { kind: "required", filter: required };
  return waiting.some((filter) => !failedFilters.has(filter.id)) ? { kind: "waiting" } : { kind: "open" };
}

export interface BadgeEntry {
  id: string;
  name: string;
  value: string;
  kind: "filter" | "cross-filter";
  status: "applied" | "incompatible";
  reason?: string;
}

export function badgeOf(
  { dashboard, applied }: FilterInput,
  chartId: number,
  results: readonly ChartDataResult[] = [],
): BadgeEntry[] {
  const isApplied = appliedBy(results);
  const native = dashboard.filters
    .filter((filter) => dashboard.reach.get(filter.id)?.includes(chartId) && hasValue(applied[filter.id]))
    .map((filter): BadgeEntry => {
      const value = applied[filter.id]?.filterState?.label ?? "";
      const entry = { id: filter.id, name: filter.name, value, kind: "filter" } as const;
      if (isApplied(reportedColumn(filter))) return { ...entry, status: "applied" };
      const isTime = REPORTED[filter.filterType] !== undefined;
      return { ...entry, status: "incompatible", reason: isTime ? t("No time column") : t("No such column") };
    });
  const crossed = crossFilters(dashboard, applied)
    .filter((cross) => cross.reach.includes(chartId) || cross.incompatible.includes(chartId))
    .map((cross): BadgeEntry => {
      const status = cross.reach.includes(chartId) ? "applied" : "incompatible";
      return { id: String(cross.chartId), name: cross.columns, value: cross.label, kind: "cross-filter", status };
    });
  return [...native, ...crossed];
}

/** Whether a query of the chart applied the filter. True for all filters before there are results. */
function appliedBy(results: readonly ChartDataResult[]): (column: string) => boolean {
  const reporting = results.filter((result) => result.applied_filters);
  const applied = reporting.flatMap((result) => [
    ...(result.applied_filters ?? []).map((one) => String(one.column)),
    ...(result.applied_template_filters ?? []),
  ]);
  const columns = new Set(applied);
  return (column) => reporting.length === 0 || columns.has(column);
}

const REPORTED: Readonly<Record<string, string>> = {
  filter_time: "__time_range",
  filter_timegrain: "__time_grain",
  filter_timecolumn: "__time_col",
};

function reportedColumn(filter: NativeFilter): string {
  return REPORTED[filter.filterType] ?? targetColumn(filter) ?? "";
}

export function clearedMasks(
  dashboard: Dashboard,
  masks: DataMaskMap,
  isInScope: (filter: NativeFilter) => boolean,
): DataMaskMap {
  const next: DataMaskMap = {};
  for (const filter of dashboard.filters) {
    const current = masks[filter.id];
    if (!isInScope(filter) && current) next[filter.id] = current;
    else next[filter.id] = emptiedMask(filter);
  }
  return next;
}

export function emptiedMask(filter: NativeFilter): DataMask {
  if (filterControls(filter).isRequired) return defaultMask(filter);
  return { id: filter.id, extraFormData: {}, filterState: { value: null, label: "" } };
}

export function pendingChanges(filters: readonly NativeFilter[], chosen: DataMaskMap, applied: DataMaskMap): string[] {
  const contribution = (mask: DataMask | undefined) =>
    JSON.stringify([mask?.extraFormData ?? {}, hasValue(mask) ? mask?.filterState?.value : null]);
  return filters.map((f) => f.id).filter((id) => contribution(chosen[id]) !== contribution(applied[id]));
}
