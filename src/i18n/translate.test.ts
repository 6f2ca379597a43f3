import { describe, expect, test } from "vitest";
import { date, list, number } from "./intl.ts";
import { inLocale } from "./node.ts";
import { msg, pieces, t } from "./translate.ts";

const NOON = new Date("2026-03-01T12:00:00Z");

test("formats values for the user's locale", () => {
  expect(t("Deleted {count, plural, one {# theme} other {# themes}}", { count: 1 })).toBe("Deleted 1 theme");
  expect(t("Deleted {count, plural, one {# theme} other {# themes}}", { count: 1200 })).toBe("Deleted 1,200 themes");
  const ranAt = () => t("Ran on {at, date, long} at {at, time, short}", { at: NOON });
  expect(inLocale({ language: "en", zone: "Asia/Tokyo" }, ranAt)).toBe("Ran on 1 March 2026 at 21:00");
});

test("never shows the message context", () => {
  expect(t("Open##verb")).toBe("Open");
  expect(t(msg("Open##state"))).toBe("Open");
});

test("never parses values as markup", () => {
  const bold = (inside: unknown[]) => ({ bold: inside });
  expect(pieces("Drop <b>{name}</b>?", { name: "<b>{x}</b>", b: bold })).toEqual([
    "Drop ",
    { bold: ["<b>{x}</b>"] },
    "?",
  ]);
});

test("runs work in its recipient's language without affecting other work", async () => {
  const numbers = await Promise.all(
    (["de", "fr", "en"] as const).map((language) => inLocale({ language }, async () => (await null) ?? number(1234.5))),
  );
  expect(numbers).toEqual(["1.234,5", "1\u202f234,5", "1,234.5"]);
  expect(number(1234.5)).toBe("1,234.5");
});

test("shows a text without a translation in English", () => {
  expect(inLocale({ language: "de" }, () => t("Not in any catalog"))).toBe("Not in any catalog");
});

describe("formatted values without a message", () => {
  test.each([
    ["en", "1 Mar 2026", "Ada, Bo, and Chen", "25%"],
    ["de", "01.03.2026", "Ada, Bo und Chen", "25\u00a0%"],
    ["ja", "2026/03/01", "Ada、Bo、Chen", "25%"],
  ] as const)("%s", (language, day, names, share) => {
    const shown = inLocale({ language, zone: "UTC" }, () => [
      date(NOON),
      list(["Ada", "Bo", "Chen"]),
      number(0.25, { style: "percent" }),
    ]);
    expect(shown).toEqual([day, names, share]);
  });

  test.each([
    ["en", "Ada, Bo, Chen"],
    ["de", "Ada, Bo und Chen"],
    ["zh-CN", "Ada、Bo、Chen"],
  ] as const)("are a comma-only list where %s has one", (language, names) => {
    expect(inLocale({ language }, () => list(["Ada", "Bo", "Chen"], "commas"))).toBe(names);
    expect(inLocale({ language: "en" }, () => list(["Ada", "Bo"], "commas"))).toBe("Ada, Bo");
  });
});
test("reads translations from the language's catalog and formats their values", () => {
  const inGerman = <Result>(work: () => Result) => inLocale({ language: "de" }, work);
  expect(inGerman(() => t("Favorites"))).toBe("Favoriten");
  expect(inGerman(() => t(msg("Favorite##items")))).toBe("Favoriten");
  expect(inGerman(() => t("View all ({count, number})", { count: 1200 }))).toBe("Alle anzeigen (1.200)");
  const edited = inGerman(() => pieces("Edited <time></time>", { time: () => ({ time: 1 }) }));
  expect(edited).toEqual(["Bearbeitet ", { time: 1 }]);
});

test.each([
  ["select", () => t("{kind, select, chart {A chart} other {An item}}", { kind: "chart" }), "A chart"],
  ["zero", () => t("{count, plural, =0 {No rows} one {# row} other {# rows}}", { count: 0 }), "No rows"],
  ["ordinal", () => t("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { n: 22 }), "22nd"],
  ["percent", () => t("{part, number, percent}", { part: 0.256 }), "25.6%"],
  ["month", () => t("{at, date, month}", { at: NOON }), "March 2026"],
])("supports %s in a message", (_, shown, text) => {
  expect(shown()).toBe(text);
});

test("shows dates in the user's time zone unless another one is given", () => {
  const late = new Date("2026-03-01T23:30:00Z");
  inLocale({ language: "en", zone: "Asia/Tokyo" }, () => {
    expect(date(late)).toBe("2 Mar 2026");
    expect(date(late, { dateStyle: "medium", timeZone: "UTC" })).toBe("1 Mar 2026");
  });
});

test.each([
  ["en-US", "Ran on March 1, 2026 at 12:00 PM"],
  ["en-GB", "Ran on 1 March 2026 at 12:00"],
  [undefined, "Ran on 1 March 2026 at 12:00"],
])("writes English dates as in %s", (region, text) => {
  const ranAt = () => t("Ran on {at, date, long} at {at, time, short}", { at: NOON });
  // Narrow spaces stand before AM and PM.
  expect(inLocale({ language: "en", zone: "UTC", region }, ranAt).replace("\u202f", " ")).toBe(text);
  expect(inLocale({ language: "de", zone: "UTC", region }, () => date(NOON))).toBe("01.03.2026");
});

test("a name can't turn the sentence around it", () => {
  expect(t("Delete {name}?", { name: "report\u202Egnp.exe" })).toBe("Delete reportgnp.exe?");
});
