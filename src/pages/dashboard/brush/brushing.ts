import type { BrushEvent } from "../../../chart-seam/chart-type.ts";
import type { BrushDimension } from "../../../model/brush.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import { queriesOf } from "../../../web/chart-view/chart-state.ts";
import { later } from "../../../web/client/clock.ts";
import { extraFormDataOf } from "../state/masks.ts";
import { type DashboardStore, type DashboardView, visibleCharts } from "../state/store.ts";
import { BrushIndexes } from "./brush-index.ts";
import { LiveBrush } from "./live-brush.ts";
import { contextOf, targetsOf } from "./targets.ts";

/** A pointer that only passes by builds no index. */
const NEAR_MS = 80;

/** While a range is selected in a chart, shows the other charts of the dashboard as the range would filter them. */
export class Brushing {
  readonly #store: DashboardStore;
  readonly #indexes = new BrushIndexes();
  #near: { chartId: number; dimensions: readonly BrushDimension[] } | undefined;
  #isPreparing = false;
  #isWaiting = false;
  #active: LiveBrush | undefined;

  constructor(store: DashboardStore) {
    this.#store = store;
    store.subscribe((view, before) => {
      if (view.applied !== before.applied) this.#indexes.abortRequests();
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
    active.release((target) => {
      const next = view.liveOf(target).contextOf?.(extraFormDataOf(view.dashboard, view.applied, target));
      const { answered } = view.charts[target] ?? {};
      const isSame = next && answered && queriesOf(next) === queriesOf(answered.context);
      return isSame ? undefined : { answered };
    });
    this.#isWaiting = true;
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
    if (near && !this.#active && !this.#isWaiting) void this.#indexOf(near.chartId, near.dimensions);
  }

  #indexOf(chartId: number, dimensions: readonly BrushDimension[]) {
    return this.#indexes.of(dimensions, targetsOf(this.#store, chartId, anyIn(dimensions)));
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
