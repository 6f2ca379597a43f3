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

let loads: readonly ChartLoad[] | undefined;
let beganMs = 0;
const listeners = new Set<() => void>();

export const isProfiling = (): boolean => loads !== undefined;

export function startProfiling(sinceMs: number): void {
  loads = [];
  beganMs = sinceMs;
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

/** Stable until a load starts or ends. */
export const profiledLoads = (): readonly ChartLoad[] => loads ?? NO_LOADS;
const NO_LOADS: readonly ChartLoad[] = [];

export function onLoads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

export function beginLoad(context: QueryContext): ChartLoad | undefined {
  const { slice_id: chartId } = context.form_data ?? {};
  if (!loads || typeof chartId !== "number" || chartId <= 0) return undefined;
  const load: ChartLoad = { chartId, beganMs, answers: [], context };
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
