import { later } from "../../../web/client/clock.ts";
import type { DashboardStore } from "./store.ts";

const LAYOUT_MS = 150;

/** Opens the tabs around a component of the layout, and scrolls to it. */
export function scrollToComponent(store: DashboardStore, id: string, then?: () => void): void {
  store.getState().reveal(id);
  later(LAYOUT_MS, () => {
    const element = document.querySelector<HTMLElement>(`[data-layout-id="${CSS.escape(id)}"]`);
    if (element?.getAttribute("role") !== "tabpanel") element?.scrollIntoView({ block: "start" });
    then?.();
  });
}

export function scrollToChart(store: DashboardStore, chartId: number): void {
  const { layout } = store.getState().dashboard;
  const tile = Object.values(layout).find(({ meta }) => meta.chartId === chartId);
  if (tile) scrollToComponent(store, tile.id);
}
