import { expect, test } from "vitest";
import type { ServerTiming } from "../../../model/tile-profile.ts";
import { type DoneLoad, tileProfile } from "./tile-times.ts";

const server: ServerTiming = {
  plan: 10,
  queue: 20,
  engine: 100,
  encode: 30,
  cache: "miss",
  cacheSeconds: 60,
  statements: 2,
  shared: 1,
  templates: 0,
  processing: 5,
};
const load: DoneLoad = {
  chartId: 3,
  beganMs: 0,
  answers: [{ sentMs: 50, receivedMs: 300, decodedMs: 310, characters: 900, server }],
  context: { datasource: { id: 1, type: "table" }, queries: [{ metrics: ["count"], columns: ["a"] }] } as never,
  readyMs: 320,
  renderedMs: 350,
  drawnMs: 400,
};
const FACTS = { others: [], results: [], isCut: false, awaitsFilter: false };

test("places the server's parts after the request; the rest until the response is transfer", () => {
  const profile = tileProfile(load, FACTS);
  expect(profile.phases).toEqual({
    wait: 50,
    plan: 10,
    queue: 20,
    engine: 100,
    encode: 30,
    wire: 90,
    decode: 20,
    draw: 80,
  });
  expect(Object.values(profile.phases).reduce((sum, ms) => sum + ms, 0)).toBe(profile.wallMs);
  expect(profile).toMatchObject({ isGrouped: true, isFirst: true, bytes: 900, busyMs: 0, codeMs: 0 });
});

test("counts layers that load at once by the one that works", () => {
  const second = { sentMs: 60, receivedMs: 200, characters: 100, server: { ...server, engine: 90, plan: 0 } };
  const { phases, wallMs, server: sums, bytes } = tileProfile({ ...load, answers: [...load.answers, second] }, FACTS);
  expect(Object.values(phases).reduce((sum, ms) => sum + ms, 0)).toBe(wallMs);
  expect(phases.engine).toBe(100);
  expect([sums?.statements, bytes]).toEqual([4, 1000]);
});

test("measures how long other charts blocked the browser, and the code of the chart type", () => {
  const other = { ...load, chartId: 4, answers: [], readyMs: 240, renderedMs: 290, drawnMs: 295 };
  expect(tileProfile(load, { ...FACTS, others: [load, other] }).busyMs).toBe(50);
  expect(tileProfile({ ...load, waitsForCode: true }, FACTS).codeMs).toBe(30);
});

test("doesn't divide background jobs, and has no drawing of charts that failed", () => {
  const job = tileProfile({ ...load, answers: [{ sentMs: 50, receivedMs: 300, characters: 0 }] }, FACTS);
  expect([job.server, job.phases.engine, job.phases.wire]).toEqual([null, 250, 0]);
  const failed = tileProfile({ ...load, answers: [], drawnMs: 320, hasFailed: true }, FACTS);
  expect(failed.phases).toMatchObject({ wait: 320, draw: 0 });
});
