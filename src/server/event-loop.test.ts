import { expect, test } from "vitest";
import { inSlices } from "./event-loop.ts";

test("a piece alone runs at once, and its failure is the caller's", async () => {
  let isDone = false;
  const piece = inSlices(() => {
    isDone = true;
    return 5;
  });
  expect(isDone).toBe(true);
  expect(await piece).toBe(5);
  await expect(inSlices(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
});

test("thousands of short pieces let the event loop serve others in between, in their order", async () => {
  const done: number[] = [];
  const pieces = Array.from({ length: 200 }, (_, i) =>
    inSlices(() => {
      const untilMs = performance.now() + 1;
      while (performance.now() < untilMs) Math.sqrt(i);
      done.push(i);
    }),
  );
  const seen: number[] = [];
  const serve = () => {
    seen.push(done.length);
    if (done.length < pieces.length) setImmediate(serve);
  };
  setImmediate(serve);
  await Promise.all(pieces);
  expect(done).toEqual(pieces.map((_, i) => i));
  const steps = seen.map((count, i) => count - (seen[i - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(50);
});
