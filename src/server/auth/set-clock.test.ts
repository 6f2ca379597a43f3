import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { createClock, formatTimestamp } from "../clock.ts";
import { signInLimiter } from "./sign-in-limiter.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let server: TestServer;
let nowMs = Date.UTC(2026, 2, 2, 9);
let elapsedMs = 0;
const pass = (ms: number) => {
  nowMs += ms;
  elapsedMs += ms;
};
beforeAll(async () => {
  const clock = createClock(
    () => nowMs,
    () => elapsedMs,
  );
  server = await startTestServer({ app: { clock } });
});
afterAll(() => server.stop());

test.each([-HOUR, -DAY, 60 * DAY])("a session outlives a clock that is set by %i ms, and ends as usual", async (by) => {
  const client = await server.as("alpha");
  const me = async () => (await client.get("/api/v1/me/")).status;
  expect(await me()).toBe(200);
  nowMs += by;
  expect(await me()).toBe(200);
  await server.as("gamma");
  const rows = await server.app.db.selectFrom("sessions").select("last_seen_on").execute();
  expect(rows.map((row) => row.last_seen_on.slice(0, 10))).toContain(formatTimestamp(nowMs).slice(0, 10));
  pass(HOUR + 1000);
  expect(await me()).toBe(200);
  nowMs -= by;
  expect(await me()).toBe(200);
  pass(60 * DAY);
  expect(await me()).toBe(401);
});

test.each([-HOUR, -DAY, 30 * DAY])("sign-in attempts are limited after the clock was set by %i ms", async (by) => {
  const limiter = server.app.once(signInLimiter);
  const key = `set by ${by}`;
  for (let n = 0; n < 3; n++) expect(await limiter.attempt(key, 3)).toBe(0);
  expect(await limiter.attempt(key, 3)).toBeGreaterThan(0);
  nowMs += by;
  pass(61_000);
  expect(await limiter.attempt(key, 3)).toBe(0);
  for (let n = 0; n < 2; n++) expect(await limiter.attempt(key, 3)).toBe(0);
  const seconds = await limiter.attempt(key, 3);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(61);
});
