import { appliesTo, type TargetDataset } from "../../../model/cross-filter.ts";
import { type DataMask, type DataMaskMap, type ExtraFormData, mergeExtraFormData } from "../../../model/data-mask.ts";
import { crossFilterReach, crossFilterScope, dependenciesOf } from "../../../model/filter-scope.ts";
import { LAYERED, type LayerFilters, layersInScope } from "../../../model/layer-scope.ts";
import type { FilterScope, NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, hasValue, selectMask, targetColumn } from "../../../model/native-filter-query.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { chartTitle, type Dashboard, datasetOf } from "./dashboard.ts";

/**
 * What filters and selections do to charts. A mask map is keyed by filter id or chart id; native filters contribute in
 * display order, then cross-filters in the order they were made, and the later override wins.
 */

/** Masks to start from. The first source that has any wins as a whole; filters it lacks keep their defaults. */
export function initialMasks(
  filters: readonly NativeFilter[],
  sources: readonly (DataMaskMap | null | undefined)[],
): DataMaskMap {
  const defaults = Object.fromEntries(filters.map((filter) => [filter.id, defaultMask(filter)]));
  const given = sources.find((source) => source && Object.keys(source).length > 0);
  return { ...defaults, ...given };
}

export function defaultMask(filter: NativeFilter): DataMask {
  const stored = filter.defaultDataMask;
  if (hasValue(stored) || Object.keys(stored.extraFormData ?? {}).length > 0) return { ...stored, id: filter.id };
  return filter.filterType === "filter_select" ? selectMask(filter, []) : { id: filter.id, extraFormData: {} };
}

/** A cross-filter that is set, with the charts it reaches. */
export interface CrossFilter {
  chartId: number;
  /** Title of the chart it was made in. */
  source: string;
  /** Columns it filters by, e.g. `Origin`. */
  columns: string;
  label: string;
  reach: readonly number[];
  /** In scope, but their dataset lacks the column. */
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
    columns: names.join(", "),
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

interface Reaching {
  id: string;
  contribution: ExtraFormData;
  /** Places of the layers of a map that it is narrowed to; null: it is for the whole chart. */
  layers: number[] | null;
}

/** Filters, then cross-filters, that reach a chart. */
function reachingOf(dashboard: Dashboard, masks: DataMaskMap, chartId: number): Reaching[] {
  const isLayered = dashboard.charts.get(chartId)?.form_data.viz_type === LAYERED;
  const reaching = (id: string, scope: FilterScope): Reaching => ({
    id,
    contribution: masks[id]?.extraFormData ?? {},
    layers: isLayered ? layersInScope(scope, chartId) : null,
  });
  const native = dashboard.filters
    .filter((filter) => dashboard.reach.get(filter.id)?.includes(chartId))
    .map((filter) => reaching(filter.id, filter.scope));
  const crossed = crossFilters(dashboard, masks)
    .filter((cross) => cross.reach.includes(chartId))
    .map((cross) => reaching(String(cross.chartId), crossFilterScope(cross.chartId, dashboard.metadata)));
  return [...native, ...crossed];
}

/** Everything that reaches a whole chart, merged in order. */
export function extraFormDataOf(dashboard: Dashboard, masks: DataMaskMap, chartId: number): ExtraFormData {
  const whole = reachingOf(dashboard, masks, chartId).filter(({ layers }) => layers === null);
  return mergeExtraFormData(whole.map(({ contribution }) => contribution));
}

/** What reaches only some layers of a map; null when nothing does. */
export function layerFiltersOf(dashboard: Dashboard, masks: DataMaskMap, chartId: number): LayerFilters | null {
  const narrowed = reachingOf(dashboard, masks, chartId).flatMap(({ layers, ...rest }) =>
    layers && Object.keys(rest.contribution).length > 0 ? [{ ...rest, layers }] : [],
  );
  if (narrowed.length === 0) return null;
  return {
    layer_filter_scope: Object.fromEntries(narrowed.map(({ id, layers }) => [id, layers])),
    filter_data_mapping: Object.fromEntries(narrowed.map(({ id, contribution }) => [id, contribution])),
  };
}

/** What the filters a filter depends on contribute to its options. */
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

/** A filter that takes its first value has not got it yet. */
export function isWaiting(filter: NativeFilter, masks: DataMaskMap): boolean {
  return filterControls(filter).defaultToFirstItem && !hasValue(masks[filter.id]);
}

/** A filter that must have a value has none and will not get one by itself. */
export function isMissing(filter: NativeFilter, masks: DataMaskMap): boolean {
  const { isRequired, defaultToFirstItem } = filterControls(filter);
  return isRequired && !defaultToFirstItem && !hasValue(masks[filter.id]);
}

export type Gate = { kind: "open" } | { kind: "waiting" } | { kind: "required"; filter: NativeFilter };

/** The parts of the view's state that decide what reaches a chart. */
export interface Filtering {
  dashboard: Dashboard;
  applied: DataMaskMap;
  /** Filters whose first value could not be loaded: charts do not wait for them. */
  failedFilters?: ReadonlySet<string>;
}

/** Whether a chart may ask for data: not before its required filters have a value. */
export function gateOf({ dashboard, applied, failedFilters = new Set() }: Filtering, chartId: number): Gate {
  const reaching = dashboard.filters.filter((filter) => dashboard.reach.get(filter.id)?.includes(chartId));
  const waiting = reaching.filter((filter) => isWaiting(filter, applied));
  const isLost = (filter: NativeFilter) => failedFilters.has(filter.id) && filterControls(filter).isRequired;
  const required = reaching.find((filter) => isMissing(filter, applied)) ?? waiting.find(isLost);
  if (required) return { kind: "required", filter: required };
  return waiting.some((filter) => !failedFilters.has(filter.id)) ? { kind: "waiting" } : { kind: "open" };
}

export interface BadgeEntry {
  id: string;
  name: string;
  value: string;
  kind: "filter" | "cross-filter";
  status: "applied" | "incompatible";
  /** Why it isn't applied. */
  reason?: string;
}

/** Filters and cross-filters with a value that concern a chart, told apart by whether its query took them. */
export function badgeOf(
  { dashboard, applied }: Filtering,
  chartId: number,
  results: readonly ChartDataResult[] = [],
): BadgeEntry[] {
  const isTaken = takenBy(results);
  const native = dashboard.filters
    .filter((filter) => dashboard.reach.get(filter.id)?.includes(chartId) && hasValue(applied[filter.id]))
    .map((filter): BadgeEntry => {
      const value = applied[filter.id]?.filterState?.label ?? "";
      const entry = { id: filter.id, name: filter.name, value, kind: "filter" } as const;
      if (isTaken(reportedColumn(filter))) return { ...entry, status: "applied" };
      const isTime = REPORTED[filter.filterType] !== undefined;
      return { ...entry, status: "incompatible", reason: isTime ? "No time column" : "No such column" };
    });
  const crossed = crossFilters(dashboard, applied)
    .filter((cross) => cross.reach.includes(chartId) || cross.incompatible.includes(chartId))
    .map((cross): BadgeEntry => {
      const status = cross.reach.includes(chartId) ? "applied" : "incompatible";
      return { id: String(cross.chartId), name: cross.columns, value: cross.label, kind: "cross-filter", status };
    });
  return [...native, ...crossed];
}

/** Whether a query of the chart says that it took the filter. Until there are answers all filters count as taken. */
function takenBy(results: readonly ChartDataResult[]): (column: string) => boolean {
  const telling = results.filter((result) => result.applied_filters);
  const applied = telling.flatMap((result) => [
    ...(result.applied_filters ?? []).map((one) => String(one.column)),
    ...(result.applied_template_filters ?? []),
  ]);
  const taken = new Set(applied);
  return (column) => telling.length === 0 || taken.has(column);
}

const REPORTED: Readonly<Record<string, string>> = {
  filter_time: "__time_range",
  filter_timegrain: "__time_grain",
  filter_timecolumn: "__time_col",
};

function reportedColumn(filter: NativeFilter): string {
  return REPORTED[filter.filterType] ?? targetColumn(filter) ?? "";
}

/** Masks after Clear all: in-scope filters emptied, required ones back at their default; selections dropped. */
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

/** Filters whose chosen value differs from the applied one. */
export function waitingChanges(filters: readonly NativeFilter[], chosen: DataMaskMap, applied: DataMaskMap): string[] {
  const contribution = (mask: DataMask | undefined) =>
    JSON.stringify([mask?.extraFormData ?? {}, hasValue(mask) ? mask?.filterState?.value : null]);
  return filters.map((f) => f.id).filter((id) => contribution(chosen[id]) !== contribution(applied[id]));
}
