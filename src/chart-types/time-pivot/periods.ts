import { shortMonth, shortWeekday } from "../../chart-kit/format/calendar-names.ts";
import { t } from "../../i18n/translate.ts";

/** pandas frequencies that split a time series into overlaid periods. */

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const FIRST_SUNDAY = 3 * DAY;

export interface Period {
  startOf(at: number): number;
  next(start: number): number;
  name(start: number): string;
  tick(offset: number): string;
  step: number;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const years: Period = {
  startOf: (at) => Date.UTC(new Date(at).getUTCFullYear(), 0, 1),
  next: (start) => Date.UTC(new Date(start).getUTCFullYear() + 1, 0, 1),
  name: (start) => String(new Date(start).getUTCFullYear()),
  tick: (offset) => shortMonth(new Date(Date.UTC(2001, 0, 1) + offset).getUTCMonth()),
  step: 31 * DAY,
};

const days: Period = {
  startOf: (at) => Math.floor(at / DAY) * DAY,
  next: (start) => start + DAY,
  name: day,
  tick: (offset) => `${String(Math.round(offset / 3_600_000)).padStart(2, "0")}:00`,
  step: 3 * 3_600_000,
};

/** Weeks ending on a weekday: `W-MON` ends on Monday. */
function weeks(count: number, lastDay: number): Period {
  const length = count * WEEK;
  const origin = FIRST_SUNDAY + ((lastDay + 1) % 7) * DAY;
  const startOf = (at: number) => Math.floor((at - origin) / length) * length + origin;
  return {
    startOf,
    next: (start) => start + length,
    name: day,
    tick: (offset) =>
      count === 1
        ? shortWeekday((lastDay + 1 + Math.round(offset / DAY)) % 7)
        : t("Week {week, number}", { week: Math.floor(offset / WEEK) + 1 }),
    step: count === 1 ? DAY : Math.max(1, Math.ceil(count / 12)) * WEEK,
  };
}

const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** `AS`, `D`, `W-MON`, `4W-MON`, `52W-SUN`; undefined for anything else. */
export function periodOf(freq: string): Period | undefined {
  if (/^(AS|YS|Y|A)$/.test(freq)) return years;
  if (freq === "D") return days;
  const [, count = "1", weekday = "SUN"] = /^(\d{0,3})W(?:-([A-Z]{3}))?$/.exec(freq) ?? [];
  const isWeeks = /^\d{0,3}W(-[A-Z]{3})?$/.test(freq) && WEEKDAYS.includes(weekday);
  return isWeeks ? weeks(Math.max(1, Number(count || 1)), WEEKDAYS.indexOf(weekday)) : undefined;
}

export interface PeriodSeries {
  start: number;
  /** 0 = last period, -1 = the one before. */
  rank: number;
  points: readonly (readonly [offset: number, value: number | null])[];
}

export function splitIntoPeriods(
  points: readonly (readonly [number, number | null])[],
  period: Period,
): PeriodSeries[] {
  const byStart = new Map<number, [number, number | null][]>();
  for (const [at, value] of points) {
    const start = period.startOf(at);
    const own = byStart.get(start) ?? [];
    own.push([at - start, value]);
    byStart.set(start, own);
  }
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  const last = starts.at(-1) ?? 0;
  const ranks = new Map<number, number>();
  for (const [index, start] of starts.toReversed().entries()) ranks.set(start, -index);
  return starts.map((start) => ({
    start,
    rank: start === last ? 0 : (ranks.get(start) ?? 0),
    points: (byStart.get(start) ?? []).toSorted(([a], [b]) => a - b),
  }));
}
