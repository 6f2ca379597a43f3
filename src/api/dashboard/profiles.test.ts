import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_TIME, type TileProfile } from "../../model/tile-profile.ts";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let aheadMs = 0;
let server: TestServer;
let admin: TestClient;
let data: SampleData;
let dashboard: number;
let cars: number;
let flights: number;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + aheadMs) } });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  dashboard = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Both", published: true })).body.id;
  cars = await chartOn(data.carsId);
  flights = await chartOn(data.flightsId);
});
afterAll(() => server.stop());

async function chartOn(datasetId: number): Promise<number> {
  const chart = { slice_name: `of ${datasetId}`, viz_type: "pie", datasource_id: datasetId, datasource_type: "table" };
  return (await admin.post<Json>("/api/v1/chart/", { ...chart, params: "{}", dashboards: [dashboard] })).body.id;
}

const tile = (chartId: number): TileProfile => ({
  chartId,
  wallMs: 900,
  phases: { ...NO_TIME, engine: 900 },
  server: { cache: "miss", cacheSeconds: 60, statements: 1, shared: 0, templates: 0, processing: 0 },
  busyMs: 0,
  codeMs: 0,
  rows: 3,
  cells: 6,
  bytes: 300,
  isCut: false,
  isGrouped: true,
  isFirst: true,
  awaitsFilter: false,
  hasFailed: false,
  explained: null,
});
const save = (client: TestClient, tiles: unknown) =>
  client.post<Json>(`/api/v1/dashboard/${dashboard}/profile`, { tiles });
const read = (client: TestClient, key: string, id = dashboard) =>
  client.get<Json>(`/api/v1/dashboard/${id}/profile/${key}`);
const chartsIn = (answer: { body: Json }) => answer.body.result.tiles.map((one: TileProfile) => one.chartId);

test("shows a stored profile to others, with the charts whose data they can read", async () => {
  const { status, body } = await save(admin, [tile(cars), tile(flights), tile(99_999)]);
  expect(status).toBe(201);
  expect(chartsIn(await read(admin, body.key))).toEqual([cars, flights]);
  const reader = await addAnalyst(server, "cars only", [
    ["can_read", "Dashboard"],
    ["can_read", "DashboardPermalinkRestApi"],
    ["datasource_access", `[samples].[cars](id:${data.carsId})`],
  ]);
  const shown = await read(reader, body.key);
  expect([shown.status, chartsIn(shown)]).toEqual([200, [cars]]);
  expect(JSON.stringify(shown.body)).not.toMatch(/SELECT/i);
});

test("isn't found under another dashboard, by others without access, or after a month without readers", async () => {
  const { body } = await save(admin, [tile(cars)]);
  const other = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Other" });
  expect((await read(admin, body.key, other.body.id)).status).toBe(404);
  expect((await read(admin, "nothing")).status).toBe(404);
  const stranger = await addAnalyst(server, "no dashboards", [["can_read", "DashboardPermalinkRestApi"]]);
  expect((await read(stranger, body.key)).status).toBe(403);
  aheadMs = 31 * 24 * 60 * 60 * 1000;
  const later = await server.as("admin");
  expect((await read(later, body.key)).status).toBe(404);
});

test("rejects profiles that aren't any", async () => {
  // Earlier sessions have ended with the month.
  const writer = await server.as("admin");
  for (const tiles of [
    [],
    [{ chartId: cars }],
    [{ ...tile(cars), sql: "SELECT 1" }],
    [{ ...tile(cars), wallMs: -1 }],
  ]) {
    expect((await save(writer, tiles)).status).toBe(400);
  }
  const many = Array.from({ length: 501 }, () => tile(cars));
  expect((await save(writer, many)).status).toBe(400);
});
