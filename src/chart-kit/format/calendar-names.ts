import { calendarName, date } from "../../i18n/intl.ts";
import { currentLocale, dateTag } from "../../i18n/locale.ts";

const utc = { timeZone: "UTC" } as const;

/** From 0, January. */
export const shortMonth = (month: number): string =>
  calendarName(new Date(Date.UTC(2001, month)), { month: "short", ...utc });

/** From 0, Sunday. */
export const shortWeekday = (day: number): string =>
  calendarName(new Date(Date.UTC(2023, 0, 1 + day)), { weekday: "short", ...utc });

/** The form of English without a region. British months would be too long: `Sept`. */
const isPlainEnglish = () => currentLocale().region === undefined && dateTag() === "en-GB";

export function dayAndMonth(at: number): string {
  const day = new Date(at);
  if (isPlainEnglish()) return `${day.getUTCDate()} ${shortMonth(day.getUTCMonth())}`;
  return date(day, { day: "numeric", month: "short", ...utc });
}

export function monthAndYear(at: number): string {
  const day = new Date(at);
  if (isPlainEnglish()) return `${shortMonth(day.getUTCMonth())} ${day.getUTCFullYear()}`;
  return date(day, { month: "short", year: "numeric", ...utc });
}

export const yearText = (at: number): string => date(new Date(at), { year: "numeric", ...utc });

export function dayMonthAndYear(at: number): string {
  const day = new Date(at);
  if (isPlainEnglish()) return `${dayAndMonth(at)} ${day.getUTCFullYear()}`;
  return date(day, { day: "numeric", month: "short", year: "numeric", ...utc });
}
