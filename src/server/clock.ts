/** The only source of time in the server, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * The store's form of a moment: UTC, ISO 8601 without a zone, microseconds (`2026-04-16T15:19:00.123000`). Each call
   * gives a later text than the one before, so it orders writes.
   */
  timestamp(): string;
}

export function createClock(now: () => number = Date.now): Clock {
  let lastMs = 0;
  let micros = 0;
  return {
    now,
    timestamp: () => {
      const ms = Math.max(now(), lastMs);
      micros = ms === lastMs ? micros + 1 : 0;
      lastMs = micros > 999 ? ms + 1 : ms;
      if (micros > 999) micros = 0;
      return formatTimestamp(lastMs, micros);
    },
  };
}

/** The local clock as the query core counts time: its wall time, as if it were UTC. */
export function wallTime({ now }: Clock): number {
  const ms = now();
  return ms - new Date(ms).getTimezoneOffset() * 60_000;
}

/** Epoch milliseconds in the store's form. */
export function formatTimestamp(ms: number, micros = 0): string {
  return new Date(ms).toISOString().slice(0, -1) + String(micros).padStart(3, "0");
}

/** Epoch milliseconds of a moment in the store's form. */
export function parseTimestamp(text: string): number {
  return Date.parse(`${text.slice(0, 23)}Z`);
}

/** The wire's `*_utc` form: `2026-04-16T15:19:00.123456+0000`. */
export function utcText(timestamp: string): string {
  return `${timestamp}+0000`;
}

const UNITS: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [60, "a minute", "minutes"],
  [3600, "an hour", "hours"],
  [86_400, "a day", "days"],
  [30.5 * 86_400, "a month", "months"],
  [365 * 86_400, "a year", "years"],
];

/** How long ago, in words: `now`, `3 days ago`, `a month ago`. */
export function agoText(timestamp: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - parseTimestamp(timestamp)) / 1000);
  if (seconds <= 0) return "now";
  if (seconds === 1) return "a second ago";
  if (seconds < 60) return `${seconds} seconds ago`;
  const [size, one, many] = UNITS.findLast(([least]) => seconds >= least) ?? [1, "a second", "seconds"];
  const count = Math.floor(seconds / size);
  return count === 1 ? `${one} ago` : `${count} ${many} ago`;
}
