import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { addUnits, type CalendarUnit, DAY_MS, startOfUnit, wallClock } from "../calendar.ts";

/** Regular periods over a span of time, following the rules of pandas' offsets. */
export interface Periods {
  names: number[];
  at(instant: number): number;
}

const MAX_PERIODS = 500_000;
const RULE = /^(\d*)\s*([A-Za-z]+)(?:-([A-Za-z]{3}))?$/;
const WEEKDAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

type MakePeriods = (bounds: Bounds, count: number, anchor: string | undefined) => Periods;

interface Bounds {
  first: number;
  last: number;
}

/** Throws a 400 for an unknown rule, and for too many periods. */
export function periodsOf(rule: string, bounds: Bounds): Periods {
  const [, count, name = "", anchor] = RULE.exec(rule.trim()) ?? [];
  const make = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (!make || count === "0") throw badRequest(t("Invalid frequency: {rule}", { rule }));
  return make(bounds, Number(count || 1), anchor?.toUpperCase());
}

/** Steps of fixed length, counted from the midnight before the first instant. */
const ticks =
  (ms: number): MakePeriods =>
  ({ first, last }, count) => {
    const size = ms * count;
    const midnight = startOfUnit(first, "day");
    const start = midnight + Math.floor((first - midnight) / size) * size;
    return named(collected(start, last, (i) => start + i * size));
  };

const starts =
  (unit: CalendarUnit, months: number): MakePeriods =>
  ({ first, last }, count, anchor) => {
    const start = anchoredStart(first, unit, anchorMonth(anchor, 0));
    return named(collected(start, last, (i) => addUnits(start, i * count * months, "month")));
  };

const ends =
  (unit: CalendarUnit, months: number): MakePeriods =>
  ({ first, last }, count, anchor) => {
    const start = anchoredStart(first, unit, (anchorMonth(anchor, 11) + 1) % 12);
    return endNamed(last, (i) => addUnits(start, (1 + i * count) * months, "month") - DAY_MS);
  };

const weeks: MakePeriods = ({ first, last }, count, anchor = "SUN") => {
  const weekday = WEEKDAYS.indexOf(anchor);
  if (weekday < 0) throw badRequest(t("Invalid frequency: {rule}", { rule: `W-${anchor}` }));
  const day = startOfUnit(first, "day");
  const end = day + ((weekday - weekdayOf(day) + 7) % 7) * DAY_MS;
  return endNamed(last, (i) => end + i * count * 7 * DAY_MS);
};

const businessDays: MakePeriods = ({ first, last }, count) => {
  const day = startOfUnit(first, "day");
  const start = day - Math.max(0, weekdayOf(day) - 4) * DAY_MS;
  const offset = weekdayOf(start);
  const monday = start - offset * DAY_MS;
  return named(
    collected(start, last, (i) => {
      const days = offset + i * count;
      return monday + (Math.floor(days / 5) * 7 + (days % 5)) * DAY_MS;
    }),
  );
};

const halfMonths: MakePeriods = ({ first, last }, count) => {
  const month = startOfUnit(first, "month");
  const isSecond = first >= month + 14 * DAY_MS;
  return named(
    collected(isSecond ? month + 14 * DAY_MS : month, last, (i) => {
      const half = (isSecond ? 1 : 0) + i * count;
      return addUnits(month, Math.floor(half / 2), "month") + (half % 2) * 14 * DAY_MS;
    }),
  );
};

const RULES: Readonly<Record<string, MakePeriods>> = {
  ...Object.fromEntries(["s", "S"].map((name) => [name, ticks(1000)])),
  ...Object.fromEntries(["min", "T"].map((name) => [name, ticks(60_000)])),
  ...Object.fromEntries(["h", "H"].map((name) => [name, ticks(3_600_000)])),
  ...Object.fromEntries(["D", "d"].map((name) => [name, ticks(DAY_MS)])),
  W: weeks,
  w: weeks,
  B: businessDays,
  SMS: halfMonths,
  MS: starts("month", 1),
  QS: starts("quarter", 3),
  ...Object.fromEntries(["YS", "AS"].map((name) => [name, starts("year", 12)])),
  ...Object.fromEntries(["ME", "M"].map((name) => [name, ends("month", 1)])),
  ...Object.fromEntries(["QE", "Q"].map((name) => [name, ends("quarter", 3)])),
  ...Object.fromEntries(["YE", "Y", "A"].map((name) => [name, ends("year", 12)])),
};

const weekdayOf = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7;

function anchorMonth(anchor: string | undefined, otherwise: number): number {
  if (anchor === undefined) return otherwise;
  const month = MONTHS.indexOf(anchor);
  if (month < 0) throw badRequest(t("Invalid frequency anchor: {anchor}", { anchor }));
  return month;
}

function anchoredStart(ms: number, unit: CalendarUnit, firstMonth: number): number {
  if (unit === "month") return startOfUnit(ms, "month");
  const date = new Date(ms);
  const size = unit === "year" ? 12 : 3;
  const back = (((date.getUTCMonth() - firstMonth) % size) + size) % size;
  return wallClock([date.getUTCFullYear(), date.getUTCMonth() - back, 1]);
}

function collected(start: number, last: number, at: (i: number) => number): number[] {
  const found: number[] = [];
  for (let i = 0, next = start; next <= last; next = at(++i)) {
    if (i >= MAX_PERIODS) throw badRequest(t("Resampling would create too many periods. Use a coarser frequency."));
    found.push(next);
  }
  return found;
}

const named = (names: number[]): Periods => ({ names, at: (instant) => lastUpTo(names, instant) });

/** Named by their last day, which belongs to them entirely. */
function endNamed(last: number, at: (i: number) => number): Periods {
  const names: number[] = [];
  for (let i = 0; i === 0 || (names.at(-1) ?? 0) + DAY_MS <= last; i++) {
    if (i >= MAX_PERIODS) throw badRequest(t("Resampling would create too many periods. Use a coarser frequency."));
    names.push(at(i));
  }
  const ends = names.map((name) => name + DAY_MS);
  return { names, at: (instant) => lastUpTo(ends, instant) + 1 };
}

export function lastUpTo(sorted: readonly number[], value: number): number {
  let low = -1;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
