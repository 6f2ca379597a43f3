import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "../app.ts";
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

test("starts nothing after the server has closed", async () => {
  const { turns, work } = timed({});
  startPeriodicWork(app, [work]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(turns).toEqual([60]);
});
