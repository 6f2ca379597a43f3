import { createStore } from "zustand";
import { crossFilterMask, type MarkSelection, nextSelection, selectionOf } from "../../../model/cross-filter.ts";
import type { Layout } from "../../../model/dashboard-layout.ts";
import type { DataMask, DataMaskMap } from "../../../model/data-mask.ts";
import { isOutOfScope } from "../../../model/filter-scope.ts";
import { activeTabsOf, chartsOnOpenTabs, tabsLeadingTo } from "../../../model/layout-tree.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { isBeyondRetry } from "../../../web/chart-view/problem-actions.ts";
import type { Dashboard } from "./dashboard.ts";
import { clearedMasks, crossFilters, defaultMask, emptiedMask, isMissing, waitingChanges } from "./masks.ts";

/**
 * The state of a dashboard being viewed. Masks come twice: `chosen` is what the filter bar shows, `applied` is what
 * charts use; they are the same while filters apply by themselves. Cross-filters apply at once.
 */
export interface ViewState {
  dashboard: Dashboard;
  applied: DataMaskMap;
  chosen: DataMaskMap;
  /** Chosen tab of each tabs container. */
  tabs: Readonly<Record<string, string>>;
  /** What each mounted chart is doing. */
  charts: Readonly<Record<number, ChartState>>;
  /** How long each chart's last run took, milliseconds. */
  durations: Readonly<Record<number, number>>;
  /** Asked again when it grows; `force` passes the cache. */
  refresh: Readonly<Record<number, { key: number; force: boolean }>>;
  /** Charts outlined because a filter that reaches them is hovered. */
  highlighted: ReadonlySet<number>;
  fullscreen: number | null;
  /** Charts whose whole description is shown. */
  expanded: Readonly<Record<number, boolean>>;
  /** Filters whose first value could not be loaded. */
  failedFilters: ReadonlySet<string>;
  ownStates: Readonly<Record<number, Record<string, unknown>>>;
}

export interface ViewActions {
  choose(filterId: string, mask: DataMask): void;
  apply(): void;
  clear(filterId: string): void;
  clearAll(): void;
  select(chartId: number, selection: MarkSelection | null, additive: boolean): void;
  clearSelection(chartId: number): void;
  openTab(tabsId: string, tabId: string): void;
  reveal(componentId: string): void;
  report(chartId: number, state: ChartState): void;
  refreshCharts(chartIds: readonly number[], force: boolean): void;
  highlight(chartIds: readonly number[]): void;
  setFullscreen(chartId: number | null): void;
  toggleDescription(chartId: number): void;
  failFilter(filterId: string): void;
  setOwnState(chartId: number, state: Record<string, unknown>): void;
  replaceDashboard(dashboard: Dashboard): void;
}

export type DashboardView = ViewState & ViewActions;
export type DashboardStore = ReturnType<typeof createDashboardStore>;

export interface Start {
  dashboard: Dashboard;
  masks: DataMaskMap;
  tabs?: Readonly<Record<string, string>>;
}

/** Under this every query in reach counts as quick, and filters apply by themselves. */
const QUICK_MS = 1000;

export function createDashboardStore({ dashboard, masks, tabs = {} }: Start) {
  return createStore<DashboardView>()((set, get) => ({
    dashboard,
    applied: masks,
    chosen: masks,
    tabs,
    charts: {},
    durations: {},
    refresh: {},
    highlighted: new Set(),
    fullscreen: null,
    expanded: dashboard.metadata.expanded_slices as Record<number, boolean>,
    failedFilters: new Set(),
    ownStates: Object.fromEntries(
      Object.entries(masks).flatMap(([id, mask]) => (mask.ownState ? [[Number(id), mask.ownState]] : [])),
    ),
    ...maskActions(set, get),
    ...chartActions(set, get),
  }));
}

type Set_ = (change: Partial<ViewState> | ((state: DashboardView) => Partial<ViewState>)) => void;
type Get = () => DashboardView;

function maskActions(set: Set_, get: Get) {
  const settle = (chosen: DataMaskMap) => {
    const state = { ...get(), chosen };
    const mayApply = appliesItself(state) && missingFilters(state).length === 0;
    set(mayApply ? { chosen, applied: chosen } : { chosen });
  };
  const selectMarks = (chartId: number, mask: DataMask) => {
    set(({ applied, chosen }) => ({
      applied: { ...applied, [String(chartId)]: mask },
      chosen: { ...chosen, [String(chartId)]: mask },
    }));
  };
  return {
    choose: (filterId: string, mask: DataMask) => settle({ ...get().chosen, [filterId]: mask }),
    apply: () => set(({ chosen }) => ({ applied: chosen })),
    clear: (filterId: string) => {
      const filter = get().dashboard.filters.find((one) => one.id === filterId);
      if (filter) settle({ ...get().chosen, [filterId]: emptiedMask(filter) });
    },
    clearAll: () => {
      const state = get();
      const cleared = clearedMasks(state.dashboard, state.chosen, (filter) => !isFilterOut(state, filter));
      set({ chosen: cleared, applied: cleared });
    },
    select: (chartId: number, selection: MarkSelection | null, additive: boolean) => {
      const current = selectionOf(get().applied[String(chartId)]);
      selectMarks(chartId, crossFilterMask(chartId, nextSelection(current, selection, additive)));
    },
    clearSelection: (chartId: number) => selectMarks(chartId, crossFilterMask(chartId, null)),
    failFilter: (filterId: string) =>
      set(({ failedFilters }) =>
        failedFilters.has(filterId) ? {} : { failedFilters: new Set([...failedFilters, filterId]) },
      ),
  };
}

function chartActions(set: Set_, get: Get) {
  return {
    openTab: (tabsId: string, tabId: string) => set(({ tabs }) => ({ tabs: { ...tabs, [tabsId]: tabId } })),
    reveal: (componentId: string) =>
      set(({ tabs, dashboard }) => ({ tabs: { ...tabs, ...tabsLeadingTo(dashboard.layout, componentId) } })),
    report: (chartId: number, state: ChartState) => {
      // Waiting is what a chart does that has not said anything.
      if (state.status === "waiting" && get().charts[chartId] === undefined) return;
      set(({ charts, durations }) => {
        const took =
          state.status === "ready" ? (state.finishedAt ?? Number.NaN) - (state.startedAt ?? Number.NaN) : Number.NaN;
        return {
          charts: { ...charts, [chartId]: state },
          ...(Number.isNaN(took) ? {} : { durations: { ...durations, [chartId]: took } }),
        };
      });
    },
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
    replaceDashboard: (next: Dashboard) => set((view) => ({ dashboard: next, ...masksAfter(view, next) })),
  };
}

/** Filters that are new, or ask for something else than before, start from their default. */
function masksAfter({ dashboard, applied, chosen }: ViewState, next: Dashboard): Partial<ViewState> {
  const asks = ({ filterType, targets, defaultDataMask }: NativeFilter) =>
    JSON.stringify([filterType, targets, defaultDataMask]);
  const before = new Map(dashboard.filters.map((filter) => [filter.id, asks(filter)]));
  const changed = next.filters.filter((filter) => before.get(filter.id) !== asks(filter));
  if (changed.length === 0) return {};
  const defaults = Object.fromEntries(changed.map((filter) => [filter.id, defaultMask(filter)]));
  return { applied: { ...applied, ...defaults }, chosen: { ...chosen, ...defaults } };
}

const visibleOf = new WeakMap<ViewState["tabs"], { layout: Layout; charts: ReadonlySet<number> }>();

/** Charts on the open tabs, in layout order. Kept, as every part of the page asks at every change. */
export function visibleCharts({ dashboard, tabs }: Pick<ViewState, "dashboard" | "tabs">): ReadonlySet<number> {
  const { layout } = dashboard;
  const kept = visibleOf.get(tabs);
  if (kept?.layout === layout) return kept.charts;
  const charts = chartsOnOpenTabs(layout, activeTabsOf(layout, tabs));
  visibleOf.set(tabs, { layout, charts });
  return charts;
}

export function isFilterOut(state: Pick<ViewState, "dashboard" | "tabs">, filter: NativeFilter): boolean {
  return isOutOfScope(state.dashboard.reach.get(filter.id) ?? [], visibleCharts(state));
}

/** True when every chart that any filter reaches answered quickly last time. Charts that never ran say nothing. */
export function appliesItself({ dashboard, durations }: Pick<ViewState, "dashboard" | "durations">): boolean {
  const reached = new Set([...dashboard.reach.values()].flat());
  return [...reached].every((id) => (durations[id] ?? 0) < QUICK_MS);
}

/** Whether the charts in sight that filters reach have answered, which tells if filters apply by themselves. */
export function isPaceKnown(state: Pick<ViewState, "dashboard" | "tabs" | "charts">): boolean {
  const visible = visibleCharts(state);
  const reached = new Set([...state.dashboard.reach.values()].flat().filter((id) => visible.has(id)));
  const statuses = [...reached].map((id) => state.charts[id]?.status ?? "waiting");
  return !statuses.includes("loading") && (reached.size === 0 || statuses.some((status) => status !== "waiting"));
}

/** Required filters without a value. */
export function missingFilters({ dashboard, chosen }: Pick<ViewState, "dashboard" | "chosen">): NativeFilter[] {
  return dashboard.filters.filter((filter) => isMissing(filter, chosen));
}

/** Chosen values that no chart uses yet. */
export function unapplied({
  dashboard,
  chosen,
  applied,
}: Pick<ViewState, "dashboard" | "chosen" | "applied">): string[] {
  return waitingChanges(dashboard.filters, chosen, applied);
}

export interface Progress {
  total: number;
  done: number;
  /** Charts for which asking again may help: not those whose data the user may not read. */
  failed: number[];
  /** Epoch milliseconds of the oldest data on screen. */
  asOf?: number;
}

/** How far the charts of the open tabs are. Only charts that have been asked for count. */
export function progressOf(
  state: Pick<ViewState, "dashboard" | "tabs" | "charts">,
  cachedAt: (s: ChartState) => number | undefined,
): Progress {
  const asked = [...visibleCharts(state)].filter((id) => (state.charts[id]?.status ?? "waiting") !== "waiting");
  const progress: Progress = { total: asked.length, done: 0, failed: [] };
  for (const id of asked) {
    const chart = state.charts[id];
    if (!chart || chart.status === "loading") continue;
    progress.done += 1;
    if (chart.status === "failed" && !(chart.error && isBeyondRetry(chart.error))) progress.failed.push(id);
    const at = chart.status === "ready" ? (cachedAt(chart) ?? chart.finishedAt) : undefined;
    if (at !== undefined) progress.asOf = Math.min(progress.asOf ?? at, at);
  }
  return progress;
}

/** Masks worth keeping in an address: those with a value, own states included. */
export function masksToKeep(state: Pick<ViewState, "dashboard" | "applied" | "ownStates">): DataMaskMap {
  const kept: DataMaskMap = {};
  for (const filter of state.dashboard.filters) {
    const mask = state.applied[filter.id];
    if (mask) kept[filter.id] = mask;
  }
  for (const { chartId } of crossFilters(state.dashboard, state.applied)) {
    const mask = state.applied[String(chartId)];
    if (mask) kept[String(chartId)] = mask;
  }
  for (const [id, ownState] of Object.entries(state.ownStates)) {
    if (Object.keys(ownState).length > 0) kept[id] = { ...kept[id], id: Number(id), ownState };
  }
  return kept;
}
