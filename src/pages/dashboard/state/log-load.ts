import { later, nowMs } from "../../../web/client/clock.ts";
import { logEvent } from "../../../web/session/event-log.ts";
import type { DashboardStore, ViewState } from "./store.ts";

const SETTLED_MS = 1000;
const CHART_DATA = "/api/v1/chart/data";
const INTERACTIONS = ["pointerdown", "keydown", "wheel", "visibilitychange"] as const;

/**
 * Logs how long the first view took until its last tile was drawn, and how many rows and bytes it had. Not if the user
 * did something before, or a chart failed.
 */
export function logLoad(store: DashboardStore, startedAt: number): () => void {
  const ended = new AbortController();
  let cancel = () => {};
  const end = () => {
    cancel();
    stop();
    ended.abort();
  };
  const stop = store.subscribe((now, before) => {
    if (now.charts === before.charts) return;
    cancel();
    const charts = Object.values(now.charts);
    if (charts.some(({ status }) => status !== "ready")) return;
    let drawnAt = nowMs();
    const frame = requestAnimationFrame(() => {
      drawnAt = nowMs();
    });
    const cancelLog = later(SETTLED_MS, () => {
      logEvent({ kind: "dashboard", id: now.dashboard.detail.id }, "load_dashboard", {
        ...sizesOf(now.charts, startedAt),
        duration: Math.round(drawnAt - startedAt),
      });
      end();
    });
    cancel = () => {
      cancelAnimationFrame(frame);
      cancelLog();
    };
  });
  for (const name of INTERACTIONS)
    document.addEventListener(name, end, { capture: true, passive: true, signal: ended.signal });
  return end;
}

function sizesOf(charts: ViewState["charts"], startedAt: number): { charts: number; rows: number; bytes: number } {
  const all = Object.values(charts);
  const results = all.flatMap(({ results = [], parts = [] }) => [...results, ...parts.flatMap((part) => part.results)]);
  const answers = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
    ({ name, startTime }) => name.includes(CHART_DATA) && performance.timeOrigin + startTime >= startedAt,
  );
  return {
    charts: all.length,
    rows: results.reduce((sum, { rowcount }) => sum + (rowcount ?? 0), 0),
    bytes: answers.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
