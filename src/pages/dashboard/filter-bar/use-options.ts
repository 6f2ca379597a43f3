import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DataMaskMap } from "../../../model/data-mask.ts";
import { type FilterOption, optionsOf } from "../../../model/filter-options.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import {
  asDashboardQuery,
  BIN_LABEL,
  COUNT_LABEL,
  extentQuery,
  histogramQuery,
  isNeededByCharts,
  MAX_LABEL,
  MIN_LABEL,
  targetColumn,
  valuesQuery,
} from "../../../model/native-filter-query.ts";
import { type ChartDataResult, LIMITS, type QueryContext } from "../../../model/query-context.ts";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { fetchChartData } from "../../../web/chart-view/use-chart-data.ts";
import { useView } from "../state/context.ts";
import { inheritedOf } from "../state/masks.ts";
import { progressOf } from "../state/store.ts";
import { useCanLoadFilters } from "./after-charts.tsx";

export interface FilterOptions {
  options: readonly FilterOption[];
  /** More values exist than were requested, so that a search has to ask the server. */
  isTruncated: boolean;
  isNumeric: boolean;
  isLoading: boolean;
  waitsFor: readonly string[];
  error: Error | null;
  retry(): void;
}

const NUMERIC = 0;
const STALE_MS = 60_000;

function useRows(kind: string, context: QueryContext | undefined, isEnabled: boolean) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["filter", kind, JSON.stringify(context ?? null)],
    queryFn: async ({ signal }) => (await fetchChartData(context as QueryContext, signal)).result[0] ?? {},
    enabled: isEnabled && context !== undefined,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
  });
  /** Filters mostly fail together. */
  const retry = () =>
    void client.refetchQueries({ queryKey: ["filter"], predicate: ({ state }) => state.status === "error" });
  return { ...query, retry };
}

export function useInherited(filter: NativeFilter) {
  const { chosen, filters } = useView((view) => ({ chosen: view.chosen, filters: view.dashboard.filters }));
  return inheritedOf(filter, filters, chosen as DataMaskMap);
}

function useCanRequest(filter: NativeFilter): boolean {
  return useCanLoadFilters() || isNeededByCharts(filter);
}

export function useFilterOptions(filter: NativeFilter, search: string, isWanted = false): FilterOptions {
  const { inherited, waitsFor } = useInherited(filter);
  const dashboardId = useView((view) => view.dashboard.detail.id);
  const context = asDashboardQuery(valuesQuery({ filter, inherited, search: search || undefined }), {
    filter,
    dashboardId,
  });
  const canRequest = useCanRequest(filter) || isWanted;
  const { data, isFetching, isPending, error, retry } = useRows("values", context, waitsFor.length === 0 && canRequest);
  const options = optionsOf(data, targetColumn(filter) ?? "");
  return {
    options,
    isTruncated: options.length >= LIMITS.nativeFilterRowLimit,
    isNumeric: data?.coltypes?.[0] === NUMERIC,
    isLoading: isFetching || (isPending && waitsFor.length === 0),
    waitsFor: waitsFor.map((one) => one.name),
    error,
    retry,
  };
}

export interface Extent {
  low: number;
  high: number;
}

export function useExtent(filter: NativeFilter) {
  const { inherited, waitsFor } = useInherited(filter);
  const dashboardId = useView((view) => view.dashboard.detail.id);
  const query = useRows(
    "extent",
    asDashboardQuery(extentQuery({ filter, inherited }), { filter, dashboardId }),
    useCanRequest(filter) && waitsFor.length === 0,
  );
  const row = Array.isArray(query.data?.data) ? query.data.data[0] : undefined;
  const low = Number(row?.[MIN_LABEL] ?? Number.NaN);
  const high = Number(row?.[MAX_LABEL] ?? Number.NaN);
  const extent: Extent | undefined = Number.isFinite(low) && Number.isFinite(high) ? { low, high } : undefined;
  const isLoading = query.isFetching || (query.isPending && waitsFor.length === 0);
  return { extent, isLoading, error: query.error, retry: query.retry };
}

export const BINS = 16;

/**
 * Row counts of 16 equal bins between the ends; undefined when the database can't compute them. Only decoration, so
 * requested when no chart is loading.
 */
export function useHistogram(filter: NativeFilter, extent: Extent | undefined): number[] | undefined {
  const { inherited, waitsFor } = useInherited(filter);
  const dashboardId = useView((view) => view.dashboard.detail.id);
  const bins = extent ? histogramQuery({ filter, inherited }, { ...extent, bins: BINS }) : undefined;
  const context = asDashboardQuery(bins, { filter, dashboardId });
  const isIdle = useView((view) => {
    const { total, done } = progressOf(view, cachedAt);
    return done === total;
  });
  const { data } = useRows("histogram", context, waitsFor.length === 0 && isIdle);
  return binsOf(data);
}

/** The largest value falls into an extra bin, which is merged into the last one. */
export function binsOf(result: ChartDataResult | undefined): number[] | undefined {
  if (!result || !Array.isArray(result.data) || result.data.length === 0) return undefined;
  const bins = new Array<number>(BINS).fill(0);
  for (const row of result.data) {
    const at = Math.min(Math.max(Number(row[BIN_LABEL]), 0), BINS - 1);
    bins[at] = (bins[at] ?? 0) + Number(row[COUNT_LABEL] ?? 0);
  }
  return bins;
}
