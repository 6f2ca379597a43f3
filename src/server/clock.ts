import { currentLocale } from "../i18n/locale.ts";
import { t } from "../i18n/translate.ts";
import { wallClockIn } from "../i18n/zone.ts";

/** The server's only source of time, so that tests can control it. */
export interface Clock {
  now(): number;
  /** For durations: milliseconds that pass evenly, also when the clock is set. */
  elapsed(): number;
  /** Milliseconds since the clock was set by more than a minute. */
  sinceSet(): number;
  /**
   * UTC, ISO 8601 without a zone, with microseconds (`2026-04-16T15:19:00.123000`). Each call returns a later value
   * than the one before, so that it orders writes, unless the clock was set back by more than a minute.
   */
  timestamp(): string;
}

/** Clocks of servers differ by less. */
const SKEW_MS = 60_000;

const monotonic = () => performance.now();

export function createClock(now: () => number = Date.now, elapsed = now === Date.now ? monotonic : now): Clock {
  let lastMs = 0;
  let micros = 0;
  let offset = now() - elapsed();
  let setAt = Number.NEGATIVE_INFINITY;
  const noteSetting = () => {
    const current = now() - elapsed();
    if (Math.abs(current - offset) > SKEW_MS) setAt = elapsed();
    offset = current;
  };
  return {
    now,
    elapsed,
    sinceSet: () => {
      noteSetting();
      return elapsed() - setAt;
    },
    timestamp: () => {
      noteSetting();
      const current = now();
      const ms = current < lastMs - SKEW_MS ? current : Math.max(current, lastMs);
      micros = ms === lastMs ? micros + 1 : 0;
      lastMs = micros > 999 ? ms + 1 : ms;
      if (micros > 999) micros = 0;
      return formatTimestamp(lastMs, micros);
    },
  };
}

/** A moment and its reader's time zone; undefined = the server's. */
export interface ReaderTime {
  ms: number;
  zone: string | undefined;
}

export const readerTime = ({ now }: Clock): ReaderTime => ({ ms: now(), zone: currentLocale().zone });

/** As epoch milliseconds as if it were UTC. */
export const wallTimeOf = ({ ms, zone }: ReaderTime): number =>
  zone === undefined ? ms - new Date(ms).getTimezoneOffset() * 60_000 : wallClockIn(ms, zone);

/** Wall time in the reader's time zone, else the server's. */
export const wallTime = (clock: Clock): number => wallTimeOf(readerTime(clock));

export function formatTimestamp(ms: number, micros = 0): string {
  return new Date(ms).toISOString().slice(0, -1) + String(micros).padStart(3, "0");
}

export function parseTimestamp(text: string): number {
  return Date.parse(`${text.slice(0, 23)}Z`);
}

/** Whether a time is from before the clock was set back. Nothing waits until it has come. */
export const isAhead = (timestamp: string, nowMs: number): boolean => parseTimestamp(timestamp) - nowMs > SKEW_MS;

/** Later times are ahead. */
export const latestTime = (nowMs: number): string => formatTimestamp(nowMs + SKEW_MS);

export const ageMs = (timestamp: string, nowMs: number): number =>
  isAhead(timestamp, nowMs) ? Number.POSITIVE_INFINITY : nowMs - parseTimestamp(timestamp);

/** The API's `*_utc` format: `2026-04-16T15:19:00.123456+0000`. */
export function utcText(timestamp: string): string {
  return `${timestamp}+0000`;
}

const UNITS: readonly (readonly [seconds: number, text: (count: number) => string])[] = [
  [1, (count) => t("{count, plural, =1 {a second ago} other {# seconds ago}}", { count })],
  [60, (count) => t("{count, plural, =1 {a minute ago} other {# minutes ago}}", { count })],
  [3600, (count) => t("{count, plural, =1 {an hour ago} other {# hours ago}}", { count })],
  [86_400, (count) => t("{count, plural, =1 {a day ago} other {# days ago}}", { count })],
  [30.5 * 86_400, (count) => t("{count, plural, =1 {a month ago} other {# months ago}}", { count })],
  [365 * 86_400, (count) => t("{count, plural, =1 {a year ago} other {# years ago}}", { count })],
];

export function agoText(timestamp: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - parseTimestamp(timestamp)) / 1000);
  const [size, text] = UNITS.findLast(([least]) => seconds >= least) ?? [];
  return size && text ? text(Math.floor(seconds / size)) : t("now");
}
