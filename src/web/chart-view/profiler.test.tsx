import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueryContext } from "../../model/query-context.ts";
import {
  areAllDrawn,
  beginFilter,
  beginLoad,
  beginView,
  dropLoad,
  failLoad,
  isProfiling,
  markRendered,
  onLoads,
  profiledLoads,
  startProfiling,
  stopProfiling,
} from "./profiler.ts";

const contextOf = (slice_id: number | undefined) =>
  ({ datasource: { id: 1, type: "table" }, queries: [], form_data: { slice_id } }) as unknown as QueryContext;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stopProfiling();
  vi.runAllTimers();
  vi.useRealTimers();
});

test("notes nothing unless a page is profiled, and only charts", () => {
  expect([isProfiling(), beginLoad(contextOf(1))]).toEqual([false, undefined]);
  startProfiling(0);
  expect(isProfiling()).toBe(true);
  expect(beginLoad(contextOf(undefined))).toBeUndefined();
  expect(beginLoad(contextOf(1))).toMatchObject({ chartId: 1, beganMs: 0, answers: [] });
});

test("a load is drawn when its frame is painted", () => {
  startProfiling(0);
  const load = beginLoad(contextOf(1));
  if (!load) throw new Error("not noted");
  expect(areAllDrawn()).toBe(false);
  markRendered(load);
  expect([load.renderedMs === undefined, load.drawnMs]).toEqual([false, undefined]);
  vi.advanceTimersByTime(50);
  expect(load.drawnMs).toBeGreaterThanOrEqual(load.renderedMs ?? Number.NaN);
  const { renderedMs } = load;
  vi.advanceTimersByTime(50);
  markRendered(load);
  expect([areAllDrawn(), load.renderedMs]).toEqual([true, renderedMs]);
});

test("a refresh counts for all charts; a filter only for those that have loaded before", () => {
  startProfiling(0);
  const first = beginLoad(contextOf(1));
  vi.advanceTimersByTime(100);
  beginFilter();
  const [waiting, again] = [beginLoad(contextOf(2)), beginLoad(contextOf(1))];
  expect([first?.beganMs, waiting?.beganMs]).toEqual([0, 0]);
  expect(again?.beganMs).toBeGreaterThan(0);
  vi.advanceTimersByTime(100);
  beginView();
  const third = beginLoad(contextOf(3));
  expect(third?.beganMs).toBeGreaterThan(again?.beganMs ?? 0);
});

test("tells listeners once all charts are drawn, and seldom before", () => {
  startProfiling(0);
  vi.runAllTimers();
  const seen: number[] = [];
  const stop = onLoads(() => seen.push(profiledLoads().length));
  const loads = [1, 2, 3].map((id) => beginLoad(contextOf(id)));
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(600);
  expect(seen).toEqual([3]);
  for (const load of loads.slice(1)) if (load) failLoad(load);
  dropLoad(loads[0]);
  vi.advanceTimersByTime(100);
  expect(seen).toEqual([3, 2]);
  expect(profiledLoads().map(({ hasFailed }) => hasFailed)).toEqual([true, true]);
  stop();
  stopProfiling();
  vi.advanceTimersByTime(100);
  expect([seen.length, profiledLoads()]).toEqual([2, []]);
});
