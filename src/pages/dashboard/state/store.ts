import { createStore } from "zustand";
import type { FailingAssertion } from "../../../api/assertion/contract.ts";
import { crossFilterMask, type MarkSelection, nextSelection, selectionOf } from "../../../model/cross-filter.ts";
import type { Layout } from "../../../model/dashboard-layout.ts";
import type { DataMask, DataMaskMap } from "../../../model/data-mask.ts";
import { isOutOfScope } from "../../../model/filter-scope.ts";
import { activeTabsOf, chartsOnOpenTabs, tabsLeadingTo } from "../../../model/layout-tree.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { LiveChart } from "../../../web/chart-view/live-chart.ts";
import { isBeyondRetry } from "../../../web/chart-view/problem-actions.ts";
import type { Dashboard } from "./dashboard.ts";
import { clearedMasks, crossFilters, defaultMask, emptiedMask, isMissing, pendingChanges } from "./masks.ts";

/**
 * State of a dashboard in view mode. `chosen` masks are shown in the filter bar, `applied` ones are used by charts; they
 * are the same while filters apply automatically. Cross-filters always apply right away.
 */
export interface ViewState {
  dashboard: Dashboard;
  applied: DataMaskMap;
  chosen: DataMaskMap;
  tabs: Readonly<Record<string, string>>;
  charts: Readonly<Record<number, ChartState>>;
  durations: Readonly<Record<number, number>>;
  /** Decided when the first charts have loaded, then kept, so that a choice in a filter always does the same. */
  isAutoApplied: boolean | undefined;
  /** A higher key reloads the chart; `force` bypasses the cache. */
  refresh: Readonly<Record<number, { key: number; force: boolean }>>;
  highlighted: ReadonlySet<number>;
  fullscreen: number | null;
  expanded: Readonly<Record<number, boolean>>;
  failedFilters: ReadonlySet<string>;
  ownStates: Readonly<Record<number, Record<string, unknown>>>;
  /** Assertions about data of the dashboard. */
  failing: readonly FailingAssertion[];
}

export interface ViewActions {
  choose(filterId: string, mask: DataMask): void;
  apply(): void;
  clear(filterId: string): void;
  clearAll(): void;
  select(chartId: number, selection: MarkSelection | null, additive: boolean): void;
  clearSelection(chartId: number): void;
  /** False if there is none. */
  clearLastSelection(): boolean;
  openTab(tabsId: string, tabId: string): void;
  reveal(componentId: string): void;
  report(states: Readonly<Record<number, ChartState>>): void;
  refreshCharts(chartIds: readonly number[], force: boolean): void;
  highlight(chartIds: readonly number[]): void;
  setFullscreen(chartId: number | null): void;
  toggleDescription(chartId: number): void;
  failFilter(filterId: string): void;
  setOwnState(chartId: number, state: Record<string, unknown>): void;
  replaceDashboard(dashboard: Dashboard): void;
  setFailing(failing: readonly FailingAssertion[]): void;
  liveOf(chartId: number): LiveChart;
}

export type DashboardView = ViewState & ViewActions;
export type DashboardStore = ReturnType<typeof createDashboardStore>;

export interface Start {
  dashboard: Dashboard;
  masks: DataMaskMap;
  tabs?: Readonly<Record<string, string>>;
}

/** Filters apply automatically when every chart in their scope loads faster than this. */
const FAST_MS = 1000;

export function createDashboardStore({ dashboard, masks, tabs = {} }: Start) {
  return createStore<DashboardView>()((set, get) => ({
    dashboard,
    applied: masks,
    chosen: masks,
    tabs,
    charts: {},
    durations: {},
    isAutoApplied: undefined,
    refresh: {},
    highlighted: new Set(),
    fullscreen: null,
    expanded: dashboard.metadata.expanded_slices as Record<number, boolean>,
    failedFilters: new Set(),
    failing: [],
    ownStates: Object.fromEntries(
      Object.entries(masks).flatMap(([id, mask]) => (mask.ownState ? [[Number(id), mask.ownState]] : [])),
    ),
    ...maskActions(set, get),
    ...chartActions(set, get),
    ...liveCharts(),
  }));
}

type Set_ = (change: Partial<ViewState> | ((state: DashboardView) => Partial<ViewState>)) => void;
type Get = () => DashboardView;

function maskActions(set: Set_, get: Get) {
  const setChosen = (chosen: DataMaskMap) => {
    const state = { ...get(), chosen };
    const canApply = autoApplies(state) && missingFilters(state).length === 0;
    set(canApply ? { chosen, applied: chosen } : { chosen });
  };
  let order: readonly number[] = [];
  const selectMarks = (chartId: number, mask: DataMask) => {
    order = [...order.filter((one) => one !== chartId), chartId];
    set(({ applied, chosen }) => ({
      applied: { ...applied, [String(chartId)]: mask },
      chosen: { ...chosen, [String(chartId)]: mask },
    }));
  };
  return {
    choose: (filterId: string, mask: DataMask) => setChosen({ ...get().chosen, [filterId]: mask }),
    apply: () => set(({ chosen }) => ({ applied: chosen })),
    clear: (filterId: string) => {
      const filter = get().dashboard.filters.find((one) => one.id === filterId);
      if (filter) setChosen({ ...get().chosen, [filterId]: emptiedMask(filter) });
    },
    clearAll: () => {
      const state = get();
      const cleared = clearedMasks(state.dashboard, state.chosen, (filter) => !isOutOfScopeHere(state, filter));
      set({ chosen: cleared, applied: cleared });
    },
    select: (chartId: number, selection: MarkSelection | null, additive: boolean) => {
      const current = selectionOf(get().applied[String(chartId)]);
      selectMarks(chartId, crossFilterMask(chartId, nextSelection(current, selection, additive)));
    },
    clearSelection: (chartId: number) => selectMarks(chartId, crossFilterMask(chartId, null)),
    clearLastSelection: () => {
      const { dashboard, applied } = get();
      const crossed = crossFilters(dashboard, applied).map(({ chartId }) => chartId);
      const last = crossed.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).at(-1);
      if (last !== undefined) selectMarks(last, crossFilterMask(last, null));
      return last !== undefined;
    },
    failFilter: (filterId: string) =>
      set(({ failedFilters }) =>
        failedFilters.has(filterId) ? {} : { failedFilters: new Set([...failedFilters, filterId]) },
      ),
  };
}

function liveCharts() {
  const known = new Map<number, LiveChart>();
  return {
    liveOf: (chartId: number) => {
      const live = known.get(chartId) ?? new LiveChart();
      known.set(chartId, live);
      return live;
    },
  };
}

function chartActions(set: Set_, get: Get) {
  return {
    openTab: (tabsId: string, tabId: string) => set(({ tabs }) => ({ tabs: { ...tabs, [tabsId]: tabId } })),
    reveal: (componentId: string) =>
      set(({ tabs, dashboard }) => ({ tabs: { ...tabs, ...tabsLeadingTo(dashboard.layout, componentId) } })),
    report: (reported: Readonly<Record<number, ChartState>>) =>
      set((view) => {
        // Charts without a state count as waiting.
        const news = Object.entries(reported).filter(
          ([id, { status }]) => status !== "waiting" || view.charts[Number(id)] !== undefined,
        );
        if (news.length === 0) return view;
        const took = news.flatMap(([id, { status, startedAt, finishedAt }]) =>
          status === "ready" && startedAt !== undefined && finishedAt !== undefined
            ? [[id, finishedAt - startedAt]]
            : [],
        );
        const next = {
          charts: { ...view.charts, ...Object.fromEntries(news) },
          durations: took.length > 0 ? { ...view.durations, ...Object.fromEntries(took) } : view.durations,
        };
        return { ...next, isAutoApplied: view.isAutoApplied ?? decidedApply({ ...view, ...next }) };
      }),
    refreshCharts: (chartIds: readonly number[], force: boolean) =>
      set(({ refresh }) => {
        const next = { ...refresh };
        for (const id of chartIds) next[id] = { key: (refresh[id]?.key ?? 0) + 1, force };
        return { refresh: next };
      }),
    highlight: (chartIds: readonly number[]) => {
      if (chartIds.length > 0 || get().highlighted.size > 0) set({ highlighted: new Set(chartIds) });
    },
    setFullscreen: (chartId: number | null) => set({ fullscreen: chartId }),
    toggleDescription: (chartId: number) =>
      set(({ expanded }) => ({ expanded: { ...expanded, [chartId]: !expanded[chartId] } })),
    setOwnState: (chartId: number, state: Record<string, unknown>) =>
      set(({ ownStates }) => ({ ownStates: { ...ownStates, [chartId]: state } })),
    setFailing: (failing: ViewState["failing"]) => set({ failing }),
    replaceDashboard: (next: Dashboard) => set((view) => ({ dashboard: next, ...masksAfter(view, next) })),
  };
}

function masksAfter({ dashboard, applied, chosen }: ViewState, next: Dashboard): Partial<ViewState> {
  const definition = ({ filterType, targets, defaultDataMask }: NativeFilter) =>
    JSON.stringify([filterType, targets, defaultDataMask]);
  const before = new Map(dashboard.filters.map((filter) => [filter.id, definition(filter)]));
  const changed = next.filters.filter((filter) => before.get(filter.id) !== definition(filter));
  if (changed.length === 0) return {};
  const defaults = Object.fromEntries(changed.map((filter) => [filter.id, defaultMask(filter)]));
  return { applied: { ...applied, ...defaults }, chosen: { ...chosen, ...defaults } };
}

const visibleCache = new WeakMap<ViewState["tabs"], { layout: Layout; charts: ReadonlySet<number> }>();

/** Charts on the open tabs, in layout order. Cached, as many components select it on every change. */
export function visibleCharts({ dashboard, tabs }: Pick<ViewState, "dashboard" | "tabs">): ReadonlySet<number> {
  const { layout } = dashboard;
  const cached = visibleCache.get(tabs);
  if (cached?.layout === layout) return cached.charts;
  const charts = chartsOnOpenTabs(layout, activeTabsOf(layout, tabs));
  visibleCache.set(tabs, { layout, charts });
  return charts;
}

export function isOutOfScopeHere(state: Pick<ViewState, "dashboard" | "tabs">, filter: NativeFilter): boolean {
  return isOutOfScope(state.dashboard.reach.get(filter.id) ?? [], visibleCharts(state));
}

type Loaded = Pick<ViewState, "dashboard" | "tabs" | "charts" | "durations">;

export function autoApplies(state: Loaded & Pick<ViewState, "isAutoApplied">): boolean {
  return state.isAutoApplied ?? isFast(state);
}

function isFast({ dashboard, durations }: Loaded): boolean {
  const reached = new Set([...dashboard.reach.values()].flat());
  return [...reached].every((id) => (durations[id] ?? 0) < FAST_MS);
}

/** Undefined while charts on the open tabs are loading. */
function decidedApply(state: Loaded): boolean | undefined {
  const visible = visibleCharts(state);
  const reached = new Set([...state.dashboard.reach.values()].flat().filter((id) => visible.has(id)));
  const statuses = [...reached].map((id) => state.charts[id]?.status ?? "waiting");
  const hasLoaded = !statuses.includes("loading") && statuses.some((status) => status !== "waiting");
  return hasLoaded ? isFast(state) : undefined;
}

export function missingFilters({ dashboard, chosen }: Pick<ViewState, "dashboard" | "chosen">): NativeFilter[] {
  return dashboard.filters.filter((filter) => isMissing(filter, chosen));
}

export function unapplied({
  dashboard,
  chosen,
  applied,
}: Pick<ViewState, "dashboard" | "chosen" | "applied">): string[] {
  return pendingChanges(dashboard.filters, chosen, applied);
}

export interface Progress {
  total: number;
  done: number;
  failed: number[];
  /** Epoch milliseconds of the oldest data on screen. */
  asOf?: number;
}

export function progressOf(
  state: Pick<ViewState, "dashboard" | "tabs" | "charts">,
  cachedAt: (s: ChartState) => number | undefined,
): Progress {
  const requested = [...visibleCharts(state)].filter((id) => (state.charts[id]?.status ?? "waiting") !== "waiting");
  const progress: Progress = { total: requested.length, done: 0, failed: [] };
  for (const id of requested) {
    const chart = state.charts[id];
    if (!chart || chart.status === "loading") continue;
    progress.done += 1;
    if (chart.status === "failed" && !(chart.error && isBeyondRetry(chart.error))) progress.failed.push(id);
    const at = chart.status === "ready" ? (cachedAt(chart) ?? chart.finishedAt) : undefined;
    if (at !== undefined) progress.asOf = Math.min(progress.asOf ?? at, at);
  }
  return progress;
}

export function masksToStore(state: Pick<ViewState, "dashboard" | "applied" | "ownStates">): DataMaskMap {
  const stored: DataMaskMap = {};
  for (const filter of state.dashboard.filters) {
    const mask = state.applied[filter.id];
    if (mask) stored[filter.id] = mask;
  }
  for (const { chartId } of crossFilters(state.dashboard, state.applied)) {
    const mask = state.applied[String(chartId)];
    if (mask) stored[String(chartId)] = mask;
  }
  for (const [id, ownState] of Object.entries(state.ownStates)) {
    if (Object.keys(ownState).length > 0) stored[id] = { ...stored[id], id: Number(id), ownState };
  }
  return stored;
}
