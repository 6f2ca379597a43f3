import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let analyst: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  analyst = await addAnalyst(server, "analyst", [["database_access", `[samples].(id:${data.databaseId})`]]);
});
afterAll(() => server.stop());

async function send(client: TestClient, method: string, path: string, fields: Record<string, unknown>) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
  const answer = await client.fetch(path, { method, body });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function open(client: TestClient, more: object = {}): Promise<number> {
  const queryEditor = { dbId: data.databaseId, name: "Untitled Query 1", schema: "main", sql: "SELECT 1", ...more };
  const { status, body } = await send(client, "POST", "/tabstateview/", { queryEditor });
  expect(status).toBe(200);
  return body.id;
}

const show = async (id: number, client = admin) => (await client.get<Json>(`/tabstateview/${id}`)).body;

test("a tab keeps its SQL and settings", async () => {
  const id = await open(admin, { queryLimit: 100, autorun: true, templateParams: "{}" });
  expect(await show(id)).toEqual({
    id,
    user_id: await server.userId("admin"),
    label: "Untitled Query 1",
    active: true,
    database_id: data.databaseId,
    catalog: null,
    schema: "main",
    table_schemas: [],
    sql: "SELECT 1",
    query_limit: 100,
    latest_query: null,
    autorun: true,
    template_params: "{}",
    hide_left_bar: false,
    saved_query: null,
    extra_json: null,
  });
  const changes = { sql: "SELECT 2", label: "Two", hide_left_bar: true, extra_json: { version: 1 }, unknown: 1 };
  expect(await send(admin, "PUT", `/tabstateview/${id}`, changes)).toEqual({ status: 200, body: id });
  expect(await show(id)).toMatchObject({
    sql: "SELECT 2",
    label: "Two",
    hide_left_bar: true,
    extra_json: '{"version":1}',
    query_limit: 100,
  });
});

test("one tab is active, and SQL Lab opens with it", async () => {
  const [first, second] = [await open(admin, { name: "First" }), await open(admin, { name: "Second" })];
  expect([(await show(first)).active, (await show(second)).active]).toEqual([false, true]);
  expect((await admin.post<Json>(`/tabstateview/${first}/activate`)).body).toBe(first);
  const { body } = await admin.get<Json>("/api/v1/sqllab/");
  expect(body.result.tab_state_ids).toContainEqual([second, "Second"]);
  expect(body.result.active_tab).toMatchObject({ id: first, label: "First" });
  expect(body.result.databases[data.databaseId]).toMatchObject({
    database_name: "samples",
    backend: "duckdb",
    allow_dml: false,
    allow_ctas: false,
    expose_in_sqllab: true,
  });
  expect(body.result.databases[data.databaseId]).not.toHaveProperty("extra");
});

test("SQL Lab lists the tabs with unsaved changes", async () => {
  const saved = { db_id: data.databaseId, schema: "main", label: "One", sql: "SELECT 1" };
  const { body } = await admin.post<Json>("/api/v1/saved_query/", saved);
  const remoteId = body.id;
  const [stored, changed, written, empty] = [
    await open(admin, { name: "Kept", sql: "SELECT 1", remoteId }),
    await open(admin, { name: "Changed", sql: "SELECT 2", remoteId }),
    await open(admin, { name: "Written", sql: "SELECT 3", remoteId: null }),
    await open(admin, { name: "Empty", sql: " ", remoteId: null }),
  ];
  const { unsaved_tab_ids } = (await admin.get<Json>("/api/v1/sqllab/")).body.result;
  expect(unsaved_tab_ids).toEqual(expect.arrayContaining([changed, written]));
  for (const id of [stored, empty]) expect(unsaved_tab_ids).not.toContain(id);
});

test("a tab shows its last query, and the previous one when it is removed", async () => {
  const id = await open(admin);
  for (const client_id of ["tab-one", "tab-two"])
    await execute(admin, data.databaseId, "SELECT 1 AS a", { client_id, sql_editor_id: String(id) });
  await send(admin, "PUT", `/tabstateview/${id}`, { latest_query_id: "tab-two" });
  expect((await show(id)).latest_query).toMatchObject({ id: "tab-two", state: "success", rows: 1 });
  expect((await admin.delete<Json>(`/tabstateview/${id}/query/tab-two`)).body).toBe("OK");
  expect((await show(id)).latest_query).toMatchObject({ id: "tab-one" });
  expect((await admin.delete(`/tabstateview/${id}/query/tab-two`)).status).toBe(404);
});

test("a query moves from a browser tab to a stored tab", async () => {
  const id = await open(admin);
  await execute(admin, data.databaseId, "SELECT 1", { client_id: "moved", sql_editor_id: "browser" });
  expect(await send(admin, "POST", `/tabstateview/${id}/migrate_query`, { queryId: "moved" })).toEqual({
    status: 200,
    body: id,
  });
  const { body } = await admin.get<Json>(`/api/v1/query/?q=(filters:!((col:sql_editor_id,opr:eq,value:'${id}')))`);
  expect(body.result).toMatchObject([{ client_id: "moved" }]);
  expect((await send(admin, "POST", `/tabstateview/${id}/migrate_query`, { queryId: "nope" })).status).toBe(404);
});

test("tables stay open in a tab, and close with it", async () => {
  const tab = await open(admin);
  const table = { queryEditorId: String(tab), dbId: data.databaseId, schema: "main", name: "cars", columns: [] };
  const { id } = (await send(admin, "POST", "/tableschemaview/", { table })).body;
  const again = (await send(admin, "POST", "/tableschemaview/", { table })).body;
  expect((await show(tab)).table_schemas).toMatchObject([
    { id: again.id, tab_state_id: tab, table: "cars", expanded: true, description: { name: "cars" } },
  ]);
  expect(again.id).not.toBe(id);
  expect(await send(admin, "POST", `/tableschemaview/${again.id}/expanded`, { expanded: false })).toEqual({
    status: 200,
    body: { id: again.id, expanded: false },
  });
  expect((await admin.delete<Json>(`/tableschemaview/${again.id}`)).body).toBe("OK");
  expect((await admin.delete(`/tableschemaview/${again.id}`)).status).toBe(404);
  const last = (await send(admin, "POST", "/tableschemaview/", { table })).body;
  expect((await admin.delete<Json>(`/tabstateview/${tab}`)).body).toBe("OK");
  expect((await admin.get(`/tabstateview/${tab}`)).status).toBe(404);
  expect((await admin.delete(`/tableschemaview/${last.id}`)).status).toBe(404);
});

test("users can't access other users' tabs", async () => {
  const id = await open(admin);
  const table = { queryEditorId: id, dbId: data.databaseId, schema: "main", name: "cars" };
  const opened = (await send(admin, "POST", "/tableschemaview/", { table })).body;
  await execute(admin, data.databaseId, "SELECT 1", { client_id: "private" });
  const mine = await open(analyst);
  const answers = [
    await analyst.get<Json>(`/tabstateview/${id}`),
    await send(analyst, "PUT", `/tabstateview/${id}`, { sql: "x" }),
    await analyst.delete(`/tabstateview/${id}`),
    await analyst.post(`/tabstateview/${id}/activate`),
    await send(analyst, "POST", "/tableschemaview/", { table }),
    await analyst.delete(`/tableschemaview/${opened.id}`),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(answers[0]?.body).toEqual({ message: "Access is Denied", severity: "danger" });
  expect((await send(analyst, "POST", `/tabstateview/${mine}/migrate_query`, { queryId: "private" })).status).toBe(404);
  expect((await analyst.delete(`/tabstateview/${mine}/query/private`)).status).toBe(404);
  expect((await send(analyst, "PUT", `/tabstateview/${mine}`, { latest_query_id: "private" })).status).toBe(400);
  expect((await show(id)).sql).toBe("SELECT 1");
});

test.each([
  ["POST", "/tabstateview/", { queryEditor: "{" }],
  ["POST", "/tabstateview/", { queryEditor: '{"dbId": 99999}' }],
  ["POST", "/tabstateview/", { queryEditor: '{"dbId": "x"}' }],
  ["POST", "/tabstateview/", { queryEditor: '{"remoteId": 99999}' }],
  ["POST", "/tableschemaview/", { table: "{}" }],
])("rejects %s %s %j", async (method, path, fields) => {
  const answer = await admin.fetch(path, { method, body: new URLSearchParams(fields as Record<string, string>) });
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([400, ["error"]]);
});

test("tabs need an account and the permission", async () => {
  expect((await server.anonymous.get("/tabstateview/1")).status).toBe(401);
  expect((await (await server.as("gamma")).get("/tabstateview/1")).status).toBe(403);
  expect((await admin.get("/tabstateview/999999")).status).toBe(404);
});
