import { expect, test } from "vitest";
import { acceptedLanguage, acceptedTags, englishRegion, isRightToLeft, LANGUAGES, languageOf } from "./locale.ts";

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["pt", "pt-BR"],
  ["zh-Hans-CN", "zh-CN"],
  ["en-GB,en;q=0.9,de;q=0.8", "en"],
  ["en;q=0.5, fr-CA;q=0.7", "fr"],
  ["nl, ja;q=0.3", "ja"],
  ["de;q=0, es", "es"],
  ["nl", "en"],
  ["*", "en"],
  ["", "en"],
  ["en-XA", "en-XA"],
] as const)("a browser that sends %s gets %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("understands Superset's language names", () => {
  expect(["pt_BR", "zh", "de", "xx"].map(languageOf)).toEqual(["pt-BR", "zh-CN", "de", undefined]);
});

test("Arabic and the mirrored pseudo-language are right to left", () => {
  expect((["ar", "en-XB", "de"] as const).map(isRightToLeft)).toEqual([true, true, false]);
});

test("lists every language by its native name", () => {
  const firstLetters = Object.entries(LANGUAGES).map(([tag, name]) => {
    const own = new Intl.DisplayNames([tag], { type: "language" }).of(tag === "zh-CN" ? "zh-Hans" : tag) ?? "";
    return [own, name].map((text) => text.slice(0, 2).toLowerCase());
  });
  expect(firstLetters.filter(([own, name]) => own !== name)).toEqual([]);
});

test("reads the first 20 languages of a browser only", () => {
  expect(acceptedLanguage(`${"x,".repeat(19)}de`)).toBe("de");
  expect(acceptedLanguage(`${"x,".repeat(20)}de`)).toBe("en");
});

test("finds the region of English dates", () => {
  expect(englishRegion(acceptedTags("de, en;q=0.8, en-US;q=0.6"))).toBe("en-US");
  expect(englishRegion(acceptedTags("en-US;q=0.5, en-GB"))).toBe("en-GB");
  for (const header of ["de", "en", "en-XA", "en-x-pirate", ""])
    expect(englishRegion(acceptedTags(header))).toBeUndefined();
});
