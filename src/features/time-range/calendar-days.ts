import { currentLocale, dateTag } from "../../i18n/locale.ts";

/** Days are `YYYY-MM-DD`, months `YYYY-MM`: calendar arithmetic without a time zone. */
const DAY_MS = 86_400_000;

/** Gregorian days in Latin digits, as they are typed and stored. */
const formatOf = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC", ...options });

interface WeekInfo {
  firstDay: number;
}

/** 1 = Monday … 7 = Sunday. */
export function firstWeekday(locale = dateTag()): number {
  const parsed = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
  const info = parsed.getWeekInfo?.() ?? parsed.weekInfo;
  if (info) return info.firstDay;
  const region = parsed.maximize().region ?? "";
  if (SATURDAY_FIRST.includes(region)) return 6;
  return SUNDAY_FIRST.includes(region) ? 7 : 1;
}

/** For browsers without week data (Firefox). */
const SUNDAY_FIRST = "AU BR CA CN CO HK IL IN JP KR MX PE PH PT SA SG TH TW US VE ZA".split(" ");
const SATURDAY_FIRST = "AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY".split(" ");

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => (Number.isNaN(ms) ? "" : new Date(ms).toISOString().slice(0, 10));

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(utc(text)) === text;

export const addDays = (day: string, count: number): string => (isDay(day) ? dayOf(utc(day) + count * DAY_MS) : day);

export function addMonths(month: string, count: number): string {
  const date = new Date(utc(`${month}-01`));
  date.setUTCMonth(date.getUTCMonth() + count);
  const year = date.getUTCFullYear();
  return year < 1 || year > 9999 ? month : date.toISOString().slice(0, 7);
}

export function moveMonths(day: string, count: number): string {
  const month = addMonths(day.slice(0, 7), count);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

const weekdayOf = (day: string) => new Date(utc(day)).getUTCDay() || 7;

export function startOfWeek(day: string, first = firstWeekday()): string {
  return addDays(day, -((weekdayOf(day) - first + 7) % 7));
}

/** Six rows at most; days of other months are undefined. */
export function weeksOf(month: string, first = firstWeekday()): (string | undefined)[][] {
  const weeks: (string | undefined)[][] = [];
  for (let week = startOfWeek(`${month}-01`, first); week.slice(0, 7) <= month; week = addDays(week, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, at) => addDays(week, at)).map((day) => (day.startsWith(month) ? day : undefined)),
    );
  }
  return weeks;
}

export function weekdayNames(style: "narrow" | "short" | "long", first = firstWeekday()): string[] {
  const monday = "2001-01-01";
  const names = formatOf(currentLocale().language.replace(/^en-X[AB]$/, "en"), { weekday: style });
  return Array.from({ length: 7 }, (_, at) => names.format(utc(addDays(monday, first - 1 + at))));
}

export function typedDate(day: string, locale = dateTag()): string {
  if (!isDay(day)) return day;
  return formatOf(locale, { year: "numeric", month: "2-digit", day: "2-digit" })
    .format(utc(day))
    .replace(/[\u200e\u200f\u061c]/g, "");
}

const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const latin = (text: string) => text.replace(DIGITS, (digit) => String(digit.charCodeAt(0) % 16));

/** In the order of the locale, or from the year on; undefined unless it is a day. */
export function parseTypedDate(text: string, locale = dateTag()): string | undefined {
  const numbers = latin(text).match(/\d+/g) ?? [];
  if (numbers.length !== 3) return undefined;
  const order = numbers[0]?.length === 4 ? ["year", "month", "day"] : orderOf(locale);
  const at = (part: string) => numbers[order.indexOf(part)] ?? "";
  const year = at("year").length === 2 ? `20${at("year")}` : at("year").padStart(4, "0");
  const day = `${year}-${at("month").padStart(2, "0")}-${at("day").padStart(2, "0")}`;
  return isDay(day) && year !== "0000" ? day : undefined;
}

function orderOf(locale: string): string[] {
  return formatOf(locale, { year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== "literal");
}

/** `HH:MM:SS` of "9:30", "09:30:15" or "9:30 pm". */
export function parseTypedTime(text: string): string | undefined {
  const parts = /^\s*(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?\s*([ap])?\.?m?\.?\s*$/i.exec(latin(text));
  if (!parts) return undefined;
  const [, hourText, minute = "0", second = "0", half] = parts;
  const hour = Number(hourText);
  if (half && (hour < 1 || hour > 12)) return undefined;
  const hours = half ? (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0) : hour;
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return [hours, minute, second].map((part) => String(part).padStart(2, "0")).join(":");
}

export const typedTime = (time: string): string => time.replace(/^(\d\d:\d\d):00$/, "$1");
