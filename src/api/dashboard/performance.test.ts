import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { attention } from "../home/contract.ts";
import { performance, queries } from "./contract.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let laterMs = 0;
let server: TestServer;
let samples: SampleData;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  samples = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const create = async (title: string, performance_budget?: object) => {
  const json_metadata = JSON.stringify({ performance_budget });
  const body = { dashboard_title: title, json_metadata, published: true };
  return (await admin.post<Json>("/api/v1/dashboard/", body)).body.id as number;
};
const load = (dashboard_id: number, duration: number, more: object = {}) => ({
  ...{ event_name: "load_dashboard", dashboard_id, duration, rows: 120, bytes: 4000 },
  ...more,
});
const log = async (events: readonly object[], client = admin) =>
  expect((await client.post("/superset/log/?explode=events", { events })).status).toBe(200);
const performanceOf = async (id: number, client = admin) =>
  (await client.call(performance, { params: { id: String(id) } })).result;

test("views of the last week are compared with the budget", async () => {
  const id = await create("Flights", { p95_ms: 1000, rows: 100, bytes: null });
  await log([load(id, 1), load(id, 2, { rows: "many" }), load(id, 3, { bytes: -1 }), load(id, 4), load(id, 900)]);
  expect(await performanceOf(id)).toEqual({
    budget: { p95_ms: 1000, rows: 100, bytes: null },
    measured: null,
    excess: [],
  });
  await log([load(id, 1100), load(id, 5)]);
  expect(await performanceOf(id)).toMatchObject({
    measured: { views: 5, p95_ms: 1100, rows: 120, bytes: 4000 },
    excess: [
      { key: "p95_ms", value: 1100, limit: 1000 },
      { key: "rows", value: 120, limit: 100 },
    ],
  });
  const items = async (client: TestClient) =>
    (await client.call(attention, {})).result.filter(({ kind }) => kind === "budget_exceeded");
  expect(await items(admin)).toMatchObject([
    {
      id,
      name: "Flights",
      budget: { views: 5, excess: [{ key: "p95_ms", value: 1100, limit: 1000 }, { key: "rows" }] },
    },
  ]);
  expect(await items(await server.as("alpha"))).toEqual([]);
  expect((await server.anonymous.get(`/api/v1/dashboard/${id}/performance`)).status).toBe(401);
  laterMs += 8 * DAY;
  admin = await server.as("admin");
  expect((await performanceOf(id)).measured).toBeNull();
  expect(await items(admin)).toEqual([]);
});

const measuredOf = async (id: number) => (await performanceOf(id)).measured;
const many = (count: number, event: object) => Array.from({ length: count }, () => event);

test("only views of dashboards that the user can open, with plausible figures, count", async () => {
  const id = await create("Private");
  const { body: secret } = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Secret", roles: [1] });
  const gamma = await server.as("gamma");
  expect((await gamma.get(`/api/v1/dashboard/${secret.id}`)).status).toBe(403);
  await log(many(8, load(secret.id, 9000)), gamma);
  await log(many(4, load(id, 100)));
  const absurd = [load(id, 9e12), load(id, -1), load(id, 5, { rows: 1e15 }), load(id, 5, { bytes: 1e15 })];
  await log([...absurd, load(id, 5, { note: "x".repeat(5000) }), load(id, 5, { rows: null })], gamma);
  expect([await measuredOf(secret.id), await measuredOf(id)]).toEqual([null, null]);
  await log([load(id, 200)], gamma);
  expect(await measuredOf(id)).toEqual({ views: 5, p95_ms: 200, rows: 120, bytes: 4000 });
  await log([{ event_name: "mount_dashboard", dashboard_id: secret.id }], gamma);
  const { body } = await admin.get<Json>(
    `/api/v1/log/?q=(filters:!((col:dashboard_id,opr:eq,value:${secret.id})),page_size:100)`,
  );
  const reported = body.result.filter(({ verb }: Json) => verb === null);
  expect(new Set(reported.map(({ action }: Json) => action))).toEqual(new Set(["log"]));
});

test("a user's 20 newest views of a dashboard count, and 20 in an hour", async () => {
  const id = await create("Busy");
  const gamma = await server.as("gamma");
  await log(many(6, load(id, 100)));
  await log(many(300, load(id, 100)), gamma);
  expect(await measuredOf(id)).toMatchObject({ views: 26 });
  laterMs += 61 * MINUTE;
  await log(many(300, load(id, 50)), gamma);
  expect(await measuredOf(id)).toMatchObject({ views: 26, p95_ms: 100 });
  await log(many(1, load(id, 70)));
  expect(await measuredOf(id)).toMatchObject({ views: 27, p95_ms: 100 });
});

test("entries with malformed JSON are skipped", async () => {
  const id = await create("Odd");
  await log(many(5, load(id, 100)));
  for (const json of ["{", "null", "7", '"text"', "[]", '{"rows":1e999,"bytes":1}', undefined])
    expect(
      (await admin.post("/api/v1/log/", { action: "load_dashboard", dashboard_id: id, duration_ms: 1, json })).status,
    ).toBe(201);
  expect(await measuredOf(id)).toMatchObject({ views: 5, p95_ms: 100 });
});

test("budgets must be positive numbers, and are stored and copied with the metadata", async () => {
  const bad = JSON.stringify({ performance_budget: { p95_ms: "fast" } });
  const refused = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Bad", json_metadata: bad });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("performance_budget")]);
  const id = await create("Kept", { bytes: 5e6, note: "from a client" });
  const { body } = await admin.get<Json>(`/api/v1/dashboard/${id}`);
  expect(JSON.parse(body.result.json_metadata).performance_budget).toEqual({ bytes: 5e6, note: "from a client" });
  expect(await performanceOf(await create("None"))).toMatchObject({ budget: null, excess: [] });
});

test("the queries of the first view are those that the page sends", async () => {
  const id = await create("Cars");
  const params = JSON.stringify({ viz_type: "table", datasource: `${samples.carsId}__table`, all_columns: ["Name"] });
  const chart = { slice_name: "All cars", viz_type: "table", datasource_id: samples.carsId, datasource_type: "table" };
  const { body } = await admin.post<Json>("/api/v1/chart/", { ...chart, params, dashboards: [id] });
  const position = {
    ROOT_ID: { type: "ROOT", id: "ROOT_ID", children: ["GRID_ID"] },
    GRID_ID: { type: "GRID", id: "GRID_ID", children: ["ROW"] },
    ROW: { type: "ROW", id: "ROW", children: ["CHART"], meta: {} },
    CHART: { type: "CHART", id: "CHART", children: [], meta: { chartId: body.id, width: 4, height: 50 } },
  };
  await admin.put(`/api/v1/dashboard/${id}`, { position_json: JSON.stringify(position) });
  const { result } = await admin.call(queries, { params: { id: String(id) } });
  expect(result).toMatchObject([
    {
      chart_id: body.id,
      name: "All cars",
      context: { datasource: { id: samples.carsId }, form_data: { slice_id: body.id } },
    },
  ]);
  expect((await admin.post("/api/v1/chart/data", result[0]?.context)).status).toBe(200);
  expect((await (await server.as("gamma")).get(`/api/v1/dashboard/${id}/queries`)).status).toBe(403);
});

test("visitors without an account don't learn how often a dashboard is viewed", async () => {
  const id = await create("Open to all");
  await log(many(6, load(id, 100)));
  const role = server.app.db.selectFrom("roles").select("id").where("name", "=", "Public");
  const { id: role_id } = await role.executeTakeFirstOrThrow();
  const pair = { role_id, permission: "can_read", view: "Dashboard" };
  await server.app.db.insertInto("role_permissions").values(pair).execute();
  server.app.events.changed("role");
  expect((await server.anonymous.get(`/api/v1/dashboard/${id}`)).status).toBe(200);
  expect((await server.anonymous.get(`/api/v1/dashboard/${id}/performance`)).status).toBe(403);
  await server.app.db.deleteFrom("role_permissions").where("role_id", "=", role_id).execute();
  server.app.events.changed("role");
});
