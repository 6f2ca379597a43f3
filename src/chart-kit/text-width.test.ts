import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bidiIsolate, bidiIsolateName, cutAtWord, ellipsis, textWidth, wrapLines } from "./text-width.ts";

const LONE_HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const FAMILY = "👩‍👩‍👧‍👦";

describe("truncated text", () => {
  test("fits, and is never split within a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
        fc.integer({ min: 30, max: 200 }),
        (text, room) => {
          const cut = ellipsis(text, room);
          expect(cut.replaceAll(/\s/g, "")).not.toMatch(LONE_HALF);
          if (cut !== text) expect(cut.endsWith("…")).toBe(true);
        },
      ),
    );
  });

  test("never splits an emoji, however many code points it has", () => {
    expect(ellipsis("😀😀😀😀😀😀", 60)).toMatch(/^(😀)+…$/u);
    expect(ellipsis(`${FAMILY} of four and many more`, 12)).toMatch(/^(👩‍👩‍👧‍👦)?…$/u);
    expect(ellipsis("🇫🇷🇩🇪🇮🇹🇪🇸", 50)).toMatch(/^(🇫🇷(🇩🇪)?(🇮🇹)?)?…$/u);
  });

  test("keeps one character without any room, and no space before the ellipsis", () => {
    expect(ellipsis("Chicago", 0)).toBe("C…");
    expect(ellipsis("a very long name", 22)).not.toContain(" …");
    expect(ellipsis("", 10)).toBe("");
  });

  test("is truncated quickly, however long it is", () => {
    const cut = ellipsis("lorem ipsum ".repeat(20_000), 120);
    expect(cut.length).toBeLessThan(40);
    expect(textWidth(cut)).toBeLessThanOrEqual(120);
  });
});

describe("text widths", () => {
  test("use the widest letters of wide scripts, and are 0 for invisible marks", () => {
    expect(textWidth("漢字", 10)).toBe(20);
    expect(textWidth("\u2066abc\u2069\u200e", 10)).toBe(textWidth("abc", 10));
    expect(textWidth("", 10)).toBe(0);
  });

  test("scale with the font size, and add up over parts of a text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (one, other) => {
        expect(textWidth(one + other)).toBeCloseTo(textWidth(one) + textWidth(other), 6);
        expect(textWidth(one, 22)).toBeCloseTo(2 * textWidth(one, 11), 6);
      }),
    );
  });
});

test("isolates right-to-left names and leaves others unchanged", () => {
  for (const name of ["שלום", "مرحبا", "abc שלום"]) {
    expect([...bidiIsolate(name)].at(0)).toBe("\u2068");
    expect([...bidiIsolateName(name)].at(-1)).toBe("\u200e");
    expect(bidiIsolateName(name)).toContain(name);
  }
  for (const name of ["Zürich", "東京", "😀", ""])
    expect([bidiIsolate(name), bidiIsolateName(name)]).toEqual([name, name]);
});

test("cuts names at words, and leaves out those with too few letters", () => {
  expect(cutAtWord("Landing gear", 200)).toBe("Landing gear");
  expect(cutAtWord("Landing gear operations", 90)).toBe("Landing gear…");
  expect(cutAtWord("Landing gear operations", 60)).toBe("Landing…");
  expect(cutAtWord("International", 55)).toMatch(/^Intern.*…$/);
  expect(cutAtWord("International", 30)).toBe("");
  expect(cutAtWord("Mm", 5)).toBe("");
});

describe("lines of a name", () => {
  test("break at spaces, the last one cut", () => {
    expect(wrapLines("Weather station of the regional office", 90, 3)).toEqual([
      "Weather station",
      "of the regional",
      "office",
    ]);
    expect(wrapLines("Weather station of the regional office", 90, 2)).toEqual(["Weather station", "of the regional…"]);
    expect(wrapLines("Baba", 90, 3)).toEqual(["Baba"]);
  });

  test("are none where no word would be readable", () => {
    expect(wrapLines("Professional services", 30, 3)).toEqual([]);
    expect(wrapLines("Small birds of the north", 30, 1)).toEqual([]);
  });

  test("never leave their width", () => {
    for (const width of [40, 55, 70, 120]) {
      for (const line of wrapLines("Public works of the regional office Fike", width, 3)) {
        expect(textWidth(line)).toBeLessThanOrEqual(width);
      }
    }
  });
});
