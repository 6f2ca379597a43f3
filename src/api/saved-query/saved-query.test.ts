import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
test("queries imported by the server belong to administrators", async () => {
  const stamp = server.app.clock.timestamp();
  const nobodys = { created_by_fk: null, changed_by_fk: null, created_on: stamp, changed_on: stamp };
  const created = await (await server.as("admin")).post<{ id: number }>("/api/v1/saved_query/", { label: "left" });
  const { id } = created.body;
  await server.app.db.updateTable("saved_queries").set(nobodys).where("id", "=", id).execute();
  const idsOf = async (name: string) =>
    (await (await server.as(name)).get<{ ids: number[] }>("/api/v1/saved_query/?q=(page_size:100)")).body.ids;
  expect(await idsOf("admin")).toContain(id);
  const lab = await server.as("left-lab", ["sql_lab"]);
  expect(await idsOf("left-lab")).not.toContain(id);
  expect((await lab.get(`/api/v1/saved_query/${id}`)).status).toBe(404);
  expect((await (await server.as("admin")).delete(`/api/v1/saved_query/${id}`)).status).toBe(200);
});

afterAll(() => server.stop());

const ALL = "/api/v1/saved_query/";
const list = async (client: TestClient, q = "") => (await client.get<Json>(q ? `${ALL}?q=${q}` : ALL)).body;

async function save(client: TestClient, more: object = {}): Promise<number> {
  const body = { db_id: data.databaseId, label: "Cars", schema: "main", sql: "SELECT * FROM cars", ...more };
  const answer = await client.post<Json>(ALL, body);
  const absent = { catalog: null, description: null, extra_json: null, template_parameters: null };
  expect([answer.status, answer.body.result]).toEqual([201, { ...absent, ...body }]);
  return answer.body.id;
}

test("a saved query is created, shown, changed and deleted", async () => {
  const id = await save(admin, { description: "all of them", template_parameters: '{"a": 1}' });
  const { body } = await admin.get<Json>(`${ALL}${id}`);
  expect(body).toMatchObject({
    id,
    show_title: "Show Saved Query",
    label_columns: { label: "Label", "database.database_name": "Database Database Name" },
    result: {
      label: "Cars",
      description: "all of them",
      sql: "SELECT * FROM cars",
      sql_tables: [{ table: "cars", schema: null, catalog: null }],
      template_parameters: '{"a": 1}',
      database: { id: data.databaseId, database_name: "samples" },
      created_by: { first_name: "Admin", last_name: "User" },
      changed_on_delta_humanized: "now",
    },
  });
  const changed = await admin.put<Json>(`${ALL}${id}`, { label: "Old cars" });
  const stored = { label: "Old cars", sql: "SELECT * FROM cars", description: "all of them", schema: "main" };
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { result: { ...stored, template_parameters: '{"a": 1}' } },
  ]);
  const some = await admin.get<Json>(`${ALL}${id}?q=(columns:!(label,sql),keys:!(none))`);
  expect(some.body).toEqual({ id, result: { label: "Old cars", sql: "SELECT * FROM cars" } });
  expect((await admin.delete<Json>(`${ALL}${id}`)).body).toEqual({ message: "OK" });
  expect((await admin.get(`${ALL}${id}`)).status).toBe(404);
});

test("a saved query is visible only to its creator, not even to administrators", async () => {
  const id = await save(analyst);
  for (const answer of [
    await admin.get(`${ALL}${id}`),
    await admin.put(`${ALL}${id}`, { label: "mine" }),
    await admin.delete(`${ALL}${id}`),
    await admin.delete(`${ALL}?q=!(${id})`),
  ])
    expect(answer.status).toBe(404);
  expect((await list(admin)).ids).not.toContain(id);
  expect((await list(analyst)).ids).toContain(id);
  await analyst.delete(`${ALL}${id}`);
});

describe("saved queries", () => {
  let ids: number[];
  beforeAll(async () => {
    ids = [
      await save(admin, { label: "alpha", schema: "one" }),
      await save(admin, { label: "Beta", schema: "two", sql: "SELECT 42" }),
    ];
  });

  test("are listed, filtered and sorted", async () => {
    const all = await list(admin, "(order_column:label,order_direction:desc)");
    expect(all).toMatchObject({ count: 2, ids: [ids[1], ids[0]], list_title: "List Saved Query" });
    expect((await list(admin, "(filters:!((col:label,opr:all_text,value:'42')))")).ids).toEqual([ids[1]]);
    expect((await list(admin, "(filters:!((col:schema,opr:eq,value:one)))")).ids).toEqual([ids[0]]);
    const relation = `(filters:!((col:database,opr:rel_o_m,value:${data.databaseId})))`;
    expect((await list(admin, relation)).count).toBe(2);
    expect((await list(admin, "(filters:!((col:id,opr:saved_query_is_fav,value:!t)))")).count).toBe(0);
    expect((await list(admin, "(filters:!((col:tags,opr:saved_query_tags,value:x)))")).count).toBe(0);
    expect((await admin.get(`${ALL}?q=(filters:!((col:nope,opr:eq,value:1)))`)).status).toBe(400);
  });

  test("offer related objects and distinct values", async () => {
    const info = await admin.get<Json>(`${ALL}_info?q=(keys:!(permissions))`);
    expect(info.body.permissions.toSorted()).toEqual(["can_export", "can_read", "can_write"]);
    const databases = await admin.get<Json>(`${ALL}related/database`);
    expect(databases.body.result).toMatchObject([{ value: data.databaseId, text: "samples" }]);
    const schemas = await admin.get<Json>(`${ALL}distinct/schema`);
    expect(schemas.body.result.map((row: Json) => row.value)).toEqual(["one", "two"]);
  });

  test("are deleted in bulk", async () => {
    const { body } = await admin.delete<Json>(`${ALL}?q=!(${ids.join(",")})`);
    expect(body).toEqual({ message: "Deleted 2 saved queries" });
    expect((await admin.delete(`${ALL}?q=!(${ids.join(",")})`)).status).toBe(404);
    const one = await save(admin);
    expect((await admin.delete<Json>(`${ALL}?q=!(${one})`)).body).toEqual({ message: "Deleted 1 saved query" });
  });
});

test("a saved query records when its tab last ran it, and the number of rows", async () => {
  const id = await save(admin);
  const form = new URLSearchParams({ queryEditor: JSON.stringify({ dbId: data.databaseId, remoteId: id }) });
  const tab = (await (await admin.fetch("/tabstateview/", { method: "POST", body: form })).json()) as { id: number };
  await execute(admin, data.databaseId, "SELECT Name FROM cars", { queryLimit: 9, sql_editor_id: String(tab.id) });
  const { result } = await list(admin, `(filters:!((col:id,opr:eq,value:${id})))`);
  expect(result[0]).toMatchObject({ rows: 9, last_run_delta_humanized: "now" });
  expect(result[0]?.last_run_ms).toBeGreaterThanOrEqual(0);
  expect(result[0]?.last_query_id).toBeGreaterThan(0);
});

test.each([
  [{ db_id: 99_999 }, { db_id: ["Database does not exist"] }],
  [{ label: 7 }, { label: ["Not a valid string."] }],
  [{ template_parameters: "{" }, { template_parameters: ["Invalid JSON"] }],
  [{ nope: 1 }, { nope: ["Unknown field."] }],
])("rejects %j", async (body, message) => {
  const answer = await admin.post<Json>(ALL, body);
  expect([answer.status, answer.body.message]).toEqual([422, message]);
});

test("a saved query needs an account, the permission, and a visible database", async () => {
  expect((await server.anonymous.get(ALL)).status).toBe(401);
  expect((await (await server.as("gamma")).post(ALL, {})).status).toBe(403);
  const withoutRoles = await addAnalyst(server, "nobody", []);
  expect((await withoutRoles.post(ALL, { db_id: data.databaseId })).status).toBe(422);
  expect((await withoutRoles.get(`${ALL}2147483648`)).status).toBe(404);
});
