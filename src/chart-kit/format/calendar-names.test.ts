import { expect, test } from "vitest";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { countryName } from "../map/country-name.ts";
import { dayMonthAndYear, shortMonth, shortWeekday } from "./calendar-names.ts";
import { timeFormatter } from "./time-format.ts";

const MAY_5 = Date.UTC(2001, 4, 5);
const within = <Result>(language: Language, work: () => Result) => inLocale({ language }, work);

test.each([
  ["en", "May", "Sun", "5 May 2001", "Saturday, 05 May 2001"],
  ["de", "Mai", "So", "5. Mai 2001", "Samstag, 05 Mai 2001"],
  ["ja", "5月", "日", "2001年5月5日", "土曜日, 05 5月 2001"],
] as const)("formats month and day names in %s", (language, month, weekday, day, formatted) => {
  within(language, () => {
    expect([shortMonth(4), shortWeekday(0), dayMonthAndYear(MAY_5)]).toEqual([month, weekday, day]);
    expect(timeFormatter("%A, %d %b %Y")(MAY_5)).toBe(formatted);
  });
});

test("countries are named in the user's language, and by their English name when it has none", () => {
  expect(within("en", () => countryName("CI", "Ivory Coast"))).toBe("Ivory Coast");
  expect(within("fr", () => countryName("DE", "Germany"))).toBe("Allemagne");
  expect(within("fr", () => countryName("ZZ", "Nowhere"))).not.toBe("");
});
