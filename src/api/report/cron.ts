import { Cron } from "croner";
import cronstrue from "cronstrue";
import type { App } from "../../server/app.ts";
import type { Row } from "../../server/store/tables.ts";

/** False for a valid crontab that never runs, such as February 30. */
export function isCrontab(text: string): boolean {
  try {
    return new Cron(text, { mode: "5-part", paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** `At 12:00 AM`; the crontab itself if it can't be described. */
export function crontabText(crontab: string): string {
  try {
    return cronstrue.toString(crontab);
  } catch {
    return crontab;
  }
}

type Schedule = Pick<Row<"reports">, "crontab" | "timezone">;

/** Epoch milliseconds of the first run after another; infinity for none. */
export type TimeAfter = (schedule: Schedule, afterMs: number) => number;

const MAX_CACHED = 10_000;

/** Caches the next time of each schedule, as in most minutes nothing is due. */
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

/** Unreadable schedules don't stop the others. */
function nextTime({ crontab, timezone }: Schedule, afterMs: number): number {
  try {
    const cron = new Cron(crontab, { mode: "5-part", paused: true, timezone });
    return cron.nextRun(new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
