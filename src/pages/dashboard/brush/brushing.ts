import type { BrushEvent } from "../../../chart-seam/chart-type.ts";
import type { BinSpan, BrushDimension } from "../../../model/brush.ts";
import { type MarkSelection, selectionOf } from "../../../model/cross-filter.ts";
import { queriesOf } from "../../../web/chart-view/chart-state.ts";
import type { LiveChart, LiveResults } from "../../../web/chart-view/live-chart.ts";
import { coordinator } from "../../../web/chart-view/use-chart-data.ts";
import { later } from "../../../web/client/clock.ts";
import { extraFormDataOf } from "../state/masks.ts";
import { type DashboardStore, type DashboardView, visibleCharts } from "../state/store.ts";
import { type BrushIndex, BrushIndexes } from "./brush-index.ts";
import type { Answers } from "./index-reader.ts";
import { LiveBrush, rangesOf, resultsOf } from "./live-brush.ts";
import { contextOf, isOnScreen, type Target, targetsOf } from "./targets.ts";

interface Near {
  chartId: number;
  dimensions: readonly BrushDimension[];
}

interface Prepared {
  source: number;
  dimensions: readonly BrushDimension[];
  targets: readonly Target[];
  view: DashboardView;
  /** Undefined until it has arrived. */
  index: BrushIndex | undefined;
}

interface Selected {
  targets: readonly Target[];
  index: BrushIndex;
  ranges: readonly BinSpan[];
}

/** A pointer that only passes by builds no index. */
const NEAR_MS = 80;

/**
 * While a range is selected in a chart, shows the other charts of the dashboard as the range would filter them. After a
 * click, shows them before the database has answered, if there is an index.
 */
export class Brushing {
  readonly #store: DashboardStore;
  readonly #indexes = new BrushIndexes();
  #near: Near | undefined;
  /** Charts that show an answer of an index until the database confirms it. */
  readonly #unconfirmed = new Set<LiveChart>();
  /** The index of the chart that the pointer was near of last. */
  #prepared: Prepared | undefined;
  #isPreparing = false;
  #isWaiting = false;
  #active: LiveBrush | undefined;

  constructor(store: DashboardStore) {
    this.#store = store;
    store.subscribe((view, before) => {
      if (view.applied !== before.applied) this.#filtersChanged(view);
      if (view.charts !== before.charts && this.#isWaiting) this.#prepareSoon();
    });
  }

  handle(chartId: number, event: BrushEvent): void {
    switch (event.kind) {
      case "near":
        this.#prepare(chartId, event.dimensions);
        break;
      case "move":
        this.#move(chartId, event);
        break;
      case "cancel":
        this.#cancel(chartId);
        break;
    }
  }

  /** After a selection in the chart. */
  release(chartId: number): void {
    const active = this.#active;
    if (active?.source !== chartId) return;
    this.#active = undefined;
    const view = this.#store.getState();
    active.release((target) => answeredBefore(view, target));
    this.#isWaiting = true;
  }

  #filtersChanged(view: DashboardView): void {
    this.#indexes.abortRequests();
    for (const live of this.#unconfirmed) {
      const shown = live.shown();
      if (shown?.until) live.show({ ...shown, isStale: true });
      else this.#unconfirmed.delete(live);
    }
    const prepared = this.#prepared;
    if (!prepared?.index || this.#active || !isOnlyOf(prepared, view)) return;
    const ranges = rangesOf(prepared.dimensions, selectionOf(view.applied[String(prepared.source)]));
    const { targets, index } = prepared;
    if (ranges) void this.#showSelected(view, { targets, index, ranges });
  }

  /** As the index answers for a selected mark, until the database does. */
  async #showSelected(view: DashboardView, { targets, index, ranges }: Selected): Promise<void> {
    // Others don't ask for their data now.
    const covered = targets.filter(({ chartId }) => index.covered.has(chartId) && isOnScreen(chartId));
    for (const { chartId, live } of covered) {
      this.#unconfirmed.add(live);
      // What it shows stays until the index answers.
      const until = { answered: view.charts[chartId]?.answered };
      live.show({ results: live.shown()?.results, isStale: false, until });
    }
    const answers = await index.answer(ranges, [...index.covered]).catch((): Answers => ({}));
    await new Promise<void>((resolve) => coordinator.afterSending(resolve));
    if (this.#store.getState().applied !== view.applied) return;
    for (const target of covered) {
      const results = resultsOf(target, answers);
      const until = answeredBefore(view, target.chartId);
      if (!results) coordinator.confirmNow();
      target.live.show(until ? { results, isStale: !results, until } : null);
    }
  }

  #prepare(chartId: number, dimensions: readonly BrushDimension[]): void {
    this.#near = { chartId, dimensions };
    if (dimensions.length > 0 && !this.#active) this.#prepareSoon();
  }

  #prepareSoon(): void {
    if (this.#isPreparing) return;
    this.#isPreparing = true;
    later(NEAR_MS, () => {
      this.#isPreparing = false;
      this.#prepareWhenIdle();
    });
  }

  /** Queries of charts come first: an index would compete with them. */
  #prepareWhenIdle(): void {
    const near = this.#near;
    this.#isWaiting = !this.#active && isLoading(this.#store.getState());
    if (near && !this.#active && !this.#isWaiting) this.#prepareIndex(near);
  }

  async #prepareIndex({ chartId, dimensions }: Near): Promise<void> {
    const targets = targetsOf(this.#store, chartId, anyIn(dimensions));
    const prepared: Prepared = { source: chartId, dimensions, targets, view: this.#store.getState(), index: undefined };
    this.#prepared = prepared;
    prepared.index = await this.#indexes.of(dimensions, targets);
  }

  #move(chartId: number, { selection, at }: { selection: MarkSelection; at: number }): void {
    if (this.#active?.source !== chartId) {
      this.#active?.cancel();
      this.#active = this.#start(chartId, selection);
    }
    this.#active.move(selection, at);
  }

  #start(source: number, selection: MarkSelection): LiveBrush {
    const dimensions = this.#near?.chartId === source ? this.#near.dimensions : [];
    const targets = targetsOf(this.#store, source, selection);
    const index = this.#indexes.of(dimensions, targets);
    const requestOf = (chartId: number, chosen: MarkSelection) =>
      contextOf(this.#store.getState(), { source, chartId }, chosen);
    return new LiveBrush({ source, dimensions, targets, index, requestOf });
  }

  #cancel(chartId: number): void {
    if (this.#active?.source !== chartId) return;
    this.#active.cancel();
    this.#active = undefined;
  }
}

/** For charts that make a request now: what they had before. Undefined if their query is the same. */
function answeredBefore(view: DashboardView, chartId: number): LiveResults["until"] {
  const next = view.liveOf(chartId).contextOf?.(extraFormDataOf(view.dashboard, view.applied, chartId));
  const { answered } = view.charts[chartId] ?? {};
  return next && answered && queriesOf(next) === queriesOf(answered.context) ? undefined : { answered };
}

/** True if nothing but the selection in its chart has changed since. */
function isOnlyOf({ source, view: before }: Prepared, view: DashboardView): boolean {
  const ids = [...Object.keys(before.applied), ...Object.keys(view.applied)].filter((id) => id !== String(source));
  const isSame = (["dashboard", "refresh", "ownStates"] as const).every((name) => before[name] === view[name]);
  return isSame && ids.every((id) => before.applied[id] === view.applied[id]);
}

const isLoading = (view: DashboardView) =>
  [...visibleCharts(view)].some((chartId) => view.charts[chartId]?.status === "loading");

/** Reaches the charts that every selection of these columns does. */
const anyIn = (dimensions: readonly BrushDimension[]): MarkSelection => ({
  clauses: dimensions.map(({ column }) => ({ column, values: [], range: { from: 0, to: 0 } })),
  label: "",
});

const known = new WeakMap<DashboardStore, Brushing>();

export function brushingOf(store: DashboardStore): Brushing {
  const found = known.get(store) ?? new Brushing(store);
  known.set(store, found);
  return found;
}
