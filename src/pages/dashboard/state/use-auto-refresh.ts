import { useEffect, useState } from "react";
import { later } from "../../../web/clock.ts";
import { useDashboardPage, useView } from "./context.ts";
import { visibleCharts } from "./store.ts";

/** Seconds that are offered; 0: not at all. */
export const INTERVALS: readonly (readonly [number, string])[] = [
  [0, "Don't refresh"],
  [10, "10 seconds"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [300, "5 minutes"],
  [1800, "30 minutes"],
  [3600, "1 hour"],
  [21600, "6 hours"],
  [43200, "12 hours"],
  [86400, "24 hours"],
];

export interface AutoRefresh {
  seconds: number;
  setSeconds(seconds: number): void;
}

/** Refreshes the open tab's charts every so often for this session. Pauses while the page is hidden. */
export function useAutoRefresh(): AutoRefresh {
  const { store } = useDashboardPage();
  const stored = useView((view) => view.dashboard.metadata.refresh_frequency);
  const [chosen, setSeconds] = useState<number | null>(null);
  const seconds = chosen ?? stored;
  useEffect(() => {
    if (seconds <= 0) return;
    let cancel = () => {};
    const tick = () => {
      const state = store.getState();
      const immune = new Set(state.dashboard.metadata.timed_refresh_immune_slices);
      if (!document.hidden) {
        state.refreshCharts(
          [...visibleCharts(state)].filter((id) => !immune.has(id)),
          true,
        );
      }
      cancel = later(seconds * 1000, tick);
    };
    cancel = later(seconds * 1000, tick);
    return () => cancel();
  }, [seconds, store]);
  return { seconds, setSeconds };
}
