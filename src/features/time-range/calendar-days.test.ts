import { expect, test } from "vitest";
import {
  addDays,
  firstWeekday,
  moveMonths,
  parseTypedDate,
  parseTypedTime,
  startOfWeek,
  typedDate,
  typedTime,
  weekdayNames,
  weeksOf,
} from "./calendar-days.ts";

test("weeks start as in the locale's region", () => {
  expect(["en-US", "de", "ar-EG", "pt-BR"].map((locale) => firstWeekday(locale))).toEqual([7, 1, 6, 7]);
  expect(startOfWeek("2026-11-29", 1)).toBe("2026-11-23");
  expect(startOfWeek("2026-11-29", 7)).toBe("2026-11-29");
  expect(weekdayNames("short", 7)[0]).toBe("Sun");
});

test("a month has whole weeks", () => {
  const weeks = weeksOf("2024-02", 1);
  expect(weeks[0]).toEqual([undefined, undefined, undefined, "2024-02-01", "2024-02-02", "2024-02-03", "2024-02-04"]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(29);
});

test("moves days and months", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(moveMonths("2024-01-31", 1)).toBe("2024-02-29");
  expect(moveMonths("2024-02-29", -12)).toBe("2023-02-28");
});

test.each([
  ["12/31/2001", "en-US", "2001-12-31"],
  ["31/12/2001", "en-GB", "2001-12-31"],
  ["31.12.01", "de", "2001-12-31"],
  ["2001-12-31", "en-US", "2001-12-31"],
  ["٣١/١٢/٢٠٠١", "ar", "2001-12-31"],
  ["31/12/2001", "en-US", undefined],
  ["29.2.2023", "de", undefined],
  ["tomorrow", "de", undefined],
])("reads %s in %s", (text, locale, day) => expect(parseTypedDate(text, locale)).toBe(day));

test.each(["en-US", "de", "ja", "ar", "zh-CN", "fr"])("reads dates of %s as it writes them", (locale) => {
  expect(parseTypedDate(typedDate("2001-02-03", locale), locale)).toBe("2001-02-03");
});

test.each([
  ["9:30", "09:30:00"],
  ["9:30 pm", "21:30:00"],
  ["12 am", "00:00:00"],
  ["23:59:58", "23:59:58"],
  ["24:00", undefined],
  ["noon", undefined],
])("reads the time %s", (text, time) => expect(parseTypedTime(text)).toBe(time));

test("hides seconds that are zero", () => {
  expect(typedTime("14:30:00")).toBe("14:30");
  expect(typedTime("14:30:05")).toBe("14:30:05");
});
