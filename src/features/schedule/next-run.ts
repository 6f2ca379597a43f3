import { Cron } from "croner";
import { t } from "../../i18n/translate.ts";
import { dateText } from "../../web/client/clock.ts";

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

export function runTimeText(at: Date, now: number, timezone: string): string {
  const { days, time } = runTime(at, now, timezone);
  if (days === 0) return t("today at {time}", { time });
  if (days === 1) return t("tomorrow at {time}", { time });
  return t("on {day} at {time}", { day: dayText(at, days, timezone), time });
}

/** The same for a list: `Tomorrow at 06:00` or `1 Dec at 06:00`. */
export function runTimeLabel(at: Date, now: number, timezone: string): string {
  const { days, time } = runTime(at, now, timezone);
  if (days === 0) return t("Today at {time}", { time });
  if (days === 1) return t("Tomorrow at {time}", { time });
  return t("{day} at {time}", { day: dayText(at, days, timezone), time });
}

function runTime(at: Date, now: number, timezone: string) {
  const [day, today] = [dayIn(at, timezone), dayIn(new Date(now), timezone)];
  return {
    days: Math.round((day - today) / DAY_MS),
    time: dateText(at, { timeStyle: "short", timeZone: timezone }),
  };
}

function dayText(at: Date, days: number, timeZone: string): string {
  if (days < 7) return dateText(at, { weekday: "long", timeZone });
  return dateText(at, { day: "numeric", month: "short", ...(days > 300 ? { year: "numeric" } : {}), timeZone });
}

function dayIn(at: Date, timeZone: string): number {
  return Date.parse(at.toLocaleDateString("sv-SE", { timeZone }));
}
