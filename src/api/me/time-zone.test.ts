import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

/** In the evening of May 5 in London, and the morning of May 6 in Tokyo. */
const NOW = Date.UTC(2021, 4, 5, 22, 30);
const TOKYO = { "x-time-zone": "Asia/Tokyo" };
const NEW_YORK = { "x-time-zone": "America/New_York" };

let server: TestServer;
let admin: TestClient;
let carsId: number;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => NOW) } });
  ({ carsId } = await loadSampleData(server.app));
  admin = await server.as("admin");
});
afterAll(() => server.stop());
beforeEach(() => choose(null));

const choose = (time_zone: string | null) => admin.put<Json>("/api/v1/me/", { time_zone });
const endOfLastDay = async (headers: Record<string, string> = {}) =>
  (await admin.get<Json>("/api/v1/time_range/?q='Last day'", headers)).body.result[0].until;

test("a user chooses a time zone, or the browser's again", async () => {
  const zoneOf = async () => (await admin.get<Json>("/api/v1/me/roles/")).body.result.timeZone;
  expect((await choose("Asia/Tokyo")).status).toBe(200);
  expect(await zoneOf()).toBe("Asia/Tokyo");
  for (const wrong of ["Nowhere", "", "x".repeat(100), 'Asia/Tokyo"']) expect((await choose(wrong)).status).toBe(400);
  expect(await zoneOf()).toBe("Asia/Tokyo");
  await choose(null);
  expect(await zoneOf()).toBeNull();
});

test("relative ranges end with the day of the page's zone, else of the user's, else of the browser's", async () => {
  expect(await endOfLastDay(TOKYO)).toBe("2021-05-06T00:00:00");
  expect(await endOfLastDay(NEW_YORK)).toBe("2021-05-05T00:00:00");
  const cookie = `${admin.cookie}; time_zone=Asia%2FTokyo`;
  expect(await endOfLastDay({ cookie })).toBe("2021-05-06T00:00:00");
  await choose("America/New_York");
  expect(await endOfLastDay({ cookie })).toBe("2021-05-05T00:00:00");
  await choose("Asia/Tokyo");
  expect(await endOfLastDay()).toBe("2021-05-06T00:00:00");
  expect(await endOfLastDay(NEW_YORK)).toBe("2021-05-05T00:00:00");
  expect(await endOfLastDay({ "x-time-zone": "Nowhere" })).toBe("2021-05-06T00:00:00");
});

const dataOf = async (time_range: string, headers: Record<string, string>) => {
  const query = { granularity: "Year", time_range, metrics: ["count"], row_limit: 10 };
  const { status, body } = await admin.post<Json>(
    "/api/v1/chart/data",
    { datasource: { id: carsId, type: "table" }, queries: [query] },
    headers,
  );
  expect(status).toBe(200);
  return body.result[0];
};

test("so do the ranges of charts, whose cached data isn't mixed up between zones", async () => {
  const tokyo = await dataOf("Last day", TOKYO);
  expect(tokyo.query).toContain("2021-05-06");
  const newYork = await dataOf("Last day", NEW_YORK);
  expect(newYork.query).not.toContain("2021-05-06");
  expect([Boolean(newYork.is_cached), Boolean((await dataOf("Last day", TOKYO)).is_cached)]).toEqual([false, true]);
  expect((await dataOf("Last day", TOKYO)).query).toBe(tokyo.query);
});

test("fixed dates are the same in all zones", async () => {
  const [tokyo, newYork] = await Promise.all(
    [TOKYO, NEW_YORK].map((headers) => dataOf("1970-01-01 : 1975-01-01", headers)),
  );
  expect(tokyo.query).toBe(newYork.query);
  expect(tokyo.data).toEqual(newYork.data);
});
