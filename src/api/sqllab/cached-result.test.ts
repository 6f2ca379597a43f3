import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let reader: TestClient;
let data: SampleData;
let roleId: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  reader = await addAnalyst(server, "reader", [["datasource_access", `[samples].[cars](id:${data.carsId})`]]);
  const role = server.app.db.selectFrom("roles").select("id").where("name", "=", "reader");
  roleId = (await role.executeTakeFirstOrThrow()).id;
});
afterAll(() => server.stop());

async function runQuery(sql: string): Promise<string> {
  const { body } = await execute(reader, data.databaseId, sql);
  return body.query.resultsKey;
}
const fetched = async (key: string, client = reader) => {
  const { status, body } = await client.get<Json>(`/api/v1/sqllab/results/?q=(key:'${key}')`);
  return status === 200 ? body.data : [status, body.errors[0].error_type];
};

test("rejects cached results after row-level security rules change", async () => {
  const key = await runQuery("SELECT DISTINCT Origin FROM cars ORDER BY 1");
  const all = [{ Origin: "Europe" }, { Origin: "Japan" }, { Origin: "USA" }];
  expect(await fetched(key)).toEqual(all);
  expect(await fetched(key, admin)).toEqual(all);
  const rule = { name: "r", filter_type: "Regular", tables: [data.carsId], roles: [roleId], clause: "Origin = 'USA'" };
  const created = await admin.post<Json>("/api/v1/rowlevelsecurity/", rule);
  expect(await fetched(key)).toEqual([410, "RESULTS_BACKEND_ERROR"]);
  const cut = await runQuery("SELECT DISTINCT Origin FROM cars ORDER BY 1");
  expect(await fetched(cut)).toEqual([{ Origin: "USA" }]);
  expect(await fetched(cut, admin)).toEqual([410, "RESULTS_BACKEND_ERROR"]);
  await admin.delete(`/api/v1/rowlevelsecurity/${created.body.id}`);
  expect(await fetched(key)).toEqual(all);
});

test("database errors with values are hidden under row-level security", async () => {
  const rule = { name: "r", filter_type: "Regular", tables: [data.carsId], roles: [roleId], clause: "Origin = 'USA'" };
  const created = await admin.post<Json>("/api/v1/rowlevelsecurity/", rule);
  const messageOf = async (sql: string) => (await execute(reader, data.databaseId, sql)).body.errors[0].message;
  expect(await messageOf("SELECT CAST(Name AS INTEGER) FROM cars")).toMatch(/^The database error is hidden because/);
  expect(await messageOf("SELECT Nme FROM cars")).toMatch(/"Nme" not found/);
  expect(await messageOf("SELECT CAST('x' AS INTEGER)")).toMatch(/Could not convert string 'x'/);
  await admin.delete(`/api/v1/rowlevelsecurity/${created.body.id}`);
});

test("rejects cached results without access to a table", async () => {
  const key = await runQuery("SELECT 1 AS n FROM cars LIMIT 1; SELECT 2 AS n");
  expect(await fetched(key)).toEqual([{ n: 2 }]);
  await server.app.db.deleteFrom("role_permissions").where("role_id", "=", roleId).execute();
  server.app.events.changed("role");
  expect(await fetched(key)).toEqual([403, "DATABASE_SECURITY_ACCESS_ERROR"]);
  const other = [{ role_id: roleId, permission: "schema_access", view: "[samples].[other]" }];
  await server.app.db.insertInto("role_permissions").values(other).execute();
  server.app.events.changed("role");
  expect(await fetched(key)).toEqual([403, "TABLE_SECURITY_ACCESS_ERROR"]);
});
