import { createRequire } from "node:module";
import { Cron } from "croner";
import cronstrue from "cronstrue";
import { currentLocale, type Language } from "../../i18n/locale.ts";
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

export function crontabText(crontab: string): string {
  try {
    return cronstrue.toString(crontab, { locale: cronLocale(currentLocale().language) });
  } catch {
    return crontab;
  }
}

const require = createRequire(import.meta.url);

function cronLocale(language: Language): string {
  if (language.startsWith("en")) return "en";
  const name = language.replace("-", "_");
  require(`cronstrue/locales/${name}.js`);
  return name;
}

type Schedule = Pick<Row<"reports">, "crontab" | "timezone">;

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
