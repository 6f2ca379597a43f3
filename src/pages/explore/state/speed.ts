/** Datasets that answer within this many milliseconds draw charts as their controls change, unless one wants otherwise. */
export const QUICK_MS = 1000;

const KEPT = 5;
const DATASETS = 100;
/** The first answer of a page waits for the page's own code; beyond this it was the database all the same. */
const OPENING_MS = 3000;

/** Milliseconds of a dataset's last answers from its database, by dataset id. */
export type Speeds = Readonly<Record<string, readonly number[]>>;

export interface Answer {
  datasetId: number | string;
  ms: number;
  /** Out of the cache: says nothing of the engine. */
  isCached: boolean;
  /** The first of this page. */
  isFirst: boolean;
}

/** The speeds with one more answer; the same object when it says nothing. */
export function withAnswer(speeds: Speeds, { datasetId, ms, isCached, isFirst }: Answer): Speeds {
  if (isCached || (isFirst && ms < OPENING_MS)) return speeds;
  const { [datasetId]: before = [], ...others } = speeds;
  const rest = Object.entries(others).slice(-(DATASETS - 1));
  return { ...Object.fromEntries(rest), [datasetId]: [...before, Math.round(ms)].slice(-KEPT) };
}

/** What an answer usually takes: the median of the last; undefined before there was one. */
export function usualMs(speeds: Speeds, datasetId: number | string): number | undefined {
  const times = [...(speeds[datasetId] ?? [])].sort((a, b) => a - b);
  return times[Math.floor((times.length - 1) / 2)];
}

export function isQuick(speeds: Speeds, datasetId: number | string): boolean {
  return (usualMs(speeds, datasetId) ?? 0) < QUICK_MS;
}
