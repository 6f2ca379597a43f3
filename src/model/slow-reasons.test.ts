import { expect, test } from "vitest";
import { slowReasons } from "./slow-reasons.ts";
import { NO_TIME, type PhaseTimes, splitTime, type TileProfile } from "./tile-profile.ts";

const SERVER = { cache: "hit", cacheSeconds: 86_400, statements: 1, shared: 0, templates: 0, processing: 0 } as const;
const FACTS = { isFullScan: false, isIndexMissing: false, isNestedJoin: false, isCheap: false };

function tileOf(phases: Partial<PhaseTimes>, more: Partial<TileProfile> = {}): TileProfile {
  return {
    chartId: 1,
    wallMs: Object.values(phases).reduce((sum, ms) => sum + ms, 0),
    phases: { ...NO_TIME, ...phases },
    server: SERVER,
    busyMs: 0,
    codeMs: 0,
    rows: 10,
    cells: 20,
    bytes: 1000,
    isCut: false,
    isGrouped: true,
    isFirst: false,
    awaitsFilter: false,
    hasFailed: false,
    explained: null,
    ...more,
  };
}

const reasons = (tile: TileProfile) => slowReasons(tile).map(({ reason }) => reason);
const miss = { ...SERVER, cache: "miss" } as const;

test("explains each part of the time by what is known about it", () => {
  const slow = { ...FACTS, explainMs: 1, isChanging: false };
  const cases: [string, TileProfile][] = [
    ["page_load", tileOf({ wait: 900 }, { isFirst: true })],
    ["filter_first", tileOf({ wait: 900 }, { isFirst: true, awaitsFilter: true })],
    ["browser_busy", tileOf({ wait: 900 }, { isFirst: true, busyMs: 600 })],
    ["browser_busy", tileOf({ wire: 900 }, { bytes: 9_000_000, busyMs: 600 })],
    ["much_data", tileOf({ wire: 900 }, { bytes: 9_000_000 })],
    ["slow_network", tileOf({ wire: 900 })],
    ["much_data", tileOf({ decode: 900 })],
    ["templates", tileOf({ plan: 900 }, { server: { ...SERVER, templates: 700 } })],
    ["planning", tileOf({ plan: 900 }, { server: { ...SERVER, templates: 100 } })],
    ["queue", tileOf({ queue: 900, engine: 20 })],
    ["processing", tileOf({ encode: 900 }, { server: { ...SERVER, processing: 700 } })],
    ["much_data", tileOf({ encode: 900 }, { cells: 50_000 })],
    ["encoding", tileOf({ encode: 900 })],
    ["chart_code", tileOf({ draw: 900 }, { codeMs: 700 })],
    ["many_points", tileOf({ draw: 900 }, { rows: 20_000 })],
    ["drawing", tileOf({ draw: 900 })],
    ["background", tileOf({ engine: 900 }, { server: null })],
    ["remote", tileOf({ engine: 900 }, { explained: { ...slow, explainMs: 800 } })],
    ["database_busy", tileOf({ engine: 900 }, { explained: { ...slow, isCheap: true } })],
    ["nested_join", tileOf({ engine: 900 }, { explained: { ...slow, isNestedJoin: true, isFullScan: true } })],
    ["index_missing", tileOf({ engine: 900 }, { explained: { ...slow, isIndexMissing: true } })],
    ["many_groups", tileOf({ engine: 900 }, { rows: 6000, explained: { ...slow, isFullScan: true } })],
    ["many_statements", tileOf({ engine: 900 }, { server: { ...SERVER, statements: 6 } })],
    ["full_scan", tileOf({ engine: 900 }, { explained: { ...slow, isFullScan: true } })],
    ["slow_query", tileOf({ engine: 900 })],
    ["cache_off", tileOf({ engine: 900 }, { server: { ...miss, cache: "off" } })],
    ["cache_changing", tileOf({ engine: 900 }, { server: miss, explained: { ...slow, isChanging: true } })],
    ["failed", tileOf({ wait: 5 }, { hasFailed: true })],
  ];
  expect(cases.map(([cause, tile]) => [cause, reasons(tile)[0]])).toEqual(cases.map(([cause]) => [cause, cause]));
});

test("lists what matters most first, and remarks about the cache and the limit last", () => {
  const tile = tileOf(
    { wait: 20, engine: 500, draw: 300, wire: 10 },
    { server: { ...miss, cacheSeconds: 60 }, rows: 10_000, isGrouped: false, isCut: true },
  );
  expect(reasons(tile)).toEqual(["slow_query", "many_points", "cache_short", "row_limit"]);
  expect(reasons({ ...tile, server: miss })).toContain("not_cached");
  expect(reasons({ ...tile, server: { ...miss, cache: "bypassed" } })).toContain("cache_bypassed");
});

test("is silent about fast charts and small parts", () => {
  expect(reasons(tileOf({ engine: 90 }, { server: miss }))).toEqual([]);
  expect(reasons(tileOf({ draw: 900, wire: 39 }))).toEqual(["drawing"]);
  expect(reasons(tileOf({ engine: 90 }, { rows: 10, isCut: true }))).toEqual([]);
});

test("divides time so that parts add up to what is covered", () => {
  const window = { fromMs: 100, toMs: 200 };
  const times = splitTime(
    window,
    [
      { phase: "wait", fromMs: 0, toMs: 300 },
      { phase: "engine", fromMs: 120, toMs: 150 },
      { phase: "engine", fromMs: 140, toMs: 160 },
      { phase: "queue", fromMs: 110, toMs: 130 },
      { phase: "draw", fromMs: 190, toMs: 190 },
    ],
    ["engine", "queue", "draw", "wait"],
  );
  expect(times).toEqual({ ...NO_TIME, wait: 50, queue: 10, engine: 40 });
  expect(splitTime(window, [], ["wait"])).toEqual(NO_TIME);
});
