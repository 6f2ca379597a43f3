import { useEffect } from "react";
import { later } from "../../../web/client/clock.ts";
import { useDashboardPage, useView } from "./context.ts";
import { visibleCharts } from "./store.ts";

export interface AutoRefresh {
  seconds: number;
  setSeconds(seconds: number): void;
}

/** The interval for this session; null: the dashboard's default. */
export type ChosenInterval = readonly [number | null, (seconds: number) => void];

/** Refreshes are spread over this share of the interval, and at most over `MAX_SPREAD`. */
const SPREAD = 0.2;
const MAX_SPREAD = 0.9;

/**
 * Refreshes the charts of the open tab at an interval, one by one if the dashboard staggers them. Pauses while the page is
 * hidden; a refresh missed in that time runs when the page is visible again.
 */
export function useAutoRefresh([chosen, setSeconds]: ChosenInterval): AutoRefresh {
  const { store } = useDashboardPage();
  const stored = useView((view) => view.dashboard.metadata.refresh_frequency);
  const seconds = chosen ?? stored;
  useEffect(() => {
    if (seconds <= 0) return;
    const waiting = new Set<() => void>();
    const after = (ms: number, act: () => void) => {
      const cancel = later(ms, () => {
        waiting.delete(cancel);
        act();
      });
      waiting.add(cancel);
    };
    let isDue = false;
    const refresh = () => {
      isDue = document.hidden;
      if (isDue) return;
      const state = store.getState();
      const { timed_refresh_immune_slices, stagger_refresh, stagger_time } = state.dashboard.metadata;
      const immune = new Set(timed_refresh_immune_slices);
      const charts = [...visibleCharts(state)].filter((id) => !immune.has(id));
      const gap = stagger_refresh ? gapOf(charts.length, seconds * 1000, stagger_time) : 0;
      if (gap === 0) state.refreshCharts(charts, true);
      else for (const [place, id] of charts.entries()) after(place * gap, () => state.refreshCharts([id], true));
    };
    const tick = () => {
      refresh();
      after(seconds * 1000, tick);
    };
    const catchUp = () => {
      if (isDue) refresh();
    };
    after(seconds * 1000, tick);
    document.addEventListener("visibilitychange", catchUp);
    return () => {
      document.removeEventListener("visibilitychange", catchUp);
      for (const cancel of waiting) cancel();
    };
  }, [seconds, store]);
  return { seconds, setSeconds };
}

function gapOf(charts: number, intervalMs: number, staggerMs: number): number {
  if (charts < 2) return 0;
  return Math.min(Math.max(intervalMs * SPREAD, staggerMs), intervalMs * MAX_SPREAD) / (charts - 1);
}
