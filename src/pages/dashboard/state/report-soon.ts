import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import type { DashboardStore } from "./store.ts";

const reported = new WeakMap<DashboardStore, Record<number, ChartState>>();

/** States that charts report at the same time change the store once, as each change asks every part of the page. */
export function reportSoon(store: DashboardStore, chartId: number, state: ChartState): void {
  const waiting = reported.get(store);
  if (waiting) {
    waiting[chartId] = state;
    return;
  }
  const states = { [chartId]: state };
  reported.set(store, states);
  queueMicrotask(() => {
    reported.delete(store);
    store.getState().report(states);
  });
}
