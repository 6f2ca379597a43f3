import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, registerTable, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  alpha = await server.as("alpha");
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/dataset/";
const shown = async (id: number) => (await admin.get<Json>(`${BASE}${id}`)).body.result;
const namesOf = (columns: Json) => columns.map((column: Json) => column.column_name);

test("owners delete columns and metrics one by one", async () => {
  const before = await shown(data.carsId);
  const column = before.columns.find((one: Json) => one.column_name === "Acceleration");
  const path = `${BASE}${data.carsId}/column/${column.id}`;
  expect((await alpha.delete(path)).status).toBe(403);
  expect((await gamma.delete(path)).status).toBe(403);
  expect((await admin.delete(`${BASE}${data.flightsId}/column/${column.id}`)).status).toBe(404);
  expect((await admin.delete<Json>(path)).body).toEqual({ message: "OK" });
  expect((await admin.delete(path)).status).toBe(404);
  expect((await admin.delete(`${BASE}99999/column/${column.id}`)).status).toBe(404);
  const [metric] = before.metrics;
  expect((await admin.delete<Json>(`${BASE}${data.carsId}/metric/${metric.id}`)).body).toEqual({ message: "OK" });
  expect((await admin.delete(`${BASE}${data.carsId}/metric/${metric.id}`)).status).toBe(404);
  const after = await shown(data.carsId);
  expect(after.metrics).toEqual([]);
  const others = before.columns.filter((one: Json) => one.id !== column.id);
  expect(after.columns.map(({ id, type, is_dttm, groupby }: Json) => [id, type, is_dttm, groupby])).toEqual(
    others.map(({ id, type, is_dttm, groupby }: Json) => [id, type, is_dttm, groupby]),
  );
});

test("concurrent saves succeed while a metric is deleted", async () => {
  const id = await registerTable(server.app, data.databaseId, { name: "saved", time: null, sql: "SELECT 1 AS a" });
  for (let i = 0; i < 5; i++) {
    const [count] = (await shown(id)).metrics;
    const own = { id: count.id, metric_name: "count", expression: "COUNT(*)" };
    await admin.put(`${BASE}${id}`, { metrics: [own, { metric_name: "gone", expression: "1" }] });
    const missing = (await shown(id)).metrics.find((one: Json) => one.metric_name === "gone");
    const changed = { ...own, expression: `COUNT(*) + ${i}` };
    const [put] = await Promise.all([
      admin.put(`${BASE}${id}`, { metrics: [changed, { id: missing.id, metric_name: "gone", expression: "1" }] }),
      admin.delete(`${BASE}${id}/metric/${missing.id}`),
    ]);
    // A later save may name the deleted metric.
    const lasting = put.status === 200 ? changed : own;
    expect((await shown(id)).metrics).toMatchObject([{ expression: lasting.expression }]);
  }
});

test("a virtual dataset is duplicated with its columns and metrics", async () => {
  const sql = "SELECT origin, count(*) AS n FROM flights GROUP BY origin";
  const base = await registerTable(server.app, data.databaseId, { name: "origins", time: null, sql });
  const body = { base_model_id: base, table_name: "origins copy" };
  const created = await alpha.post<Json>(`${BASE}duplicate`, body);
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number), result: body } });
  const [original, copy] = [await shown(base), await shown(created.body.id)];
  expect(copy).toMatchObject({ table_name: "origins copy", sql, kind: "virtual", owners: [{ first_name: "Alpha" }] });
  expect(copy.uuid).not.toBe(original.uuid);
  expect(namesOf(copy.columns)).toEqual(namesOf(original.columns));
  expect(copy.metrics).toMatchObject([{ metric_name: "count", expression: "COUNT(*)" }]);
  expect(await alpha.post(`${BASE}duplicate`, body)).toMatchObject({
    status: 422,
    body: { message: { table: ["Dataset origins copy already exists"] } },
  });
  expect(await alpha.post(`${BASE}duplicate`, { ...body, base_model_id: data.flightsId })).toMatchObject({
    status: 422,
    body: { message: { datasource_type: ["Datasource type is invalid"] } },
  });
  expect((await alpha.post(`${BASE}duplicate`, { ...body, base_model_id: 99999 })).status).toBe(404);
  expect((await gamma.post(`${BASE}duplicate`, body)).status).toBe(403);
});

test("drill columns are the dataset's dimensions", async () => {
  const { columns } = await shown(data.flightsId);
  const changed = columns.map(({ id, column_name }: Json) => ({ id, column_name, groupby: column_name === "origin" }));
  await admin.put(`${BASE}${data.flightsId}`, { columns: changed });
  expect((await alpha.get<Json>(`${BASE}${data.flightsId}/drill_info/?q=(dashboard_id:1)`)).body.result).toMatchObject({
    id: data.flightsId,
    table_name: "flights",
    columns: [{ column_name: "origin", verbose_name: null }],
    owners: [],
    changed_by: { first_name: "Admin" },
    changed_on_humanized: expect.any(String),
  });
  expect((await gamma.get(`${BASE}${data.flightsId}/drill_info/`)).status).toBe(403);
  expect((await alpha.get(`${BASE}99999/drill_info/`)).status).toBe(404);
});

test("drill columns are available through a dashboard's role", async () => {
  const { db } = server.app;
  const role = await db.selectFrom("roles").select("id").where("name", "=", "Gamma").executeTakeFirstOrThrow();
  const other = await db.selectFrom("roles").select("id").where("name", "=", "Alpha").executeTakeFirstOrThrow();
  const chart = { slice_name: "Delays", datasource_id: data.flightsId, datasource_type: "table", viz_type: "table" };
  const chartId = (await admin.post<Json>("/api/v1/chart/", { ...chart, params: "{}" })).body.id;
  const dashboard = async (roles: number[], published = true) => {
    const positions = { "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId } } };
    const body = { dashboard_title: "Delays", published, roles, json_metadata: JSON.stringify({ positions }) };
    return (await admin.post<Json>("/api/v1/dashboard/", body)).body.id;
  };
  const requested = async (dataset: number, id: unknown) =>
    (await gamma.get<Json>(`${BASE}${dataset}/drill_info/?q=(dashboard_id:${id})`)).status;
  const roleDashboard = await dashboard([role.id]);
  const asGamma = await gamma.get<Json>(`${BASE}${data.flightsId}/drill_info/?q=(dashboard_id:${roleDashboard})`);
  expect(asGamma).toMatchObject({ status: 200, body: { result: { columns: [{ column_name: "origin" }] } } });
  expect(await requested(data.carsId, roleDashboard)).toBe(403);
  // Another user's dashboard, one open through dataset permissions, an unpublished one, none.
  expect(await requested(data.flightsId, await dashboard([other.id]))).toBe(403);
  expect(await requested(data.flightsId, await dashboard([]))).toBe(403);
  expect(await requested(data.flightsId, await dashboard([role.id], false))).toBe(403);
  expect(await requested(data.flightsId, 99999)).toBe(403);
});

test("folders of columns and metrics are saved, and rejected if an item is in two", async () => {
  const id = await registerTable(server.app, data.databaseId, { name: "filed", time: null, sql: "SELECT 1 AS a" });
  const { columns, folders } = await shown(id);
  expect(folders).toBeNull();
  const leaf = { uuid: columns[0].uuid, type: "column" };
  const folder = (name: string, children: object[]) => ({ uuid: crypto.randomUUID(), type: "folder", name, children });
  const written = [folder("A", [folder("B", [leaf])]), folder("C", [])];
  expect((await admin.put(`${BASE}${id}`, { folders: written })).status).toBe(200);
  expect((await shown(id)).folders).toEqual(written);
  const explored = await admin.get<Json>(`/api/v1/explore/?datasource_id=${id}&datasource_type=table`);
  expect(explored.body.result.dataset.folders).toEqual(written);
  const fails = async (wrong: unknown) => (await admin.put<Json>(`${BASE}${id}`, { folders: wrong })).status;
  const deep = Array.from({ length: 1000 }).reduce<object>((inner) => folder("A", [inner]), leaf);
  for (const wrong of [
    [folder("A", [leaf, folder("B", [leaf])])],
    [folder("", [])],
    [folder("A", []), folder("a", [leaf])],
    [folder("A", [folder("B", []), folder("B", [])])],
    ["x"],
    [{ ...leaf, uuid: "1" }],
    [deep],
  ])
    expect([400, 422]).toContain(await fails(wrong));
  expect((await shown(id)).folders).toEqual(written);
  const copied = await admin.post<Json>(`${BASE}duplicate`, { base_model_id: id, table_name: "filed again" });
  const copy = await shown(copied.body.id);
  expect(copy.columns[0].uuid).not.toBe(leaf.uuid);
  expect(copy.folders[0].children[0].children).toEqual([{ ...leaf, uuid: copy.columns[0].uuid }]);
  expect((await admin.put(`${BASE}${id}`, { folders: null })).status).toBe(200);
  expect((await shown(id)).folders).toBeNull();
});
