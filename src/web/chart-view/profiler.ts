import type { QueryContext } from "../../model/query-context.ts";
import type { ServerTiming } from "../../model/tile-profile.ts";
import { later } from "../client/clock.ts";

/**
 * Times of charts on a profiled page, in milliseconds since navigation. Nothing is noted on other pages.
 */
export interface AnswerTimes {
  sentMs: number;
  receivedMs: number;
  decodedMs?: number;
  characters: number;
  server?: ServerTiming | undefined;
}

export interface ChartLoad {
  readonly chartId: number;
  /** When the user opened, refreshed or filtered the page. */
  readonly beganMs: number;
  readonly answers: AnswerTimes[];
  readonly context: QueryContext;
  readyMs?: number;
  /** When its drawing was handed to the browser. */
  renderedMs?: number;
  drawnMs?: number;
  waitsForCode?: boolean;
  hasFailed?: boolean;
}

const MAX_LOADS = 2000;
const SETTLED_MS = 50;
const LOADING_MS = 1000;
const NO_LOADS: readonly ChartLoad[] = [];

let loads: readonly ChartLoad[] | undefined;
let beganMs = 0;
let filteredMs = 0;
let shown = NO_LOADS;
let cancelNotice: (() => void) | undefined;
const listeners = new Set<() => void>();

export const isProfiling = (): boolean => loads !== undefined;

export function startProfiling(sinceMs: number): void {
  loads = [];
  beganMs = sinceMs;
  filteredMs = sinceMs;
  notify();
}

export function stopProfiling(): void {
  loads = undefined;
  notify();
}

/** Loads that start from now on belong to what the user just did. */
export function beginView(): void {
  beganMs = performance.now();
}

/** Also when a filter gets its first value, for which charts that haven't loaded yet were waiting. */
export function beginFilter(): void {
  filteredMs = performance.now();
}

/** A little late. */
export const profiledLoads = (): readonly ChartLoad[] => shown;

export function onLoads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While charts load, seldom: showing times must not take time. */
function notify(): void {
  const isSettled = areAllDrawn();
  if (cancelNotice && !isSettled) return;
  cancelNotice?.();
  cancelNotice = later(isSettled ? SETTLED_MS : LOADING_MS, () => {
    cancelNotice = undefined;
    shown = loads ?? NO_LOADS;
    for (const listener of listeners) listener();
  });
}

export const areAllDrawn = () => loads?.every(({ drawnMs }) => drawnMs !== undefined) ?? true;

export function beginLoad(context: QueryContext): ChartLoad | undefined {
  const { slice_id: chartId } = context.form_data ?? {};
  if (!loads || typeof chartId !== "number" || chartId <= 0) return undefined;
  const isAgain = loads.some((load) => load.chartId === chartId);
  const sinceMs = isAgain ? Math.max(beganMs, filteredMs) : beganMs;
  const load: ChartLoad = { chartId, beganMs: sinceMs, answers: [], context };
  loads = [...loads.slice(-MAX_LOADS + 1), load];
  notify();
  return load;
}

/** Canceled, or replaced by a newer load. */
export function dropLoad(load: ChartLoad | undefined): void {
  if (!load || !loads) return;
  loads = loads.filter((other) => other !== load);
  notify();
}

export function failLoad(load: ChartLoad): void {
  load.hasFailed = true;
  load.readyMs = performance.now();
  load.drawnMs = load.readyMs;
  changed();
}

export function markRendered(load: ChartLoad): void {
  if (load.renderedMs !== undefined) return;
  load.renderedMs = performance.now();
  // The frame is painted after its callbacks.
  requestAnimationFrame(() =>
    later(0, () => {
      load.drawnMs = performance.now();
      changed();
    }),
  );
}

function changed(): void {
  if (loads) loads = [...loads];
  notify();
}
