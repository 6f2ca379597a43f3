import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "../../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

/** January 1 in London, January 2 in Tokyo. Cars have a year, always January 1. */
const NOW = Date.UTC(1972, 0, 1, 18);
const LAST_DAY = { granularity: "Year", time_range: "Last day", metrics: ["count"], columns: [], row_limit: 10 };
const NONE = 0;
const CARS_OF_1972 = 28;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let token: Record<string, string>;
let shown: object;
let dashboardId: number;

beforeAll(async () => {
  const guestTokenSecret = new TextEncoder().encode("the secret that two servers share, long enough");
  server = await startTestServer({
    app: { clock: createClock(() => NOW) },
    config: {
      embedding: { guestRole: "Public", guestTokenSecret, guestTokenAudience: undefined, guestTokenSeconds: 300 },
    },
  });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  dashboardId = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Yesterday" })).body.id;
  const form = {
    viz_type: "big_number_total",
    metric: "count",
    granularity_sqla: "Year",
    time_range: "Last day",
  };
  const chart = await admin.post<Json>("/api/v1/chart/", {
    slice_name: "Cars of yesterday",
    datasource_id: data.carsId,
    datasource_type: "table",
    viz_type: form.viz_type,
    dashboards: [dashboardId],
    params: JSON.stringify(form),
  });
  shown = { ...form, slice_id: chart.body.id, dashboardId, datasource: `${data.carsId}__table` };
  const embedded = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, { allowed_domains: [] });
  const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
  const created = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] });
  token = { "x-guesttoken": created.body.token };
});
afterAll(() => server.stop());

const setZone = async (time_zone: string | null) => {
  const answer = await admin.put(`/api/v1/dashboard/${dashboardId}`, { json_metadata: JSON.stringify({ time_zone }) });
  expect(answer.status).toBe(200);
};

async function countIn(zone: string, client = server.anonymous, headers = token): Promise<unknown> {
  const body = { datasource: { id: data.carsId, type: "table" }, queries: [LAST_DAY], form_data: shown };
  const answer = await client.post<Json>("/api/v1/chart/data", body, { ...headers, "x-time-zone": zone });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.result[0].data[0].count;
}

test("a guest's time zone doesn't move the ranges of a dashboard that has one", async () => {
  await setZone("Asia/Tokyo");
  expect(await Promise.all(["UTC", "Asia/Tokyo", "-23:59"].map((zone) => countIn(zone)))).toEqual([
    CARS_OF_1972,
    CARS_OF_1972,
    CARS_OF_1972,
  ]);
  await setZone("Europe/London");
  expect(await Promise.all(["Asia/Tokyo", "+23:59"].map((zone) => countIn(zone)))).toEqual([NONE, NONE]);
});

test("without one, ranges are of the guest's place, never of an arbitrary offset", async () => {
  await setZone(null);
  expect(await Promise.all(["Asia/Tokyo", "Europe/London", "+23:59"].map((zone) => countIn(zone)))).toEqual([
    CARS_OF_1972,
    NONE,
    NONE,
  ]);
});

test("users with access to the dataset choose freely", async () => {
  await setZone("Europe/London");
  expect(await countIn("Asia/Tokyo", admin, {})).toBe(CARS_OF_1972);
  expect(await countIn("+23:59", admin, {})).toBe(CARS_OF_1972);
});
