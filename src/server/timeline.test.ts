import { expect, test } from "vitest";
import { newTimeline, onTimeline, serverTimes, serverTimingHeader } from "./timeline.ts";
import { currentWork } from "./work-context.ts";

test("divides a request's time by its statements, and adds up", () => {
  const window = { fromMs: 1000, toMs: 1100 };
  const statements = [
    { startMs: 1010, queuedMs: 5, endMs: 1040 },
    { startMs: 1030, queuedMs: 20, endMs: 1060 },
  ];
  expect(serverTimes(window, { statements, plannedMs: 1008 })).toEqual({ plan: 10, queue: 15, engine: 35, encode: 40 });
  expect(serverTimes(window, { statements: [], plannedMs: 1030 })).toEqual({
    plan: 30,
    queue: 0,
    engine: 0,
    encode: 70,
  });
});

test("counts only what a request waited for of a statement that started before it", () => {
  const statements = [{ startMs: 500, queuedMs: 100, endMs: 1050 }];
  const times = serverTimes({ fromMs: 1000, toMs: 1080 }, { statements, plannedMs: 1005 });
  expect(times).toEqual({ plan: 0, queue: 0, engine: 50, encode: 30 });
});

test("belongs to the work that runs", async () => {
  const timeline = newTimeline();
  await onTimeline(timeline, async () => {
    await Promise.resolve();
    currentWork().timeline?.statements.push({ startMs: 1, queuedMs: 0, endMs: 2 });
  });
  expect(timeline.statements).toHaveLength(1);
  expect(currentWork().timeline).toBeUndefined();
});

test("writes the header as browsers read it", () => {
  expect(serverTimingHeader({ plan: 1.26, engine: 12 })).toBe("plan;dur=1.3, engine;dur=12.0");
});
