import { type QueryClient, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { explainChartData } from "../../../api/chart-data/contract.ts";
import { showProfile } from "../../../api/dashboard/contract.ts";
import { isNeededByCharts } from "../../../model/native-filter-query.ts";
import type { OperationResult } from "../../../model/operation.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { slowReasons } from "../../../model/slow-reasons.ts";
import type { TileProfile } from "../../../model/tile-profile.ts";
import { limitReached } from "../../../web/chart-view/chart-state.ts";
import { type ChartLoad, onLoads, profiledLoads } from "../../../web/chart-view/profiler.ts";
import { call } from "../../../web/client/client.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { type ViewState, visibleCharts } from "../state/store.ts";
import { reasonText } from "./reason-texts.ts";
import { type DoneLoad, isDone, tileProfile } from "./tile-times.ts";

/** A chart in the panel; `tile` once it is drawn. */
export interface ProfiledTile {
  chartId: number;
  name: string;
  tile: TileProfile | undefined;
  /** Of the reader's own page, for the statements. */
  context: QueryContext | undefined;
}

type Explanation = OperationResult<typeof explainChartData>;

const FAST_MS = 100;

const explainKey = (context: QueryContext) => ["chart-explain", JSON.stringify(context)];

/** Asks the engine for its plan, without running the query, once nothing else loads. */
export function useExplanation(context: QueryContext | undefined, isEnabled: boolean) {
  return useQuery({
    ...explanationOf(context ?? ({} as QueryContext)),
    enabled: isEnabled && context !== undefined,
  });
}

const explanationOf = (context: QueryContext) =>
  queryOptions({
    queryKey: explainKey(context),
    queryFn: ({ signal }) => call(explainChartData, { body: { context: { ...context } } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The texts for each tile, the most important first; for live tiles, with what the engine says of those it ran. */
export function useReasons(tiles: readonly ProfiledTile[], isLive: boolean): Map<ProfiledTile, string[]> {
  const slow = isLive ? tiles.filter(needsExplanation) : [];
  const contexts = new Map(slow.flatMap(({ context }) => (context ? [[JSON.stringify(context), context]] : [])));
  const explanations = useQueries({ queries: [...contexts.values()].map(explanationOf) });
  const facts = new Map([...contexts.keys()].map((key, i) => [key, explanations[i]?.data?.facts]));
  return new Map(
    tiles.map((profiled) => {
      const { tile, context } = profiled;
      if (!tile) return [profiled, []];
      const known = facts.get(JSON.stringify(context)) ?? tile.explained;
      return [profiled, slowReasons({ ...tile, explained: known }).map(({ reason }) => reasonText(reason, tile))];
    }),
  );
}

/** Of every tile that has reasons, if there are several. */
export function sharedReasons(reasons: Iterable<readonly string[]>): { texts: string[]; count: number } {
  const [first = [], ...others] = [...reasons].filter(({ length }) => length > 0);
  const texts = others.length > 0 ? first.filter((text) => others.every((texts) => texts.includes(text))) : [];
  return { texts, count: others.length + 1 };
}

/** For others, who don't ask the engine again. */
export const explainedTiles = (client: QueryClient, tiles: readonly ProfiledTile[]): TileProfile[] =>
  tiles.flatMap(({ tile, context }) => {
    if (!tile) return [];
    const known = context && client.getQueryData<Explanation>(explainKey(context));
    return [{ ...tile, explained: known?.facts ?? null }];
  });

const needsExplanation = ({ tile }: ProfiledTile) =>
  tile !== undefined &&
  !tile.hasFailed &&
  tile.wallMs >= FAST_MS &&
  tile.server !== null &&
  tile.server.cache !== "hit";

/** Of this page's loads, the last of each chart; slowest first. */
export function useLiveTiles(): { tiles: ProfiledTile[]; isLoading: boolean } {
  const { store } = useDashboardPage();
  const loads = useSyncExternalStore(onLoads, profiledLoads);
  const view = store.getState();
  const isEmpty = loads.length === 0 && visibleCharts(view).size > 0;
  const isLoading = isEmpty || loads.some((load) => load.drawnMs === undefined);
  const latest = new Map(loads.map((load) => [load.chartId, load]));
  const tiles = [...latest.values()].map((load): ProfiledTile => {
    const tile = isDone(load) ? { ...liveTile(load, loads, view), explained: null } : undefined;
    return { chartId: load.chartId, name: chartName(view, load.chartId), tile, context: load.context };
  });
  return { tiles: tiles.sort(bySlowness), isLoading };
}

function liveTile(load: DoneLoad, loads: readonly ChartLoad[], view: ViewState): Omit<TileProfile, "explained"> {
  const state = view.charts[load.chartId];
  const { filters, reach } = view.dashboard;
  return tileProfile(load, {
    others: loads.filter(({ drawnMs = Number.POSITIVE_INFINITY }) => drawnMs >= load.beganMs),
    results: [...(state?.results ?? []), ...(state?.parts ?? []).flatMap(({ results }) => results)],
    isCut: state !== undefined && limitReached(state) !== undefined,
    awaitsFilter: filters.some((filter) => isNeededByCharts(filter) && reach.get(filter.id)?.includes(load.chartId)),
  });
}

export function useSharedTiles(key: string) {
  const { store } = useDashboardPage();
  const { charts, id } = useView((view) => ({ charts: view.charts, id: String(view.dashboard.detail.id) }));
  const shared = useQuery({
    queryKey: ["dashboard-profile", id, key],
    queryFn: ({ signal }) => call(showProfile, { params: { id, key } }, { signal }),
    retry: false,
  });
  const tiles = (shared.data?.result.tiles ?? []).map(
    (tile): ProfiledTile => ({
      chartId: tile.chartId,
      name: chartName(store.getState(), tile.chartId),
      tile,
      context: charts[tile.chartId]?.context,
    }),
  );
  return { ...shared, tiles: tiles.sort(bySlowness), createdOn: shared.data?.result.created_on };
}

const bySlowness = (a: ProfiledTile, b: ProfiledTile) =>
  (b.tile?.wallMs ?? Number.POSITIVE_INFINITY) - (a.tile?.wallMs ?? Number.POSITIVE_INFINITY) || a.chartId - b.chartId;

function chartName({ dashboard }: ViewState, chartId: number): string {
  const placed = Object.values(dashboard.layout).find(({ meta }) => meta.chartId === chartId);
  return placed?.meta.sliceNameOverride || dashboard.charts.get(chartId)?.slice_name || String(chartId);
}
