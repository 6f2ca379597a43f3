import { Cron } from "croner";
import type { App } from "../app.ts";

/** False for a valid crontab that never runs, such as February 30. */
export function isCrontab(text: string): boolean {
  try {
    return new Cron(text, { mode: "5-part", paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

interface Schedule {
  crontab: string;
  timezone: string;
}

export type TimeAfter = (schedule: Schedule, afterMs: number) => number;

const MAX_CACHED = 10_000;

export function cachedScheduleTimes(_app: App): TimeAfter {
  const cached = new Map<string, { afterMs: number; next: number }>();
  return ({ crontab, timezone }, afterMs) => {
    const key = `${crontab} ${timezone}`;
    const found = cached.get(key);
    if (found && afterMs >= found.afterMs && afterMs < found.next) return found.next;
    const next = nextTime({ crontab, timezone }, afterMs);
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, { afterMs, next });
    return next;
  };
}

function nextTime({ crontab, timezone }: Schedule, afterMs: number): number {
  try {
    const cron = new Cron(crontab, { mode: "5-part", paused: true, timezone });
    return cron.nextRun(new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
