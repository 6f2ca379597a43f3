import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts } from "../../server/auth/accounts.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { findDatabase } from "../database/index.ts";
import { assertSqlAccess } from "./sql-access.ts";

let server: TestServer;
let data: SampleData;
let carsReader: TestClient;
let schemaReader: TestClient;

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  carsReader = await reader("cars", "datasource_access", `[samples].[cars](id:${data.carsId})`);
  schemaReader = await reader("schema", "schema_access", "[samples].[main]");
});
afterAll(() => server.stop());

async function reader(name: string, permission: string, view: string): Promise<TestClient> {
  const { app } = server;
  const { id } = await app.db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  const pairs = [
    [permission, view],
    ["can_write", "Dataset"],
  ];
  await app.db
    .insertInto("role_permissions")
    .values(pairs.map(([pair = "", of = ""]) => ({ role_id: id, permission: pair, view: of })))
    .execute();
  app.events.changed("role");
  return server.as(name, ["Gamma", name]);
}

let datasetCount = 0;
const make = (client: TestClient, sql: string, more: object = {}) =>
  client.post<Json>("/api/v1/dataset/", {
    database: data.databaseId,
    table_name: `made ${datasetCount++}`,
    sql,
    ...more,
  });

test.each([
  "SELECT * FROM cars",
  "SELECT * FROM main.Cars AS c",
  "WITH flights AS (SELECT * FROM cars) SELECT * FROM flights",
  "SELECT * FROM (SELECT Name FROM cars) JOIN cars USING (Name)",
  "SELECT * FROM range(3)",
  "SELECT 1 AS a",
])("a permission on a dataset's table covers SQL on that table: %s", async (sql) => {
  expect((await make(carsReader, sql)).status).toBe(201);
});

test.each([
  ["SELECT * FROM flights", ["main.flights"]],
  ["SELECT * FROM cars, main.flights, nowhere.x", ["main.flights", "nowhere.x"]],
  ["WITH a AS (SELECT * FROM flights) SELECT * FROM cars, a", ["main.flights"]],
  ["WITH flights AS (SELECT * FROM flights) SELECT * FROM flights", ["main.flights"]],
  ["SELECT (SELECT MAX(delay) FROM flights) FROM cars", ["main.flights"]],
  ["SELECT * FROM cars WHERE Name IN (FROM flights SELECT origin)", ["main.flights"]],
  ["SELECT * FROM cars SEMI JOIN flights ON origin = Origin", ["main.flights"]],
  ["UNPIVOT flights ON delay, distance", ["main.flights"]],
  ["SELECT * FROM other.cars", ["other.cars"]],
  ["SELECT table_name FROM information_schema.tables", ["information_schema.tables"]],
])("a permission on a dataset's table doesn't cover other tables: %s", async (sql, tables) => {
  const { status, body } = await make(carsReader, sql);
  expect(status).toBe(403);
  expect(body.errors[0]).toMatchObject({
    error_type: "TABLE_SECURITY_ACCESS_ERROR",
    level: "warning",
    extra: { tables },
  });
  const quoted = tables.map((table) => `\`${table}\``).join(", ");
  expect(body.errors[0].message).toMatch(`You need access to the following tables: ${quoted}`);
});

test.each([
  "DELETE FROM cars",
  "PIVOT cars ON Origin USING COUNT(*)",
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM duckdb_tables",
  "SHOW TABLES",
  "SELECT * FROM cars WHERE getenv('HOME') = ''",
  "SELECT * FROM query('FROM flights')",
])("anything but plain reads needs access to the whole database: %s", async (sql) => {
  const { status, body } = await make(carsReader, sql);
  expect([status, body.errors[0].error_type]).toEqual([403, "DATABASE_SECURITY_ACCESS_ERROR"]);
});

test("a schema permission covers its tables, qualified or not", async () => {
  expect((await make(schemaReader, "SELECT * FROM flights JOIN main.cars ON true LIMIT 1")).status).toBe(201);
  const { status, body } = await make(schemaReader, "SELECT * FROM information_schema.tables");
  expect([status, body.errors[0].extra.tables]).toEqual([403, ["information_schema.tables"]]);
});

test("changing a dataset's SQL needs the same permissions", async () => {
  const { id } = (await make(carsReader, "SELECT * FROM cars")).body;
  expect((await carsReader.put(`/api/v1/dataset/${id}`, { sql: "SELECT * FROM flights" })).status).toBe(403);
  expect((await carsReader.put(`/api/v1/dataset/${id}`, { sql: "SELECT Name FROM cars" })).status).toBe(200);
});

test("every statement counts; names resolve in the given schema", async () => {
  const user = await server.app.once(accounts).active(await server.userId("cars"));
  const database = await findDatabase(server.app.db, data.databaseId);
  if (!user || !database) throw new Error("not there");
  const check = (sql: string, schema: string | null = null) =>
    assertSqlAccess(server.app, user, { database, schema, sql });
  await expect(check("SELECT 1; FROM cars;")).resolves.toBeUndefined();
  await expect(check("FROM cars; FROM flights")).rejects.toMatchObject({ status: 403 });
  await expect(check("FROM cars", "other")).rejects.toMatchObject({
    body: { errors: [{ error_type: "TABLE_SECURITY_ACCESS_ERROR", extra: { tables: ["other.cars"] } }] },
  });
});

const OTHER_TABLE = "' UNION ALL SELECT origin FROM flights WHERE '' = '";

test("templates are checked as rendered, also with other parameters and for other requests", async () => {
  const set = `-- {% set other = "${OTHER_TABLE}" %}\n`;
  const rendered = await make(carsReader, `${set}SELECT Name FROM cars WHERE Origin = '{{ other }}'`);
  expect([rendered.status, rendered.body.errors[0].extra.tables]).toEqual([403, ["main.flights"]]);
  const plain = "SELECT Name FROM cars WHERE Origin = '{{ place }}'";
  const { id } = (await make(carsReader, plain, { template_params: '{"place": "Japan"}' })).body;
  const params = (place: string) => carsReader.put<Json>(`/api/v1/dataset/${id}`, { template_params: place });
  expect((await params('{"place": "USA"}')).status).toBe(200);
  expect((await params(JSON.stringify({ place: OTHER_TABLE }))).status).toBe(403);
  const requested = `SELECT Name FROM cars WHERE Origin = '{% if url_param("go") %}{{ other }}{% endif %}'`;
  const later = await make(carsReader, `${set}${requested}`);
  expect(later.status).toBe(201);
  const rows = (url_params: object) =>
    carsReader.post<Json>("/api/v1/chart/data", {
      datasource: { id: later.body.id, type: "table" },
      queries: [{ columns: ["Name"], metrics: null, url_params }],
    });
  expect((await rows({})).body.result[0].data).toEqual([]);
  const { status, body } = await rows({ go: "1" });
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("isn't named in its SQL")]);
});

test("users with access to the whole database can let templates choose the table", async () => {
  const admin = await server.as("admin");
  const sql = "SELECT * FROM {{ table }}";
  const { status, body } = await make(admin, sql, { template_params: '{"table": "flights"}' });
  expect(status).toBe(201);
  const context = {
    datasource: { id: body.id, type: "table" },
    queries: [{ columns: ["origin"], metrics: ["count"] }],
  };
  expect((await admin.post("/api/v1/chart/data", context)).status).toBe(200);
});

describe("an externally managed dataset", () => {
  test("can only be edited by the program that manages it", async () => {
    const { id } = (await make(carsReader, "SELECT * FROM cars", { is_managed_externally: true })).body;
    const path = `/api/v1/dataset/${id}`;
    const { body } = await carsReader.get<Json>(path);
    const refused = [
      await carsReader.put(path, { description: "mine" }),
      await carsReader.put(`${path}/refresh`),
      await carsReader.delete(`${path}/metric/${body.result.metrics[0].id}`),
      await carsReader.post(`${path}/versions/1/restore`),
      await carsReader.delete(path),
      await carsReader.delete(`/api/v1/dataset/?q=!(${id})`),
      await (await server.as("admin")).put(path, { description: "mine" }),
    ];
    const message = `${body.result.table_name} is edited in files. Detach it first to edit it here.`;
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { message } });
    expect((await carsReader.put(path, { description: "theirs", is_managed_externally: true })).status).toBe(200);
    expect((await carsReader.put(path, { is_managed_externally: false })).status).toBe(200);
    expect((await carsReader.put(path, { description: "mine" })).status).toBe(200);
  });
});

test("SQL on a dataset can't read other tables through a subquery", async () => {
  const sub = "(SELECT MAX(delay) FROM flights)";
  const { id } = (await make(carsReader, "SELECT * FROM cars")).body;
  const path = `/api/v1/dataset/${id}`;
  const saved = {
    fetch_values_predicate: `Cylinders < ${sub}`,
    columns: [{ column_name: "Origin" }, { column_name: "calculated", expression: sub }],
    metrics: [{ metric_name: "saved", expression: sub }],
  };
  expect((await carsReader.put(path, saved)).status).toBe(200);
  for (const query of [
    { columns: ["Origin"], metrics: [], apply_fetch_values_predicate: true },
    { columns: ["calculated"], metrics: [] },
    { columns: [], metrics: ["saved"] },
  ]) {
    const context = { datasource: { id, type: "table" }, queries: [query] };
    const { status, body } = await carsReader.post<Json>("/api/v1/chart/data", context);
    expect([status, body.errors[0].error_type]).toEqual([403, "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR"]);
  }
});
