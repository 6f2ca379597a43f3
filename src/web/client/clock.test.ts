import { describe, expect, test } from "vitest";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { dateText, parseMoment, relativeTime } from "./clock.ts";

const NOW = new Date(2026, 10, 21, 15, 0).getTime();
const ago = (ms: number) => NOW - ms;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("relative time", () => {
  test.each([
    [ago(10_000), "just now"],
    [ago(70_000), "1 min ago"],
    [ago(12 * MINUTE), "12 min ago"],
    [ago(2 * HOUR), "2 h ago"],
    [new Date(2026, 10, 21, 1, 51).getTime(), "today, 01:51"],
    [new Date(2026, 10, 20, 16, 40).getTime(), "yesterday, 16:40"],
    [new Date(2026, 10, 18, 16, 40).getTime(), "3 d ago"],
    [new Date(2026, 10, 1, 9).getTime(), "1 Nov"],
    [new Date(2024, 10, 14, 9).getTime(), "14 Nov 2024"],
    [NOW + 5000, "just now"],
  ])("%i is %s", (at, text) => {
    expect(relativeTime(at, NOW)).toBe(text);
  });

  test("the short form omits the time of day", () => {
    expect(relativeTime(new Date(2026, 10, 20, 1).getTime(), NOW, "short")).toBe("yesterday");
    expect(relativeTime(new Date(2026, 10, 21, 1).getTime(), NOW, "short")).toBe("today");
  });
});

describe("API times", () => {
  test.each([
    ["2026-04-16T15:19:00.123456+0000", Date.UTC(2026, 3, 16, 15, 19, 0, 123)],
    ["2026-04-16T15:19:00", Date.UTC(2026, 3, 16, 15, 19)],
    ["2026-04-16T17:19:00+02:00", Date.UTC(2026, 3, 16, 15, 19)],
    [42, 42],
  ])("%s", (written, ms) => {
    expect(parseMoment(written)).toBe(ms);
  });

  test("invalid text is NaN", () => {
    expect(parseMoment("soon")).toBeNaN();
  });
});

describe("dates", () => {
  const at = Date.UTC(2026, 10, 5);
  const day = (language: Language) =>
    inLocale({ language }, () =>
      dateText(new Date(at), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
    );

  test("are written in the user's language, and day first in English", () => {
    expect(day("en")).toBe("5 November 2026");
    expect(day("de")).toBe("5. November 2026");
    expect(day("ja")).toBe("2026年11月5日");
  });

  test("of long ago have the month of the language", () => {
    expect(inLocale({ language: "fr" }, () => relativeTime(at, at + 40 * 24 * HOUR))).toContain("nov.");
  });
});
