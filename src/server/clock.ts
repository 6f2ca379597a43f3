/** The server's only source of time, so that tests can control it. */
export interface Clock {
  now(): number;
  /**
   * UTC, ISO 8601 without a zone, with microseconds (`2026-04-16T15:19:00.123000`). Each call returns a later value
   * than the one before, so that it orders writes.
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

/** Local wall time as epoch milliseconds, as if it were UTC. */
export function wallTime({ now }: Clock): number {
  const ms = now();
  return ms - new Date(ms).getTimezoneOffset() * 60_000;
}

export function formatTimestamp(ms: number, micros = 0): string {
  return new Date(ms).toISOString().slice(0, -1) + String(micros).padStart(3, "0");
}

export function parseTimestamp(text: string): number {
  return Date.parse(`${text.slice(0, 23)}Z`);
}

/** The API's `*_utc` format: `2026-04-16T15:19:00.123456+0000`. */
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

export function agoText(timestamp: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - parseTimestamp(timestamp)) / 1000);
  if (seconds <= 0) return "now";
  if (seconds === 1) return "a second ago";
  if (seconds < 60) return `${seconds} seconds ago`;
  const [size, singular, plural] = UNITS.findLast(([least]) => seconds >= least) ?? [1, "a second", "seconds"];
  const count = Math.floor(seconds / size);
  return count === 1 ? `${singular} ago` : `${count} ${plural} ago`;
}
