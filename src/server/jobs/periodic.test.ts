import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "../app.ts";
import { createClock } from "../clock.ts";
import { type PeriodicWork, startPeriodicWork } from "./periodic.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 29, 0, 0, 20);
let ends: (() => void)[] = [];
let logged: [string, unknown][] = [];

beforeEach(() => {
  ends = [];
  logged = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START });
});
afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
});

const app = {
  clock: { now: () => Date.now() },
  log: { error: (message: string, fields?: object) => logged.push([message, fields]) },
  onClose: (end: () => void) => ends.push(end),
} as unknown as App;

function timed(more: Partial<PeriodicWork>) {
  const turns: number[] = [];
  const work: PeriodicWork = {
    name: "sweeping",
    everyMs: 10 * MINUTE,
    run: async () => void turns.push((Date.now() - START) / 1000),
    ...more,
  };
  return { turns, work };
}

test("starts after a minute and repeats at its interval", async () => {
  const { turns, work } = timed({});
  startPeriodicWork(app, [work]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(turns).toEqual([]);
  await vi.advanceTimersByTimeAsync(21 * MINUTE);
  expect(turns).toEqual([60, 660, 1260]);
});

test("clock-aligned work runs on time however long the last run took", async () => {
  const { turns, work } = timed({ everyMs: MINUTE, isOnTheClock: true });
  const firstTurn = Promise.withResolvers<void>();
  const slow: PeriodicWork = {
    ...work,
    run: async (app) => {
      await work.run(app);
      if (turns.length === 1) await firstTurn.promise;
    },
  };
  startPeriodicWork(app, [slow]);
  await vi.advanceTimersByTimeAsync(115_000);
  expect(turns).toEqual([40]);
  firstTurn.resolve();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(turns).toEqual([40, 160, 220]);
});

test("logs a failure and keeps running all work", async () => {
  const error = new Error("the disk is full");
  const failing = timed({ run: () => Promise.reject(error) });
  const other = timed({ name: "other" });
  startPeriodicWork(app, [failing.work, other.work]);
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  expect(logged).toEqual([
    ["sweeping failed", { error }],
    ["sweeping failed", { error }],
  ]);
  expect(other.turns).toEqual([60, 660]);
});

test("deletes nothing by age for a day after the clock was set", async () => {
  let elapsed = 0;
  const setting = {
    ...app,
    clock: createClock(
      () => Date.now(),
      () => elapsed,
    ),
  };
  const logged: string[] = [];
  const log = { ...app.log, warn: (message: string) => void logged.push(message) };
  const { turns, work } = timed({ everyMs: 60 * MINUTE, isRetention: true });
  startPeriodicWork({ ...setting, log }, [work]);
  const pass = async (ms: number) => {
    elapsed += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  await pass(61 * MINUTE);
  expect(turns).toHaveLength(1);
  elapsed -= 31 * 24 * 60 * MINUTE;
  for (let hour = 0; hour < 23; hour++) await pass(60 * MINUTE);
  expect(turns).toHaveLength(1);
  expect(new Set(logged)).toEqual(new Set(["nothing is deleted by age for a day, since the clock was set"]));
  for (let hour = 0; hour < 2; hour++) await pass(60 * MINUTE);
  expect(turns.length).toBeGreaterThan(1);
});

test("starts nothing after the server has closed", async () => {
  const { turns, work } = timed({});
  startPeriodicWork(app, [work]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(turns).toEqual([60]);
});
