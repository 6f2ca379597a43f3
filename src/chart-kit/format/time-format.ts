import { timeFormatLocale, utcFormat } from "d3-time-format";
import { verbatim } from "../../chart-seam/control.ts";
import { calendarName } from "../../i18n/intl.ts";
import { currentLocale, dateTag } from "../../i18n/locale.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { shortMonth, shortWeekday } from "./calendar-names.ts";

/** Epoch milliseconds as text, always in UTC. */
export type TimeFormatter = (epochMs: number) => string;

export const SMART_DATE = "smart_date";
const SMART_DATE_DETAILED = "smart_date_detailed";
const SMART_DATE_VERBOSE = "smart_date_verbose";

const EXAMPLE = Date.UTC(2019, 0, 14, 1, 32, 10);

export const TIME_FORMATS: readonly (readonly [string, Message])[] = [
  [SMART_DATE, msg("Adaptive formatting")],
  ...["%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%d-%m-%Y %H:%M:%S", "%H:%M:%S"].map(
    (format) => [format, verbatim(`${format} | ${utcFormat(format)(new Date(EXAMPLE))}`)] as const,
  ),
];

type Precision = "millisecond" | "second" | "minute" | "hour" | "day" | "week" | "month" | "year";

export function precisionOf(epochMs: number): Precision {
  const date = new Date(epochMs);
  if (date.getUTCMilliseconds() !== 0) return "millisecond";
  if (date.getUTCSeconds() !== 0) return "second";
  if (date.getUTCMinutes() !== 0) return "minute";
  if (date.getUTCHours() !== 0) return "hour";
  if (date.getUTCDate() !== 1) return date.getUTCDay() === 0 ? "week" : "day";
  return date.getUTCMonth() === 0 ? "year" : "month";
}

const SMART: Readonly<Record<string, Readonly<Record<Precision, string>>>> = {
  [SMART_DATE]: {
    millisecond: ".%Lms",
    second: ":%Ss",
    minute: "%I:%M",
    hour: "%I %p",
    day: "%a %d",
    week: "%b %d",
    month: "%B",
    year: "%Y",
  },
  [SMART_DATE_DETAILED]: {
    millisecond: "%Y-%m-%d %H:%M:%S.%L",
    second: "%Y-%m-%d %H:%M:%S",
    minute: "%Y-%m-%d %H:%M",
    hour: "%Y-%m-%d %H:%M",
    day: "%Y-%m-%d",
    week: "%Y-%m-%d",
    month: "%Y-%m-%d",
    year: "%Y",
  },
  [SMART_DATE_VERBOSE]: {
    millisecond: "%a %b %d, %I:%M:%S.%L %p",
    second: "%a %b %d, %I:%M:%S %p",
    minute: "%a %b %d, %I:%M %p",
    hour: "%a %b %d, %I:%M %p",
    day: "%a %b %-d",
    week: "%a %b %-d",
    month: "%b %Y",
    year: "%Y",
  },
};

const GRAIN_FORMATS: Readonly<Record<string, string>> = {
  PT1S: "%Y-%m-%d %H:%M:%S",
  PT5S: "%Y-%m-%d %H:%M:%S",
  PT30S: "%Y-%m-%d %H:%M:%S",
  PT1M: "%Y-%m-%d %H:%M",
  PT5M: "%Y-%m-%d %H:%M",
  PT10M: "%Y-%m-%d %H:%M",
  PT15M: "%Y-%m-%d %H:%M",
  PT30M: "%Y-%m-%d %H:%M",
  PT1H: "%Y-%m-%d %H:00",
  PT6H: "%Y-%m-%d %H:00",
  P1D: "%Y-%m-%d",
  P1M: "%b %Y",
  P3M: "%Y Q%q",
  "P0.25Y": "%Y Q%q",
  P1Y: "%Y",
};

const WEEK_STARTS = ["P1W", "1969-12-28T00:00:00Z/P1W", "1969-12-29T00:00:00Z/P1W"];
const WEEK_ENDS = ["P1W/1970-01-03T00:00:00Z", "P1W/1970-01-04T00:00:00Z"];
const SIX_DAYS = 6 * 86_400_000;

const formatters = new Map<string, TimeFormatter>();

/** For each region, as names of months and the order of dates differ. */
function memoize(name: string, make: () => TimeFormatter): TimeFormatter {
  const key = `${dateTag()} ${name}`;
  const known = formatters.get(key);
  if (known) return known;
  const formatter = make();
  formatters.set(key, formatter);
  return formatter;
}

const isEnglish = () => currentLocale().language.startsWith("en");

type SevenNames = [string, string, string, string, string, string, string];
type TwelveNames = [...SevenNames, string, string, string, string, string];

function localFormats() {
  const named = (count: number, nameOf: (at: number) => string) => Array.from({ length: count }, (_, at) => nameOf(at));
  const utc = { timeZone: "UTC" } as const;
  const periodOf = (hour: number) =>
    calendarName(new Date(Date.UTC(2001, 0, 1, hour)), { hour: "numeric", hour12: true, ...utc }).replace(
      /[\d\s]+/g,
      "",
    );
  return timeFormatLocale({
    dateTime: "%x, %X",
    date: "%-m/%-d/%Y",
    time: "%-I:%M:%S %p",
    periods: [periodOf(9), periodOf(21)],
    days: named(7, (day) =>
      calendarName(new Date(Date.UTC(2023, 0, 1 + day)), { weekday: "long", ...utc }),
    ) as SevenNames,
    shortDays: named(7, shortWeekday) as SevenNames,
    months: named(12, (month) =>
      calendarName(new Date(Date.UTC(2001, month)), { month: "long", ...utc }),
    ) as TwelveNames,
    shortMonths: named(12, shortMonth) as TwelveNames,
  });
}

function plain(specifier: string): TimeFormatter {
  return memoize(specifier, () => {
    const format = isEnglish() ? utcFormat(specifier) : localFormats().utcFormat(specifier);
    return (epochMs) => format(new Date(epochMs));
  });
}

function smart(key: string, byPrecision: Readonly<Record<Precision, string>>): TimeFormatter {
  return memoize(key, () => (epochMs) => plain(byPrecision[precisionOf(epochMs)])(epochMs));
}

const DIRECTIVE = /%[-_0]?[aAbBcdefgGHIjLmMpqQsSuUVwWxXyYZ]/g;

/** False for unknown directives, and for text without any, which would be the same for all times. */
export function isTimeFormat(key: string): boolean {
  const text = key.trim();
  if (text in SMART) return true;
  const rest = text.replaceAll("%%", "").replace(DIRECTIVE, "");
  return !rest.includes("%") && text.replaceAll("%%", "").search(DIRECTIVE) >= 0;
}

export function grainFormatter(grain: string | null | undefined): TimeFormatter | undefined {
  if (!grain) return undefined;
  const day = plain("%Y-%m-%d");
  if (WEEK_STARTS.includes(grain)) return (start) => `${day(start)} — ${day(start + SIX_DAYS)}`;
  if (WEEK_ENDS.includes(grain)) return (end) => `${day(end - SIX_DAYS)} — ${day(end)}`;
  const format = GRAIN_FORMATS[grain];
  return format ? plain(format) : undefined;
}

/** Within the range of Date; rejects epoch nanoseconds. */
export const isMoment = (epochMs: number): boolean => Math.abs(epochMs) <= 8.64e15;

/**
 * `smart_date`, its two variants or a d3-time-format specifier. With a grain, `smart_date` (or no key) shows the
 * bucket: `2024 Q2`, `2024-05-06 — 2024-05-12`. Invalid times are returned unchanged.
 */
export function timeFormatter(key?: string | null, grain?: string | null): TimeFormatter {
  const name = key?.trim() || SMART_DATE;
  const bucket = name === SMART_DATE ? grainFormatter(grain) : undefined;
  const byPrecision = SMART[name];
  const formatter = bucket ?? (byPrecision ? smart(name, byPrecision) : plain(name));
  return (epochMs) => (isMoment(epochMs) ? formatter(epochMs) : String(epochMs));
}
