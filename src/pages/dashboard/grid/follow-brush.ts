import type { BrushEvent } from "../../../chart-seam/chart-type.ts";
import { lazy } from "../../../ui/lazy.ts";
import type { DashboardStore } from "../state/store.ts";

const BRUSHING = lazy(async () => (await import("../brush/brushing.ts")).brushingOf);

/** The code is loaded when the pointer comes near: a range that is selected before shows its charts when it is. */
export function followBrush(store: DashboardStore, chartId: number, event: BrushEvent): void {
  const brushingOf = BRUSHING.loaded();
  if (brushingOf) brushingOf(store).handle(chartId, event);
  else if (event.kind === "near") {
    BRUSHING.load().then(
      (loaded) => loaded(store).handle(chartId, event),
      () => undefined,
    );
  }
}

export function endBrush(store: DashboardStore, chartId: number): void {
  BRUSHING.loaded()?.(store).release(chartId);
}
