import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";

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

export function withTiming(timings: Timings, { datasetId, ms, isCached, isFirst }: Timing): Timings {
  if (isCached || (isFirst && ms < STARTUP_MS)) return timings;
  const { [datasetId]: before = [], ...others } = timings;
  const rest = Object.entries(others).slice(-(MAX_DATASETS - 1));
  return { ...Object.fromEntries(rest), [datasetId]: [...before, Math.round(ms)].slice(-MAX_TIMINGS) };
}

export function medianMs(timings: Timings, datasetId: number | string): number | undefined {
  const times = [...(timings[datasetId] ?? [])].sort((a, b) => a - b);
  return times[Math.floor((times.length - 1) / 2)];
}

export function secondsText(ms: number, digits: number): string {
  const seconds = number(ms / 1000, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return t("{seconds} s", { seconds });
}

export function isFast(timings: Timings, datasetId: number | string): boolean {
  return (medianMs(timings, datasetId) ?? 0) < FAST_MS;
}
