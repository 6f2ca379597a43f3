import { describe, expect, test } from "vitest";
import type { Locale } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { exactFormatter } from "./long-number.ts";
import { numberFormatter } from "./number-format.ts";
import {
  axisNumberFormatter,
  columnNumberFormatter,
  formatFull,
  formatPercent,
  formatPercentTick,
  tickFormatter,
} from "./plain-number.ts";
import { formatValue } from "./value.ts";

const german: Locale = { language: "de" };
const french: Locale = { language: "fr" };
const english: Locale = { language: "en" };

/** Intl's spaces read as plain ones. */
const inLanguage = (locale: Locale, write: () => string) => inLocale(locale, write).replace(/[\u00a0\u202f]/g, " ");

describe("numbers in the reader's signs", () => {
  test.each([
    [english, "1,234,567.5", "5,217", "12.3k", "20.9%", "1,234.50"],
    [german, "1.234.567,5", "5.217", "12,3k", "20,9 %", "1.234,50"],
    [french, "1 234 567,5", "5 217", "12,3k", "20,9 %", "1 234,50"],
    [{ language: "es" }, "1.234.567,5", "5217", "12,3k", "20,9 %", "1234,50"],
    [{ language: "pt-BR" }, "1.234.567,5", "5.217", "12,3k", "20,9%", "1.234,50"],
    [{ language: "ja" }, "1,234,567.5", "5,217", "12.3k", "20.9%", "1,234.50"],
    [{ language: "en", region: "en-IN" }, "12,34,567.5", "5,217", "12.3k", "20.9%", "1,234.50"],
    [{ language: "de", region: "de-CH" }, "1'234'567.5", "5'217", "12.3k", "20.9%", "1'234.50"],
  ] as const)("%j", (locale, large, whole, short, share, money) => {
    const write = (work: () => string) => inLanguage(locale, work);
    expect(write(() => formatFull(1234567.5))).toBe(large);
    expect(write(() => formatFull(5217))).toBe(whole);
    expect(write(() => axisNumberFormatter()(12_345))).toBe(short);
    expect(write(() => numberFormatter("SMART_NUMBER")(12_345))).toBe(short);
    expect(write(() => formatPercent(0.209))).toBe(share);
    expect(write(() => numberFormatter(".1%")(0.209))).toBe(share);
    expect(write(() => columnNumberFormatter([2.25])(1234.5))).toBe(money);
    expect(write(() => numberFormatter(",.2f")(1234.5))).toBe(money);
  });

  test("a chosen format keeps its shape, currency and decimals", () => {
    const write = (format: string, value: number) => inLanguage(german, () => numberFormatter(format)(value));
    expect(write("$,.2f", 1234.5)).toBe("$1.234,50");
    expect(write(".4r", 12345.432)).toBe("12350");
    expect(write("+,", 1234)).toBe("+1.234");
    expect(write("~g", 1.5e-9)).toBe("1,5e-9");
    expect(write("DURATION_COL", 10_500)).toBe("0:10,5");
    expect(write("MEMORY_DECIMAL", 1024)).toBe("1,02kB");
    expect(write("DURATION", 400 * 86_400_000)).toBe("1y 35d");
    const euros = inLanguage(german, () => numberFormatter(",.1f", { symbol: "EUR", symbolPosition: "suffix" })(1234));
    expect(euros).toBe("1.234,0 €");
  });

  test("a format that isn't one is named as it was typed", () => {
    expect(inLocale(german, () => numberFormatter("x,.9bogus")(1234.5))).toContain("x,.9bogus");
  });

  test("a formatter that was made in one language writes in the language of the reader", () => {
    const write = numberFormatter(",.1f");
    expect([english, german, english].map((locale) => inLocale(locale, () => write(1234)))).toEqual([
      "1,234.0",
      "1.234,0",
      "1,234.0",
    ]);
  });

  test("whole numbers longer than doubles keep every digit", () => {
    const write = (key: string) =>
      inLanguage(german, () => exactFormatter(key, undefined, numberFormatter(key))("9007199254740993"));
    expect(write("")).toBe("9.007.199.254.740.993");
    expect(write(",.2f")).toBe("9.007.199.254.740.993,00");
    expect(write("d")).toBe("9007199254740993");
  });

  test("results write numbers, not texts that look like them", () => {
    const write = (value: string | number) => inLanguage(german, () => formatValue(value, { type: 1 }));
    expect([write(5217.25), write("5,217.25")]).toEqual(["5.217,25", "5,217.25"]);
  });
});

describe("ticks in the reader's signs", () => {
  const written = (locale: Locale, ticks: readonly number[], write = axisNumberFormatter()) =>
    inLanguage(locale, () => ticks.map(tickFormatter(write, ticks)).join("|"));

  test("thousands, and no decimals that are zero on every tick", () => {
    expect(written(german, [0, 1000, 2000])).toBe("0|1.000|2.000");
    expect(written(german, [0, 1, 2], numberFormatter(",.2f"))).toBe("0|1|2");
    expect(written(french, [0, 0.5, 1], numberFormatter(",.2f"))).toBe("0,00|0,50|1,00");
    expect(written(german, [0, 5000, 10_000])).toBe("0|5k|10k");
  });

  test("a rounded tick has no label in any language", () => {
    const ticks = [0, 0.25, 0.5];
    expect(written(german, ticks, numberFormatter(".1f"))).toBe(
      written(english, ticks, numberFormatter(".1f")).replaceAll(".", ","),
    );
  });

  test("shares", () => {
    expect(inLanguage(german, () => [0, 0.125, 12].map(formatPercentTick).join("|"))).toBe("0 %|12,5 %|1.200 %");
  });
});
