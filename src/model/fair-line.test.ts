import { expect, test } from "vitest";
import { FairLine } from "./fair-line.ts";

test("users without a slot come first, and kept slots are theirs alone", () => {
  const line = new FairLine<string>(1);
  for (const [person, taker] of [
    ["ann", "a1"],
    ["ann", "a2"],
    ["bob", "b1"],
  ] as const)
    line.join(person, taker);
  expect(line.next(3)?.taker).toBe("a1");
  expect(line.next(2)?.taker).toBe("b1");
  expect(line.next(1)).toBeUndefined();
  expect(line.next(0)).toBeUndefined();
  line.end("bob");
  expect(line.next(2)?.taker).toBe("a2");
});

test("a user at the limit waits while others pass, and is told for how many", () => {
  const line = new FairLine<string>(0, 1);
  for (const taker of ["a1", "a2"]) line.join("ann", taker);
  line.next(5);
  expect(line.next(5)).toBeUndefined();
  expect(line.standingOf("ann")).toEqual({ running: 1, waiting: 1, ahead: 1 });
  expect(line.standingOf("bob")).toEqual({ running: 0, waiting: 0, ahead: 0 });
  line.join("bob", "b1");
  expect(line.standingOf("bob")).toEqual({ running: 0, waiting: 1, ahead: 1 });
  expect(line.next(4)?.taker).toBe("b1");
});

test("who leaves is not called, and leaving twice says so", () => {
  const line = new FairLine<string>(0);
  for (const taker of ["x", "y", "z"]) line.join("__proto__", taker);
  expect([line.leave("y"), line.leave("y")]).toEqual([true, false]);
  expect(line.empty()).toEqual(["x", "z"]);
  expect(line.next(1)).toBeUndefined();
  expect(line.standingOf("constructor")).toEqual({ running: 0, waiting: 0, ahead: 0 });
});
