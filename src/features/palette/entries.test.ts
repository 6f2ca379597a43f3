import { Zap } from "lucide-react";
import { describe, expect, test } from "vitest";
import { type Entry, parseSearch, rank } from "./entries.ts";

const go = (label: string, to = `/${label}/`): Entry => ({ id: to, section: "go", label, icon: Zap, to });
const act = (label: string, words?: string): Entry => ({ id: label, section: "do", label, words, icon: Zap });
const labels = (entries: readonly Entry[]) => entries.map((entry) => entry.label);

const KNOWN = [
  go("US flight delays"),
  go("World health"),
  go("Datasets"),
  act("New chart"),
  act("Appearance: dark", "theme"),
];

describe("search input", () => {
  test.each([
    ["fli", { actionsOnly: false, text: "fli" }],
    ["  > new ", { actionsOnly: true, text: "new" }],
    [">", { actionsOnly: true, text: "" }],
  ])("%j", (typed, parsed) => {
    expect(parseSearch(typed)).toEqual(parsed);
  });
});

describe("palette results", () => {
  test("are the known entries if nothing is typed, pages before actions", () => {
    expect(labels(rank("", KNOWN, []))).toEqual(labels(KNOWN));
  });

  test("match despite a typo", () => {
    expect(labels(rank("fligt", KNOWN, []))).toEqual(["US flight delays"]);
    expect(labels(rank("theme", KNOWN, []))).toEqual(["Appearance: dark"]);
  });

  test("don't match short text loosely", () => {
    expect(labels(rank("fli", [...KNOWN, go("Hub punctuality")], []))).toEqual(["US flight delays"]);
  });

  test("include server results, without duplicates", () => {
    const found = [go("US flight delays"), go("Late flights", "/late/")];
    expect(labels(rank("flight", KNOWN, found))).toEqual(["US flight delays", "Late flights"]);
  });

  test("start with the exact name, then names with a matching word", () => {
    const found = [
      go("Wet days of seattle", "/1/"),
      go("Nonseattle", "/2/"),
      go("Seattle weather", "/3/"),
      go("seattle", "/4/"),
    ];
    expect(labels(rank("seattle", [], found))).toEqual([
      "seattle",
      "Wet days of seattle",
      "Seattle weather",
      "Nonseattle",
    ]);
  });

  test("are only actions after >", () => {
    expect(labels(rank(">", KNOWN, [go("Late flights")]))).toEqual(["New chart", "Appearance: dark"]);
  });

  test("are limited to eight, with room reserved for actions", () => {
    const many = Array.from({ length: 20 }, (_, index) => go(`Flight ${index}`, `/${index}/`));
    const shown = rank("", [...many, ...KNOWN], []);
    expect(shown).toHaveLength(8);
    expect(shown.filter((entry) => entry.section === "do")).toHaveLength(2);
  });
});
