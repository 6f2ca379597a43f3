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

describe("what was typed", () => {
  test.each([
    ["fli", { actionsOnly: false, text: "fli" }],
    ["  > new ", { actionsOnly: true, text: "new" }],
    [">", { actionsOnly: true, text: "" }],
  ])("%j", (typed, parsed) => {
    expect(parseSearch(typed)).toEqual(parsed);
  });
});

describe("the lines shown", () => {
  test("without text are the known ones, places before acts", () => {
    expect(labels(rank("", KNOWN, []))).toEqual(labels(KNOWN));
  });

  test("fit what was typed, though a letter is wrong", () => {
    expect(labels(rank("fligt", KNOWN, []))).toEqual(["US flight delays"]);
    expect(labels(rank("theme", KNOWN, []))).toEqual(["Appearance: dark"]);
  });

  test("do not stray from short text", () => {
    expect(labels(rank("fli", [...KNOWN, go("Hub punctuality")], []))).toEqual(["US flight delays"]);
  });

  test("join what the server found, each thing once", () => {
    const found = [go("US flight delays"), go("Late flights", "/late/")];
    expect(labels(rank("flight", KNOWN, found))).toEqual(["US flight delays", "Late flights"]);
  });

  test("begin with the thing that is called so, then names with a word that begins so", () => {
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

  test("after > are acts only", () => {
    expect(labels(rank(">", KNOWN, [go("Late flights")]))).toEqual(["New chart", "Appearance: dark"]);
  });

  test("are eight at most, and acts keep their room", () => {
    const many = Array.from({ length: 20 }, (_, index) => go(`Flight ${index}`, `/${index}/`));
    const shown = rank("", [...many, ...KNOWN], []);
    expect(shown).toHaveLength(8);
    expect(shown.filter((entry) => entry.section === "do")).toHaveLength(2);
  });
});
