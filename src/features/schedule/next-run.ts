import { Cron } from "croner";

/** Empty if the crontab is invalid or never due. */
export function nextRuns(
  crontab: string,
  timezone: string,
  { from, count = 1 }: { from: number; count?: number },
): Date[] {
  try {
    return new Cron(crontab, { mode: "5-part", timezone, paused: true }).nextRuns(count, new Date(from));
  } catch {
    return [];
  }
}

const DAY_MS = 86_400_000;

/** For example `tomorrow at 06:00` or `on 1 Dec at 06:00`, in the given time zone. */
export function runTimeText(at: Date, now: number, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(new Date(now), timezone)];
  const clock = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: timezone });
  return `${dayText(at, Math.round((day - today) / DAY_MS), timezone)} at ${clock}`;
}

function dayText(at: Date, days: number, timeZone: string): string {
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days < 7) return `on ${at.toLocaleDateString("en-US", { weekday: "long", timeZone })}`;
  const year = days > 300 ? "numeric" : undefined;
  return `on ${at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year, timeZone })}`;
}

/** Midnight UTC of the day in the time zone. */
function dayIn(at: Date, timeZone: string): number {
  return Date.parse(at.toLocaleDateString("sv-SE", { timeZone }));
}
