import { describe, expect, test } from "vitest";
import { assertShallow, readJson } from "./json-text.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("JSON from outside", () => {
  test("is read as it is", () => {
    expect(readJson('{"a":[1,{"b":null}],"c":"[[[["}')).toEqual({ a: [1, { b: null }], c: "[[[[" });
    expect(readJson(nested(200))).toBeInstanceOf(Array);
  });

  test("is refused when it is malformed or nested beyond what can be written again", () => {
    expect(() => readJson("{")).toThrow(SyntaxError);
    for (const depth of [202, 5000, 500_000]) expect(() => readJson(nested(depth))).toThrow("nested too deeply");
    expect(() => assertShallow({ wide: Array.from({ length: 100_000 }, () => ({ a: 1 })) })).not.toThrow();
  });
});

test("what holds itself is too deep, and found so at once", () => {
  const self: unknown[] = [];
  self.push(self, [self], { self });
  const start = performance.now();
  expect(() => assertShallow(self)).toThrow(SyntaxError);
  expect(performance.now() - start).toBeLessThan(1000);
});
