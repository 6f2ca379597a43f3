import { useLayoutEffect } from "react";
import {
  areAllDrawn,
  beginFilter,
  beginView,
  startProfiling,
  stopProfiling,
} from "../../../web/chart-view/profiler.ts";
import { type DashboardStore, visibleCharts } from "../state/store.ts";

let wasProfiled = false;

/** Before effects of charts, so that their first requests are noted. */
export function useProfiling(isOn: boolean, store: DashboardStore): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const isFirst = !wasProfiled && opensProfiled();
    wasProfiled = true;
    startProfiling(isFirst ? 0 : performance.now());
    if (!isFirst) store.getState().refreshCharts([...visibleCharts(store.getState())], false);
    const stop = store.subscribe((now, before) => {
      if (now.refresh !== before.refresh || now.tabs !== before.tabs) beginView();
      if (now.applied !== before.applied || now.ownStates !== before.ownStates) beginFilter();
    });
    const handleScroll = () => {
      if (areAllDrawn()) beginView();
    };
    window.addEventListener("scroll", handleScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener("scroll", handleScroll, { capture: true });
      stop();
      stopProfiling();
    };
  }, [isOn, store]);
}

/** Whether this page was requested to be profiled, so that its time counts from the navigation. */
function opensProfiled(): boolean {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  return navigation !== undefined && /[?&]profile=/.test(navigation.name);
}
