import { expect, test } from "vitest";
import { inSentence } from "./in-sentence.ts";

test.each([
  ["Name or SQL", "name or SQL"],
  ["SQL Lab", "SQL Lab"],
  ["Chart gallery", "chart gallery"],
  ["", ""],
])("%j becomes %j", (label, expected) => {
  expect(inSentence(label)).toBe(expected);
});
