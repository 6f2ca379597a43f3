import { describe, expect, test } from "vitest";
import { date, list, number, relativeTime } from "./intl.ts";
import { inLocale } from "./node.ts";
import { msg, pieces, t } from "./translate.ts";

const NOON = new Date("2026-03-01T12:00:00Z");
const DAY_MS = 86_400_000;

test("a text has its values in the user's format", () => {
  expect(t("Deleted {count, plural, one {# theme} other {# themes}}", { count: 1 })).toBe("Deleted 1 theme");
  expect(t("Deleted {count, plural, one {# theme} other {# themes}}", { count: 1200 })).toBe("Deleted 1,200 themes");
  const ranAt = () => t("Ran on {at, date, long} at {at, time, short}", { at: NOON });
  expect(inLocale({ language: "en", zone: "Asia/Tokyo" }, ranAt)).toBe("Ran on March 1, 2026 at 9:00 PM");
});

test("a context is never shown", () => {
  expect(t("Open##verb")).toBe("Open");
  expect(t(msg("Open##state"))).toBe("Open");
});

test("values are never read as markup", () => {
  const bold = (inside: unknown[]) => ({ bold: inside });
  expect(pieces("Drop <b>{name}</b>?", { name: "<b>{x}</b>", b: bold })).toEqual([
    "Drop ",
    { bold: ["<b>{x}</b>"] },
    "?",
  ]);
});

test("work is done in the language of whoever it's for, and everything around it in its own", async () => {
  const numbers = await Promise.all(
    (["de", "fr", "en"] as const).map((language) => inLocale({ language }, async () => (await null) ?? number(1234.5))),
  );
  expect(numbers).toEqual(["1.234,5", "1\u202f234,5", "1,234.5"]);
  expect(number(1234.5)).toBe("1,234.5");
});

test("a text without a translation is shown in English", () => {
  expect(inLocale({ language: "de" }, () => t("Not in any catalog"))).toBe("Not in any catalog");
});

describe("values without a text", () => {
  test.each([
    ["en", "Mar 1, 2026", "Ada, Bo, and Chen", "3 days ago", "25%"],
    ["de", "01.03.2026", "Ada, Bo und Chen", "vor 3 Tagen", "25\u00a0%"],
    ["ja", "2026/03/01", "Ada、Bo、Chen", "3 日前", "25%"],
  ] as const)("%s", (language, day, names, ago, share) => {
    const shown = inLocale({ language, zone: "UTC" }, () => [
      date(NOON),
      list(["Ada", "Bo", "Chen"]),
      relativeTime(new Date(NOON.getTime() - 3 * DAY_MS), NOON.getTime()),
      number(0.25, { style: "percent" }),
    ]);
    expect(shown).toEqual([day, names, ago, share]);
  });

  test.each([
    ["en", "Ada, Bo, Chen"],
    ["de", "Ada, Bo und Chen"],
    ["zh-CN", "Ada、Bo、Chen"],
  ] as const)("names with commas alone where %s has them", (language, names) => {
    expect(inLocale({ language }, () => list(["Ada", "Bo", "Chen"], "commas"))).toBe(names);
    expect(inLocale({ language: "en" }, () => list(["Ada", "Bo"], "commas"))).toBe("Ada, Bo");
  });

  test("the moment itself", () => {
    expect(relativeTime(NOON, NOON.getTime())).toBe("now");
  });
});
