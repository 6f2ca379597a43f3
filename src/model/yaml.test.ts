import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseYaml, toYaml } from "./yaml.ts";

const older = (text: string) => parse(text, { version: "1.1" }) as unknown;

const TEXTS = [
  ..."2026-11-23T03:07:18.570000+00:00|2024-01-01|2001-12-14 21:59:43.10 -5|yes|no|on|off|y|N|True|~|null".split("|"),
  ..."12:30|1:2:3|190:20:30.15|0777|0o17|1_000|1e3|1E+3|1.5e3|.5|.inf|+1|0x1F|0b11|=|<<|---|# a|a: b|- a".split("|"),
  ...[
    "",
    " ",
    "a\n",
    "a\n\nb",
    " a\n b",
    "a\tb",
    "SELECT\n\t1",
    "\x7f",
    "\x85x",
    "a\u2028b",
    "\u2029",
    "\ufeffx",
    "\x1b[0m",
    "😀",
  ],
];

test("a bundle has the same content in YAML 1.1 and 1.2", () => {
  for (const text of TEXTS) {
    const value = { a: text, [text]: 1, list: [text, { deep: text }] };
    const written = toYaml(value);
    expect([text, parseYaml(written, "x"), older(written)]).toEqual([text, value, value]);
  }
  const numbers = [1e21, 1e-7, -1e-9, 3e100, 1.5e-7, 0.1, 0, -3];
  const written = toYaml(numbers);
  expect([parseYaml(written, "x"), older(written)]).toEqual([numbers, numbers]);
  // YAML 1.1 needs a dot in floats and escaped control characters.
  expect(written).toContain("- 1.0e-7");
  expect(toYaml({ a: "=", b: "\x7f\u2028" })).toBe('a: "="\nb: "\\u007f\\u2028"\n');
});

test("reads integers beyond 2^53 as text with all digits", () => {
  expect(parseYaml("[9007199254740993, -12345678901234567890, 9007199254740991]", "x")).toEqual([
    "9007199254740993",
    "-12345678901234567890",
    9_007_199_254_740_991,
  ]);
});

test("text that only YAML 1.2 reads as numbers stays text; numbers that we write stay numbers", () => {
  const texts = ["1e3", "12e5", "1.5e3", "0o17"];
  expect(parseYaml(texts.map((text) => `- ${text}`).join("\n"), "x")).toEqual(texts);
  expect(parseYaml("- 1e-7\n- 1e+21\n- 1.0e-7\n- 12\n- 0x1F\n- 1.5", "x")).toEqual([1e-7, 1e21, 1e-7, 12, 31, 1.5]);
});
