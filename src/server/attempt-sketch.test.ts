import { describe, expect, test } from "vitest";
import { AttemptSketch } from "./attempt-sketch.ts";

const START = Date.UTC(2026, 0, 1);

function attemptsOf(allowed: number) {
  const sketch = new AttemptSketch();
  const tryAt = (second: number, key = "ann") => sketch.attempt(key, { allowed, nowMs: START + second * 1000 });
  return { sketch, tryAt };
}

describe("attempts per minute", () => {
  test("are rejected over the limit until the first is a minute old", () => {
    const { tryAt } = attemptsOf(3);
    expect([tryAt(0), tryAt(10), tryAt(20), tryAt(30)]).toEqual([0, 0, 0, 31]);
    expect([tryAt(60), tryAt(61), tryAt(62)]).toEqual([1, 0, 9]);
  });

  test("that were rejected don't count, so retrying doesn't extend the wait", () => {
    const { tryAt } = attemptsOf(1);
    tryAt(0);
    for (let second = 1; second <= 60; second++) expect(tryAt(second)).toBe(61 - second);
    expect(tryAt(61)).toBe(0);
  });

  test("are counted per key", () => {
    const { tryAt } = attemptsOf(1);
    for (const key of ["ann", "Ann", "", "__proto__", "x".repeat(100_000), "日本", "\0"]) {
      expect([tryAt(0, key), tryAt(0, key)]).toEqual([0, 61]);
    }
  });

  test("can be undone one by one or all at once", () => {
    const { sketch, tryAt } = attemptsOf(2);
    tryAt(0);
    tryAt(5);
    sketch.undo("ann", 1);
    expect([tryAt(6), tryAt(6)]).toEqual([0, 55]);
    sketch.undo("ann", Number.POSITIVE_INFINITY);
    sketch.undo("nobody", 5);
    expect([tryAt(7), tryAt(7), tryAt(7)]).toEqual([0, 0, 61]);
  });

  test("several at once are all counted or all rejected", () => {
    const { sketch } = attemptsOf(0);
    const at = (attempts: number) => sketch.attempt("ann", { allowed: 5, nowMs: START, attempts });
    expect([at(3), at(3), at(2), at(1)]).toEqual([0, 61, 0, 61]);
    expect(sketch.attempt("ann", { allowed: 5, nowMs: START, attempts: 6 })).toBe(60);
  });

  test("of a key survive a flood of other keys", () => {
    const { tryAt } = attemptsOf(1);
    tryAt(0, "victim");
    for (let n = 0; n < 5000; n++) tryAt(n % 60, `made up ${n}`);
    expect(tryAt(59, "victim")).toBe(2);
  });

  test("expire, and keep counting when the clock goes back", () => {
    const { tryAt } = attemptsOf(1);
    expect([tryAt(0), tryAt(7200), tryAt(3600)]).toEqual([0, 0, 0]);
  });
});
