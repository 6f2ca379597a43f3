import { badRequest } from "../model/errors.ts";
import { wallClock } from "./calendar.ts";

/** Thrown when a holiday is asked for before the calendars of holidays are there: load them and ask again. */
class HolidaysMissing extends Error {}

type Calendars = typeof import("date-holidays");
let calendars: Calendars | undefined;

/** Runs again when it fails for want of the calendars of holidays, which are loaded at their first use. */
export async function withHolidays<T>(run: () => T): Promise<T> {
  try {
    return run();
  } catch (error) {
    if (!isHolidaysMissing(error)) throw error;
    calendars = await import("date-holidays");
    return run();
  }
}

export const isHolidaysMissing = (error: unknown) => error instanceof HolidaysMissing;

/**
 * Midnight of the holiday whose name begins as given, in a country (`US`, `DE`) and year; public holidays come first.
 * Throws a 400 for a country or a holiday that is not known.
 */
export function holidayOf(name: string, { country, year }: { country: string; year: number }): number {
  if (!calendars) throw new HolidaysMissing("the calendars of holidays are not loaded");
  const Holidays = calendars.default;
  const code = country.trim().toUpperCase();
  if (!Object.hasOwn(new Holidays().getCountries(), code)) throw badRequest(`Country ${country} not available`);
  const sought = name.trim().toLowerCase();
  // Names in English, and as the country itself has them: `Labor Day`, `Tag der Arbeit`.
  const named = [...new Holidays(code).getHolidays(year), ...new Holidays(code).getHolidays(year, "en")];
  const days = named.filter((day) => !day.substitute);
  const found = [...days.filter((day) => day.type === "public"), ...days].find((day) => isNamed(day.name, sought));
  if (!found || sought === "") throw badRequest(`Unable to find such a holiday: [${name}]`);
  const [y = 1970, month = 1, day = 1] = found.date.slice(0, 10).split("-").map(Number);
  return wallClock([y, month - 1, day]);
}

/** Longer official names, as `Juneteenth National Independence Day`, are known by their beginning too. */
function isNamed(holiday: string, sought: string): boolean {
  const name = holiday.toLowerCase();
  return name.startsWith(sought) || sought.startsWith(`${name} `);
}
