import { dayAndMonth, dayMonthAndYear, monthAndYear, shortMonth, yearText } from "../format/calendar-names.ts";
import { isMoment } from "../format/time-format.ts";

/** All in UTC: "2001", "Apr", "5 Jun", "14:00". */
export interface TimeTick {
  at: number;
  text: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.4375 * DAY;
const YEAR = 365.25 * DAY;

type Unit = "year" | "month" | "day" | "clock";
interface Step {
  unit: Unit;
  every: number;
  length: number;
}

const clock = (length: number): Step => ({ unit: "clock", every: length, length });
const STEPS: readonly Step[] = [
  ...[1, 5, 15, 30].map((n) => clock(n * SECOND)),
  ...[1, 5, 15, 30].map((n) => clock(n * MINUTE)),
  ...[1, 3, 6, 12].map((n) => clock(n * HOUR)),
  ...[1, 2, 5, 10].map((every): Step => ({ unit: "day", every, length: every * DAY })),
  ...[1, 2, 3, 6].map((every): Step => ({ unit: "month", every, length: every * MONTH })),
  ...[1, 2, 5, 10, 20, 50, 100].map((every): Step => ({ unit: "year", every, length: every * YEAR })),
];

const GRAIN_LENGTHS: Readonly<Record<string, number>> = {
  PT1S: SECOND,
  PT1M: MINUTE,
  PT1H: HOUR,
  P1D: DAY,
  P1W: 7 * DAY,
  P1M: MONTH,
  P3M: 3 * MONTH,
  P1Y: YEAR,
};

/** In milliseconds; weeks with an anchor count as weeks. */
export function grainLength(grain: string | null | undefined): number | undefined {
  if (!grain) return undefined;
  return GRAIN_LENGTHS[grain] ?? (grain.includes("P1W") ? 7 * DAY : undefined);
}

const ROOM: Partial<Record<Unit, number>> = { month: 0.8 };

export interface TickOptions {
  /** Minimum distance in milliseconds. */
  atLeast?: number;
  /** The time of the query. Times of its year are named without the year. */
  now?: number | undefined;
}

/** `most`: maximum number. */
export function timeTicks(
  [from, to]: readonly [number, number],
  most: number,
  { atLeast = 0, now }: TickOptions = {},
): TimeTick[] {
  if (!(to > from)) return [{ at: from, text: fullText(from) }];
  const apart = (to - from) / Math.max(1, most);
  const least = atLeast * 0.9;
  const fitting = STEPS.find(({ unit, length }) => length >= Math.max(least, apart * (ROOM[unit] ?? 1)));
  const step = fitting ?? STEPS.at(-1);
  if (!step) return [];
  // Ranges can exceed the longest step.
  const every = fitting ? 1 : Math.ceil(Math.max(least, apart) / step.length);
  const ats = positions(from, to, step).filter((_, i) => i % every === 0);
  const isOneYear = yearAt(from) === yearAt(to);
  const ticks = ats.map((at, i) => ({ at, text: tickText(at, step, { isOneYear, isFirst: i === 0 }) }));
  return step.unit === "year" || isOfYear([from, to], now) ? ticks : withYear(ticks, step);
}

const yearAt = (at: number) => new Date(at).getUTCFullYear();

/** Whether readers take the times for those of the current year. */
const isOfYear = (ends: readonly number[], now: number | undefined) =>
  now !== undefined && ends.every((at) => yearAt(at) === yearAt(now));

/** Of hours, the first day says it, as hours have no room. */
function withYear(ticks: readonly TimeTick[], { unit }: Step): TimeTick[] {
  const isDay = ({ at }: TimeTick) => at % DAY === 0;
  const index = unit === "clock" ? Math.max(0, ticks.findIndex(isDay)) : 0;
  return ticks.map((tick, i) => (i === index ? { at: tick.at, text: firstText(tick, unit) } : tick));
}

function firstText({ at, text }: TimeTick, unit: Unit): string {
  if (unit !== "month") return fullText(at);
  return text === yearOf(at) ? text : monthAndYear(at);
}

/** Ticks of weeks and other periods that don't start at round dates: each period, or every nth one. */
export function periodTicks(times: readonly number[], most: number, now?: number): TimeTick[] {
  const every = Math.ceil(times.length / Math.max(1, most));
  const isPlain = isOfYear(times, now);
  return times
    .filter((_, i) => i % every === 0)
    .map((at, i, shown) => {
      const isNewYear = i === 0 || yearAt(at) !== yearAt(shown[i - 1] ?? at);
      return { at, text: isNewYear && !isPlain ? dayMonthAndYear(at) : dayAndMonth(at) };
    });
}

function positions(from: number, to: number, step: Step): number[] {
  const found: number[] = [];
  for (let at = floorTo(from, step); at <= to && found.length < 500; at = next(at, step)) {
    if (at >= from) found.push(at);
  }
  return found;
}

/** `Date.UTC` reads years 0 to 99 as 1900 to 1999. */
const dayAt = (year: number, month = 0, day = 1): number => new Date(0).setUTCFullYear(year, month, day);

function floorTo(at: number, { unit, every }: Step): number {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  if (unit === "year") return dayAt(Math.floor(year / every) * every);
  if (unit === "month") return dayAt(year, Math.floor(date.getUTCMonth() / every) * every);
  if (unit === "day") return dayAt(year, date.getUTCMonth());
  return Math.floor(at / every) * every;
}

function next(at: number, { unit, every }: Step): number {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  if (unit === "year") return dayAt(year + every);
  if (unit === "month") return dayAt(year, month + every);
  if (unit === "clock") return at + every;
  const day = date.getUTCDate() + every;
  const length = new Date(dayAt(year, month + 1, 0)).getUTCDate();
  // Keeps the last tick of a month clear of the next month's first.
  return every > 1 && day > length - every / 2 ? dayAt(year, month + 1) : dayAt(year, month, day);
}

interface TickContext {
  isOneYear: boolean;
  isFirst: boolean;
}

function tickText(at: number, step: Step, context: TickContext): string {
  if (step.unit === "year") return yearOf(at);
  if (step.unit === "month") return monthText(at, context);
  if (step.unit === "day") return dayText(at, step, context);
  if (at % DAY === 0) return dayAndMonth(at);
  const time = new Date(at).toISOString();
  return step.every < MINUTE ? time.slice(11, 19) : time.slice(11, 16);
}

function dayText(at: number, { every }: Step, context: TickContext): string {
  const day = new Date(at).getUTCDate();
  if (day === 1) return monthText(at, context);
  return every === 1 && !context.isFirst ? String(day) : dayAndMonth(at);
}

function monthText(at: number, { isOneYear }: TickContext): string {
  const month = new Date(at).getUTCMonth();
  return month === 0 && !isOneYear ? yearOf(at) : shortMonth(month);
}

function yearOf(at: number): string {
  return yearText(at);
}

function fullText(at: number): string {
  if (!isMoment(at)) return String(at);
  const day = dayMonthAndYear(at);
  return at % DAY === 0 ? day : `${day} ${new Date(at).toISOString().slice(11, 16)}`;
}

/** The date of a period of `step` milliseconds: `2024`, `Feb 2024`, `5 Feb 2024`. */
export function periodText(at: number, step: number): string {
  if (step >= 360 * DAY) return yearOf(at);
  return step >= 28 * DAY ? monthAndYear(at) : dayMonthAndYear(at);
}

export function smallestStep(times: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < times.length; i++) {
    const step = Math.abs((times[i] ?? 0) - (times[i - 1] ?? 0));
    if (step > 0) least = Math.min(least, step);
  }
  return Number.isFinite(least) ? least : 0;
}
