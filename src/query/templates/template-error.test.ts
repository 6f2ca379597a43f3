import { expect, test } from "vitest";
import { processorMs } from "../../testing/processor-time.ts";
import { undefinedNames } from "./template-error.ts";

test("ignores names in comments, also in an unclosed one", () => {
  expect(undefinedNames("SELECT {{ a }} /* {{ b }} */, '/* {{ c }}', {{ d }} -- {{ e }}\n {{ f }}")).toEqual([
    "a",
    "c",
    "d",
    "f",
  ]);
  expect(undefinedNames("SELECT {{ a }} /* {{ b }}")).toEqual(["a"]);
});

test("reads many unclosed comments in linear time", () => {
  const before = processorMs();
  expect(undefinedNames(`SELECT 1 ${"/* ".repeat(100_000)}`)).toEqual([]);
  expect(processorMs() - before).toBeLessThan(500);
});
