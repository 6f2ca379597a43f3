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

/** What the work needs of a server. */
const app = {
  clock: { now: () => Date.now() },
  log: { error: (message: string, fields?: object) => logged.push([message, fields]) },
  onClose: (end: () => void) => ends.push(end),
} as unknown as App;

/** Notes the seconds since the start at which the work is done. */
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

test("work begins a minute after the server, and goes on in its own time", async () => {
  const { turns, work } = timed({});
  startPeriodicWork(app, [work]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(turns).toEqual([]);
  await vi.advanceTimersByTimeAsync(21 * MINUTE);
  expect(turns).toEqual([60, 660, 1260]);
});

test("work by the clock is done when it strikes, however long the turn before took", async () => {
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

test("a failure is told, and neither ends the work nor that of others", async () => {
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

test("nothing begins once the server has ended", async () => {
  const { turns, work } = timed({});
  startPeriodicWork(app, [work]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(turns).toEqual([60]);
});
