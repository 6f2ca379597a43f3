import { describe, expect, test } from "vitest";
import { checkCatalog, textsOf } from "./message-catalogs.ts";

const IMPORT = 'import { msg, t as translate, t } from "../i18n/translate.ts";\n';
const sources = (code: string, path = "src/pages/home/a.tsx") => textsOf([{ path, code: IMPORT + code }]);
const textsIn = (code: string) => [...sources(code).places.keys()];

describe("messages in the code", () => {
  test("are the texts of translation calls, whatever the function is named", () => {
    expect(textsIn('const a = t("One"); const b = msg(`Two`); const c = <p title={translate("Three")} />;')).toEqual([
      "One",
      "Two",
      "Three",
    ]);
  });

  test("exclude texts of other functions and of constants", () => {
    expect(textsIn('const a = (t: (x: string) => string) => other("One"); show(t(label));')).toEqual([]);
    expect(textsOf([{ path: "src/a.ts", code: 't("One")' }]).places.size).toBe(0);
  });

  test("have the place of their first use", () => {
    expect([...sources('\nt("One");\nt("One");').places]).toEqual([["One", "src/pages/home/a.tsx:3"]]);
  });
});

describe("rejected messages", () => {
  test.each([
    ['t("Hello {name")', "isn't valid ICU"],
    ['t("{n, plural, offset:1 one {a} other {b}}", { n })', "plural offset"],
    ['t("{n, plural, one {a}}", { n })', "isn't valid ICU"],
  ])("%s", (code, problem) => {
    expect(sources(code).problems).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['const label = t("One");', 1],
    ['const labels = NAMES.map((name) => [name, t("One")]);', 1],
    ['const label = () => t("One");', 0],
    ['const label = msg("One");', 0],
    ['class A { label() { return t("One"); } }', 0],
  ])("translation at load time in server code: %s", (code, count) => {
    expect(sources(code, "src/model/a.ts").problems).toHaveLength(count);
    expect(sources(code, "src/pages/home/a.ts").problems).toEqual([]);
  });
});

describe("a message catalog", () => {
  const text = "{count, plural, one {# row} other {# rows}} of <b>{name}</b>";
  const texts = sources(`t("${text}", {}); t("Open##verb");`);
  const check = (language: string, translation: string) =>
    checkCatalog(language, { [text]: translation, "Open##verb": "x" }, texts).problems;

  test("reports missing and unused messages", () => {
    const state = checkCatalog("de", { "Open##verb": "", Gone: "Weg" }, texts);
    expect(state.untranslated).toHaveLength(2);
    expect(state.problems).toEqual(['de: unused text "Gone"']);
  });

  test.each([
    ["de", "{count, plural, one {# Zeile} other {# Zeilen}} von <b>{name}</b>", undefined],
    ["ja", "<b>{name}</b>の{count, plural, other {#行}}", undefined],
    ["fr", "{count, plural, one {# ligne} other {# lignes}} de <b>{name}</b>", undefined],
    ["ja", "<b>{name}</b>の{count, number}行", undefined],
    ["de", "{count, plural, one {# Zeile} other {# Zeilen}} von <b>{title}</b>", "other values or tags"],
    ["de", "{count, plural, one {# Zeile} other {# Zeilen}} von {name}", "other values or tags"],
    ["de", "{count} Zeilen von <b>{name}</b>", "other values or tags"],
    ["de", "{count, plural, other {# Zeilen}} von <b>{name}</b>", "no plural form one"],
    ["ar", "{count, plural, one {#} other {#}} <b>{name}</b>", "no plural form zero, two, few, many"],
    ["de", "{count, plural, one {# Zeile} von <b>{name}</b>", "isn't valid ICU"],
  ])("%s: %s", (language, translation, problem) => {
    expect(check(language, translation)).toEqual(problem ? [expect.stringContaining(problem)] : []);
  });
});
