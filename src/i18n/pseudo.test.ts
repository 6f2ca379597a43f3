import { expect, test } from "vitest";
import { inLocale } from "./node.ts";
import { pieces, t } from "./translate.ts";

const inPseudo = <Result>(work: () => Result) => inLocale({ language: "en-XA" }, work);

test("adds accents and brackets, and makes a text 40 % longer", () => {
  expect(inPseudo(() => t("Row limit"))).toBe("[Řöw ļîmîţ····]");
  expect(inLocale({ language: "en-XB" }, () => t("Row limit"))).toBe("[Řöw ļîmîţ····]");
});

test("leaves placeholder values unchanged", () => {
  const deleted = inPseudo(() =>
    t("Deleted {count, plural, one {# theme} other {# themes}} of {name}", { count: 2, name: "Ada" }),
  );
  expect(deleted).toMatch(/^\[Đéļéţéđ·+ 2 ţhéméš·+ öf·+ Ada\]$/);
});

test("changes the text in a tag but not the tag's name", () => {
  const link = (inside: unknown[]) => ({ link: inside });
  expect(inPseudo(() => pieces("Read the <link>guide</link>", { link }))).toEqual([
    "[Řéàđ ţhé··· ",
    { link: ["gûîđé··"] },
    "]",
  ]);
});

test("formats numbers and dates", () => {
  const at = new Date("2026-03-01T12:00:00Z");
  const shown = inLocale({ language: "en-XA", zone: "UTC" }, () =>
    t("{count, number} on {at, date, medium}", { count: 1200, at }),
  );
  expect(shown).toMatch(/^\[1,200 öñ·* 1 Mar 2026\]$/);
});
