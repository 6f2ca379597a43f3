import { addUnits, type CalendarUnit, DAY_MS } from "./calendar.ts";
import { inheritedShift, maybeTimeShift, type TimeRange } from "./time-range.ts";

const MONTHS: Partial<Record<CalendarUnit, number>> = { year: 12, quarter: 3, month: 1 };
const MONTH_MS = (365.2425 / 12) * DAY_MS;

/**
 * A comparison's shift in whole periods of the grain, at least one: a year of weeks is 52 weeks. Otherwise its first
 * and last periods would be partial, next to whole ones. Shifts to a date are unchanged. `bounds`: of the main query.
 */
export function wholeShift(offset: string, grain: string | null, bounds: TimeRange): string {
  const period = grain === null ? undefined : periodOf(grain);
  if (!period || maybeTimeShift(offset)?.count === 0) return offset;
  return "months" in period ? wholeMonths(offset, period.months, bounds) : wholeSteps(offset, period.ms, bounds);
}

const DURATION = /^(?:.*\/)?P(?:(T)?(\d+(?:\.\d+)?)([YMWDHS]))(?:\/.*)?$/;
const FIXED_MS: Readonly<Record<string, number>> = {
  ...{ W: 7 * DAY_MS, D: DAY_MS, TH: 3_600_000, TM: 60_000, TS: 1000 },
};

/** For ISO durations, also with an anchor; undefined for grains that an installation names differently. */
function periodOf(grain: string): { months: number } | { ms: number } | undefined {
  const [, time = "", digits = "", unit = ""] = DURATION.exec(grain) ?? [];
  const count = Number(digits);
  if (!time && unit === "Y") return { months: count * 12 };
  if (!time && unit === "M") return { months: count };
  const fixed = FIXED_MS[time + unit];
  return fixed === undefined ? undefined : { ms: count * fixed };
}

function wholeMonths(offset: string, step: number, { since, until }: TimeRange): string {
  if (isInherit(offset)) {
    if (since === null || until === null) return offset;
    let count = step;
    while (addUnits(since, count, "month") < until) count += step;
    return `${count} months ago`;
  }
  const shift = maybeTimeShift(offset);
  if (!shift) return offset;
  const { count, unit } = shift;
  const ownMonths = MONTHS[unit];
  if (ownMonths !== undefined && (count * ownMonths) % step === 0) return offset;
  const months = ownMonths === undefined ? addUnits(0, count, unit) / MONTH_MS : count * ownMonths;
  return shiftText(wholeNumber(months / step) * step, "months");
}

function wholeSteps(offset: string, step: number, { since, until }: TimeRange): string {
  if (isInherit(offset)) {
    if (since === null || until === null) return offset;
    const length = inheritedShift(since, until);
    return length % step === 0 ? offset : shiftText((Math.ceil(length / step) * step) / 1000, "seconds");
  }
  const shift = maybeTimeShift(offset);
  if (!shift) return offset;
  const { count, unit } = shift;
  const isCalendar = MONTHS[unit] !== undefined;
  // Months and years of days are whole days, each by itself.
  if (isCalendar && DAY_MS % step === 0) return offset;
  const start = since ?? 0;
  const shiftMs = start - addUnits(start, -count, unit);
  return shiftMs % step === 0 && !isCalendar
    ? offset
    : shiftText((wholeNumber(shiftMs / step) * step) / 1000, "seconds");
}

const isInherit = (offset: string) => offset.trim().toLowerCase() === "inherit";

/** Never 0, because nothing is compared with itself. */
const wholeNumber = (periods: number) => Math.sign(periods) * Math.max(1, Math.round(Math.abs(periods)));

const shiftText = (count: number, unit: string) => `${Math.abs(count)} ${unit} ${count < 0 ? "later" : "ago"}`;
