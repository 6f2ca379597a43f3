import { t } from "../i18n/translate.ts";
import { badRequest } from "../model/errors.ts";
import { wallClock } from "./calendar.ts";

/** Thrown if the holiday calendars aren't loaded yet: load them and retry. */
class HolidaysMissing extends Error {}

type Calendars = typeof import("date-holidays");
let calendars: Calendars | undefined;

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
 * Midnight of the holiday whose name starts with or contains the given one, in a country (`US`, `DE`, `Germany`) and
 * year; public holidays come first. Throws a 400 for an unknown country or holiday.
 */
export function holidayOf(name: string, { country, year }: { country: string; year: number }): number {
  if (!calendars) throw new HolidaysMissing("the calendars of holidays are not loaded");
  const Holidays = calendars.default;
  const code = maybeCountryCode(country, new Holidays().getCountries("en"));
  if (!code) throw badRequest(t("No holiday calendar for the country {country}", { country }));
  const sought = plainName(name);
  // Names in English, and as the country itself has them: `Labor Day`, `Tag der Arbeit`.
  const named = [...new Holidays(code).getHolidays(year), ...new Holidays(code).getHolidays(year, "en")];
  const days = named.filter((day) => !day.substitute);
  const found = sought === "" ? undefined : dayNamed(sought, [...days.filter((day) => day.type === "public"), ...days]);
  if (!found) throw badRequest(t("Holiday not found: [{name}]", { name }));
  const [y = 1970, month = 1, day = 1] = found.date.slice(0, 10).split("-").map(Number);
  return wallClock([y, month - 1, day]);
}

const OTHER_CODES: Readonly<Record<string, string>> = { uk: "GB", usa: "US" };

/** Accepts a code or an English name, also as one word (`UnitedStates`). */
function maybeCountryCode(country: string, countries: Readonly<Record<string, string>>): string | undefined {
  const code = country.trim().toUpperCase();
  if (Object.hasOwn(countries, code)) return code;
  const sought = lettersOf(country);
  if (Object.hasOwn(OTHER_CODES, sought)) return OTHER_CODES[sought];
  const names = new Intl.DisplayNames("en", { type: "region" });
  return Object.keys(countries).find((key) =>
    [countries[key], names.of(key)].some((name) => name !== undefined && lettersOf(name) === sought),
  );
}

const lettersOf = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll("&", "and")
    .replace(/[^a-z]/gi, "")
    .toLowerCase();

const plainName = (name: string) => name.trim().toLowerCase().replace("labour", "labor");

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "pentecost monday": ["whit monday"],
  "second day of christmas": ["boxing day"],
  "may day": ["early may bank holiday"],
  "german unity day": ["national holiday"],
  "national day": ["national holiday", "bastille day"],
};

const OTHER_DAY = /\b(eve|(mon|tues|wednes|thurs|fri|satur|sun)day)\b/;

function dayNamed<Day extends { name: string }>(sought: string, days: readonly Day[]): Day | undefined {
  const isLonger = (name: string) => sought.startsWith(`${name} `) && !OTHER_DAY.test(sought.slice(name.length));
  const others = Object.hasOwn(OTHER_NAMES, sought) ? (OTHER_NAMES[sought] ?? []) : [];
  const tests: ((name: string) => boolean)[] = [
    (name) => name.startsWith(sought),
    (name) => others.includes(name),
    isLonger,
    (name) => name.includes(sought),
  ];
  for (const isNamed of tests) {
    const found = days.find((day) => isNamed(plainName(day.name)));
    if (found) return found;
  }
  return undefined;
}
