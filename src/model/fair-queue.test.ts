import { expect, test } from "vitest";
import { FairSlots } from "./fair-queue.ts";

test("users without a slot come first and have reserved slots", () => {
  const line = new FairSlots<string>(1);
  for (const [person, taker] of [
    ["ann", "a1"],
    ["ann", "a2"],
    ["bob", "b1"],
  ] as const)
    line.join(person, taker);
  expect(line.next(3)?.handle).toBe("a1");
  expect(line.next(2)?.handle).toBe("b1");
  expect(line.next(1)).toBeUndefined();
  expect(line.next(0)).toBeUndefined();
  line.end("bob");
  expect(line.next(2)?.handle).toBe("a2");
});

test("a user at the limit waits while others pass, and sees how many are ahead", () => {
  const line = new FairSlots<string>(0, 1);
  for (const taker of ["a1", "a2"]) line.join("ann", taker);
  line.next(5);
  expect(line.next(5)).toBeUndefined();
  expect(line.statusOf("ann")).toEqual({ running: 1, waiting: 1, ahead: 1 });
  expect(line.statusOf("bob")).toEqual({ running: 0, waiting: 0, ahead: 0 });
  line.join("bob", "b1");
  expect(line.statusOf("bob")).toEqual({ running: 0, waiting: 1, ahead: 1 });
  expect(line.next(4)?.handle).toBe("b1");
});

test("canceled entries get no slot, and canceling twice returns false", () => {
  const line = new FairSlots<string>(0);
  for (const taker of ["x", "y", "z"]) line.join("__proto__", taker);
  expect([line.leave("y"), line.leave("y")]).toEqual([true, false]);
  expect(line.empty()).toEqual(["x", "z"]);
  expect(line.next(1)).toBeUndefined();
  expect(line.statusOf("constructor")).toEqual({ running: 0, waiting: 0, ahead: 0 });
});
