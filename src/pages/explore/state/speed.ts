/** Charts on datasets faster than this (ms) update live by default. */
export const FAST_MS = 1000;

const MAX_TIMINGS = 5;
const MAX_DATASETS = 100;
/** The first query of a page includes loading its code, so only slower ones count. */
const STARTUP_MS = 3000;

/** Durations in ms of a dataset's latest uncached queries, by dataset id. */
export type Timings = Readonly<Record<string, readonly number[]>>;

export interface Timing {
  datasetId: number | string;
  ms: number;
  isCached: boolean;
  isFirst: boolean;
}

/** Returns the same object when the timing is ignored. */
export function withTiming(speeds: Timings, { datasetId, ms, isCached, isFirst }: Timing): Timings {
  if (isCached || (isFirst && ms < STARTUP_MS)) return speeds;
  const { [datasetId]: before = [], ...others } = speeds;
  const rest = Object.entries(others).slice(-(MAX_DATASETS - 1));
  return { ...Object.fromEntries(rest), [datasetId]: [...before, Math.round(ms)].slice(-MAX_TIMINGS) };
}

export function medianMs(speeds: Timings, datasetId: number | string): number | undefined {
  const times = [...(speeds[datasetId] ?? [])].sort((a, b) => a - b);
  return times[Math.floor((times.length - 1) / 2)];
}

export function isFast(speeds: Timings, datasetId: number | string): boolean {
  return (medianMs(speeds, datasetId) ?? 0) < FAST_MS;
}
