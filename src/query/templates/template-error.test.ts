import { expect, test } from "vitest";
import { processorMs } from "../../testing/processor-time.ts";
import { undefinedNames } from "./template-error.ts";

test("names in comments are none, also in a comment that doesn't end", () => {
  expect(undefinedNames("SELECT {{ a }} /* {{ b }} */, '/* {{ c }}', {{ d }} -- {{ e }}\n {{ f }}")).toEqual([
    "a",
    "c",
    "d",
    "f",
  ]);
  expect(undefinedNames("SELECT {{ a }} /* {{ b }}")).toEqual(["a"]);
});

test("many comments that don't end are read in a time that grows with the text", () => {
  const before = processorMs();
  expect(undefinedNames(`SELECT 1 ${"/* ".repeat(100_000)}`)).toEqual([]);
  expect(processorMs() - before).toBeLessThan(500);
});
