import { afterAll, beforeAll, expect, test } from "vitest";
import { isoWithoutZone, startOfUnit } from "../../query/calendar.ts";
import { createClock } from "../../server/clock.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

const NOW = new Date(2021, 4, 5, 10, 20, 30).getTime();
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => NOW) } });
  admin = await server.as("admin");
});
afterAll(() => server.stop());

interface Body {
  result: { since: string; until: string; timeRange: string; shift: string | null }[];
  message: string;
}
const get = (q: string) => admin.get<Body>(`/api/v1/time_range/?q=${encodeURIComponent(q)}`);

test("resolves a range by the server's local clock", async () => {
  const { body } = await get("'Last week'");
  expect(body.result).toEqual([
    { since: "2021-04-28T00:00:00", until: "2021-05-05T00:00:00", timeRange: "Last week", shift: null },
  ]);
  const until = (await get("' : now'")).body.result[0]?.until;
  expect(until).toBe(isoWithoutZone(Date.UTC(2021, 4, 5, 10, 20, 30)));
  expect(startOfUnit(Date.UTC(2021, 4, 5, 10), "day")).toBe(Date.UTC(2021, 4, 5));
});

test("resolves several ranges, with shifts", async () => {
  const { body } = await get("!((timeRange:'Last week',shift:'1 year ago'),(timeRange:'No filter'))");
  expect(body.result).toEqual([
    { since: "2020-04-28T00:00:00", until: "2020-05-05T00:00:00", timeRange: "Last week", shift: "1 year ago" },
    { since: "", until: "", timeRange: "No filter", shift: null },
  ]);
});

test("reports invalid ranges", async () => {
  const unexpected = await get("'whenever'");
  expect([unexpected.status, unexpected.body.message]).toEqual([400, "Unexpected time range: whenever"]);
  expect((await get("'7 days : now'")).body.message).toBe(
    "Unexpected time range: Time string is ambiguous. Please specify [7 days ago] or [7 days later].",
  );
  expect((await get("(a:1)")).status).toBe(400);
});

test("requires the permission", async () => {
  expect((await server.anonymous.get("/api/v1/time_range/?q='Last%20week'")).status).toBe(401);
});
