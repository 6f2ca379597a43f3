import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { date } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";

export const FAST_DEBOUNCE_MS = 250;
export const SLOW_DEBOUNCE_MS = 500;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function nowMs(): number {
  return Date.now();
}

/** Returns a cancel function. */
export function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Lets the page respond to input in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export function useDebounced<T>(value: T, ms = FAST_DEBOUNCE_MS): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (Object.is(debounced, value)) return;
    return later(ms, () => setDebounced(value));
  }, [value, debounced, ms]);
  return debounced;
}

export function useDebouncedCallback<A extends unknown[]>(act: (...args: A) => void, ms = FAST_DEBOUNCE_MS) {
  const latest = useRef(act);
  const cancel = useRef<() => void>(() => {});
  latest.current = act;
  useEffect(() => () => cancel.current(), []);
  const run = useRef((...args: A) => {
    cancel.current();
    cancel.current = later(ms, () => latest.current(...args));
  });
  return run.current;
}

const SKELETON_MIN_MS = 300;

/** True while loading, and for at least 300 ms once visible, to avoid flicker. */
export function useSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(loading);
  const since = useRef(0);
  useEffect(() => {
    if (loading) {
      since.current = nowMs();
      setShown(true);
      return;
    }
    if (!shown) return;
    const age = nowMs() - since.current;
    // Skeletons only become visible after 150 ms.
    if (age < 150 || age >= SKELETON_MIN_MS) setShown(false);
    else return later(SKELETON_MIN_MS - age, () => setShown(false));
  }, [loading, shown]);
  return shown;
}

/** Milliseconds since `startedAt`, updated twice a second; 0 if undefined. */
export function useElapsed(startedAt: number | undefined): number {
  const [now, setNow] = useState(() => nowMs());
  useEffect(() => {
    if (startedAt === undefined) return;
    return later(500, () => setNow(nowMs()));
  });
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt);
}

let minute = 0;
const minuteListeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

export function useNow(): number {
  return useSyncExternalStore(subscribeToMinutes, () => {
    if (minute === 0) minute = nowMs();
    return minute;
  });
}

function subscribeToMinutes(listener: () => void): () => void {
  if (minuteListeners.size === 0) minute = nowMs();
  minuteListeners.add(listener);
  ticking ??= setInterval(() => {
    minute = nowMs();
    for (const each of minuteListeners) each();
  }, MINUTE);
  return () => {
    minuteListeners.delete(listener);
    if (minuteListeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
    minute = 0;
  };
}

/** Epoch milliseconds of an API time: a number, or ISO 8601 (UTC without a zone). NaN if invalid. */
export function parseMoment(value: string | number): number {
  if (typeof value === "number") return value;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  return Date.parse(zoned.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
}

/**
 * For example "12 min ago", "yesterday, 16:40", "14 Nov" or "14 Nov 2024". `short` omits the time of day ("yesterday").
 */
export function relativeTime(atMs: number, now: number, style: "long" | "short" = "long"): string {
  const age = now - atMs;
  if (age < 45_000) return t("just now");
  if (age < HOUR) return t("{minutes, number} min ago", { minutes: Math.max(1, Math.round(age / MINUTE)) });
  const days = calendarDays(atMs, now);
  if (age < 12 * HOUR && (days === 0 || style === "short")) {
    return t("{hours, number} h ago", { hours: Math.round(age / HOUR) });
  }
  const time = clockTime(atMs);
  if (days === 0) return style === "short" ? t("today") : t("today, {time}", { time });
  if (days === 1) return style === "short" ? t("yesterday") : t("yesterday, {time}", { time });
  if (days <= 7) return t("{days, number} d ago", { days });
  const at = new Date(atMs);
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  return dateText(at, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

export const dateText = (at: Date, options: Intl.DateTimeFormatOptions): string => date(at, options);

export function exactTime(atMs: number): string {
  return dateText(new Date(atMs), { dateStyle: "medium", timeStyle: "long" });
}

/** For example `23 Nov 2026, 09:14`, in local time. */
export function shortTime(atMs: number): string {
  return dateText(new Date(atMs), { dateStyle: "medium", timeStyle: "short" });
}

export function clockTime(atMs: number): string {
  return dateText(new Date(atMs), { timeStyle: "short" });
}

function calendarDays(fromMs: number, toMs: number): number {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  return Math.round((midnight(toMs) - midnight(fromMs)) / DAY);
}
