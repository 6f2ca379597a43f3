import type { ChangePeriod } from "../../model/assertion.ts";

/** Wall times; `until` isn't part of it. */
export interface Period {
  since: string;
  until: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last full period before a wall time, and the one before that. Weeks begin on Monday. */
export function lastPeriods(wallMs: number, period: ChangePeriod): [last: Period, before: Period] {
  const end = startOf(wallMs, period);
  const middle = startOf(end - 1, period);
  const start = startOf(middle - 1, period);
  return [between(middle, end), between(start, middle)];
}

const between = (sinceMs: number, untilMs: number): Period => ({ since: textOf(sinceMs), until: textOf(untilMs) });

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19);

function startOf(ms: number, period: ChangePeriod): number {
  const date = new Date(ms);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  switch (period) {
    case "day":
      return day;
    case "week":
      return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
    case "month":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
}
