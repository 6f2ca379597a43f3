/**
 * Calendar arithmetic on wall-clock instants: milliseconds of a clock without a zone, counted as if it were UTC.
 * Weeks start on Monday.
 */
export type CalendarUnit = "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second";

const UNITS: readonly CalendarUnit[] = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"];

export const DAY_MS = 86_400_000;
const YEAR_1_MS = -62_135_596_800_000;
const YEAR_10000_MS = 253_402_300_800_000;

export const isInCalendar = (ms: number) => ms >= YEAR_1_MS && ms < YEAR_10000_MS;
const FIXED_MS: Partial<Record<CalendarUnit, number>> = {
  week: 7 * DAY_MS,
  day: DAY_MS,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
};
const MONTHS: Partial<Record<CalendarUnit, number>> = { year: 12, quarter: 3, month: 1 };

export function maybeUnit(text: string): CalendarUnit | undefined {
  const name = text.trim().toLowerCase().replace(/s$/, "");
  return UNITS.find((unit) => unit === name);
}

export const isBelowDay = (unit: CalendarUnit) => unit === "hour" || unit === "minute" || unit === "second";

/** Months keep the day of the month, or the last one of a shorter month. */
export function addUnits(ms: number, count: number, unit: CalendarUnit): number {
  const fixed = FIXED_MS[unit];
  if (fixed !== undefined) return ms + count * fixed;
  const date = new Date(ms);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count * (MONTHS[unit] ?? 0);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const day = Math.min(date.getUTCDate(), daysInMonth(year, month));
  const moved = new Date(ms);
  moved.setUTCFullYear(year, month, day);
  return moved.getTime() + (ms - date.getTime());
}

export function startOfUnit(ms: number, unit: CalendarUnit): number {
  if (isBelowDay(unit)) {
    const size = FIXED_MS[unit] ?? 1;
    return Math.floor(ms / size) * size;
  }
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (unit === "day") return day;
  const date = new Date(day);
  if (unit === "week") return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  const month = unit === "year" ? 0 : unit === "quarter" ? Math.floor(date.getUTCMonth() / 3) * 3 : date.getUTCMonth();
  return wallClock([date.getUTCFullYear(), month, 1]);
}

/** Midnight at the start of the unit's last day; for a week that is Sunday. */
export function lastDayOfUnit(ms: number, unit: CalendarUnit): number {
  return startOfUnit(addUnits(startOfUnit(ms, unit), 1, unit) - 1, "day");
}

/**
 * Year, month (from 0), day; hour, minute, second and millisecond are optional. Years below 100 aren't changed to 19xx.
 */
export function wallClock(parts: readonly number[]): number {
  const [year = 1970, month = 0, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, minute, second, ms);
  return date.getTime();
}

function daysInMonth(year: number, month: number): number {
  return new Date(wallClock([year, month + 1, 0])).getUTCDate();
}

export function isoWithoutZone(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, -1);
  return text.endsWith(".000") ? text.slice(0, -4) : text;
}
