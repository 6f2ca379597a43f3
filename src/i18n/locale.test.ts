import { expect, test } from "vitest";
import { date, number } from "./intl.ts";
import { acceptedLanguage, isRightToLeft, LANGUAGES, type Language, languageOf, regionOf } from "./locale.ts";
import { inLocale } from "./node.ts";

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

test.each([
  ["es", ["es-MX", "en"], "es-MX"],
  ["en", ["de-DE", "en-GB"], "en-GB"],
  ["de", ["fr-FR", "de", "de-AT"], "de-AT"],
  ["zh-CN", ["zh-TW"], undefined],
  ["fr", ["en-US"], undefined],
  ["fr", ["fr-<script>"], undefined],
] as const)("%s for a browser with %j has the region %s", (language, tags, region) => {
  expect(regionOf(language, tags)).toBe(region);
});

test("numbers and dates follow the region, and never one of another language", () => {
  const written = (language: Language, region?: string) =>
    inLocale({ language, region, zone: "UTC" }, () => [number(1234567.5), date(new Date("2026-11-03T00:00:00Z"))]);
  expect(written("es", "es-MX")).toEqual(["1,234,567.5", "3 nov 2026"]);
  expect(written("es")).toEqual(["1.234.567,5", "3 nov 2026"]);
  expect(written("en", "en-GB")[1]).toBe("3 Nov 2026");
  expect(written("en", "en-US")[1]).toBe("Nov 3, 2026");
  expect(written("de", "en-US")).toEqual(written("de"));
  expect(written("ar", "ar-EG")[0]).toBe("1,234,567.5");
  expect(written("ar", "ar-SA")[1]).toContain("2026");
});
