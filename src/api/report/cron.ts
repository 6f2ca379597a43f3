import { createRequire } from "node:module";
import { Cron } from "croner";
import cronstrue from "cronstrue";
import { currentLocale, type Language } from "../../i18n/locale.ts";
import type { App } from "../../server/app.ts";
import type { Row } from "../../server/store/tables.ts";

/** Whether the text is five fields of cron that will ever come true. */
export function isCrontab(text: string): boolean {
  try {
    return new Cron(text, { mode: "5-part", paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** `At 12:00 AM`; the crontab itself where there are no words for it. */
export function crontabText(crontab: string): string {
  try {
    return cronstrue.toString(crontab, { locale: cronLocale(currentLocale().language) });
  } catch {
    return crontab;
  }
}

const require = createRequire(import.meta.url);

/** Its texts are loaded when a language is first asked for. */
function cronLocale(language: Language): string {
  if (language.startsWith("en")) return "en";
  const name = language.replace("-", "_");
  require(`cronstrue/locales/${name}.js`);
  return name;
}

/** When schedules come true. */

type Schedule = Pick<Row<"reports">, "crontab" | "timezone">;

/** The first time of a schedule after another, epoch milliseconds; infinity where there is none. */
export type TimeAfter = (schedule: Schedule, afterMs: number) => number;

const MOST_KNOWN = 10_000;

/** Most minutes nothing is due: what comes next is worked out once, not every minute. */
export function timesOfSchedules(_app: App): TimeAfter {
  const known = new Map<string, { afterMs: number; next: number }>();
  return ({ crontab, timezone }, afterMs) => {
    const key = `${crontab} ${timezone}`;
    const found = known.get(key);
    if (found && afterMs >= found.afterMs && afterMs < found.next) return found.next;
    const next = nextTime({ crontab, timezone }, afterMs);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { afterMs, next });
    return next;
  };
}

/** A schedule that this version cannot read holds up no other. */
function nextTime({ crontab, timezone }: Schedule, afterMs: number): number {
  try {
    const cron = new Cron(crontab, { mode: "5-part", paused: true, timezone });
    return cron.nextRun(new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
