import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addAnalyst, execute } from "../../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let reader: TestClient;
let data: SampleData;
const cars = readCars();
const CARS = "SELECT Name, Origin, Year FROM cars WHERE Cylinders > 4;";
const heavy = (origin: string) => cars.filter((car) => car.Cylinders > 4 && car.Origin === origin).length;
const BY_ORIGIN = { columns: ["Origin"], metrics: ["count"], orderby: [["Origin", true]] };

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  reader = await carsReader("carsreader");
});
afterAll(() => server.stop());

const carsReader = (name: string) =>
  addAnalyst(server, name, [
    ["datasource_access", `[samples].[cars](id:${data.carsId})`],
    ["can_read", "Chart"],
    ["can_samples", "Datasource"],
  ]);

async function runQuery(client: TestClient, sql: string, more: object = {}): Promise<number> {
  const { status, body } = await execute(client, data.databaseId, sql, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.query_id;
}

async function saved(client: TestClient, sql: string, more: object = {}): Promise<number> {
  const { body } = await client.post<Json>("/api/v1/saved_query/", {
    db_id: data.databaseId,
    label: "x",
    sql,
    ...more,
  });
  return body.id;
}

const ask = (client: TestClient, datasource: object, query: object = BY_ORIGIN, rest: object = {}) =>
  client.post<Json>("/api/v1/chart/data", { datasource, queries: [query], ...rest });
const query = (id: number) => ({ id, type: "query" });
const savedQuery = (id: number) => ({ id, type: "saved_query" });

describe("a SQL Lab query", () => {
  test("can be queried like a dataset: groups, filters, times, samples, columns", async () => {
    const id = await runQuery(admin, CARS);
    const { status, body } = await ask(admin, query(id));
    expect([status, body.result?.[0]?.data]).toEqual([
      200,
      ["Europe", "Japan", "USA"].map((Origin) => ({ Origin, count: heavy(Origin) })),
    ]);
    const filtered = await ask(admin, query(id), {
      metrics: ["count"],
      filters: [{ col: "Origin", op: "==", val: "USA" }],
    });
    expect(filtered.body.result[0].data).toEqual([{ count: heavy("USA") }]);
    const timed = await ask(admin, query(id), {
      metrics: ["count"],
      granularity: "Year",
      time_range: "1970-01-01 : 1971-01-01",
    });
    expect(timed.body.result[0].data).toEqual([
      { count: cars.filter((car) => car.Cylinders > 4 && car.Year.startsWith("1970")).length },
    ]);
    const samples = await ask(admin, query(id), {}, { result_type: "samples" });
    expect(samples.body.result[0].colnames).toEqual(["Name", "Origin", "Year"]);
    const columns = await ask(admin, query(id), {}, { result_type: "columns" });
    expect(columns.body.result[0].data.map((column: Json) => [column.column_name, column.dtype])).toEqual([
      ["Name", 1],
      ["Origin", 1],
      ["Year", 2],
    ]);
    const unknown = await ask(admin, query(id), { columns: ["Horsepower"], metrics: ["count"] });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining("Horsepower")]);
    const again = await ask(admin, query(id));
    expect(again.body.result[0].is_cached).toBe(true);
  });

  test("returns column values and pages of samples", async () => {
    const id = await runQuery(admin, CARS);
    const values = await admin.get<Json>(`/api/v1/datasource/query/${id}/column/Origin/values/`);
    expect(values.body.result).toEqual(["Europe", "Japan", "USA"]);
    const page = await admin.post<Json>(`/datasource/samples?datasource_type=query&datasource_id=${id}&per_page=5`);
    expect([page.status, page.body.result?.rowcount]).toEqual([200, 5]);
    expect(page.body.result.total_count).toBe(cars.filter((car) => car.Cylinders > 4).length);
  });

  test("isn't confused with a dataset of the same id in cache, permissions or rules", async () => {
    const id = await runQuery(reader, "SELECT 'mine' AS Origin FROM cars LIMIT 1");
    const sql = "SELECT 'theirs' AS Origin";
    for (let queryId = 0; queryId < id; )
      queryId = await registerTable(server.app, data.databaseId, { name: `d${queryId}`, time: null, sql });
    expect((await ask(admin, { id, type: "table" })).body.result[0].data).toEqual([{ Origin: "theirs", count: 1 }]);
    const rule = await admin.post<Json>("/api/v1/rowlevelsecurity/", {
      ...{ name: "none", filter_type: "Base", tables: [id], roles: [], clause: "1 = 0" },
    });
    for (let i = 0; i < 2; i++) {
      expect((await ask(reader, { id, type: "table" })).status).toBe(403);
      expect((await ask(admin, { id, type: "table" })).body.result[0].data).toEqual([]);
      expect((await ask(reader, query(id))).body.result[0].data).toEqual([{ Origin: "mine", count: 1 }]);
    }
    await admin.delete(`/api/v1/rowlevelsecurity/${rule.body.id}`);
  });

  test("belongs to its user; others need the permission on all queries", async () => {
    const id = await runQuery(reader, "SELECT Origin FROM cars");
    expect((await ask(reader, query(id))).status).toBe(200);
    expect((await ask(admin, query(id))).status).toBe(200);
    const other = await carsReader("otherreader");
    const refused = await ask(other, query(id));
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, "QUERY_SECURITY_ACCESS_ERROR"]);
    expect((await ask(admin, query(99_999))).status).toBe(404);
    expect((await ask(admin, { id: "x", type: "query" })).status).toBe(404);
    expect((await ask(server.anonymous, query(id))).status).toBe(401);
  });

  test("is checked with current permissions, even if cached", async () => {
    const passing = await carsReader("passing");
    const id = await runQuery(passing, "SELECT Origin FROM cars");
    for (let i = 0; i < 3; i++) expect((await ask(passing, query(id))).status).toBe(200);
    await server.app.db
      .deleteFrom("role_permissions")
      .where("permission", "=", "datasource_access")
      .where("view", "like", "%cars%")
      .where("role_id", "=", (eb) => eb.selectFrom("roles").select("id").where("name", "=", "passing"))
      .execute();
    server.app.events.changed("role");
    for (const rest of [{}, { result_type: "columns" }, { result_type: "query" }, { result_type: "samples" }]) {
      const { status, body } = await ask(passing, query(id), BY_ORIGIN, rest);
      expect([status, body.errors?.[0]?.error_type]).toEqual([403, expect.stringMatching(/(TABLE|DATABASE)_SECURITY/)]);
    }
  });

  test("has row-level security applied to its parsed tree", async () => {
    const role = await carsReader("japan");
    const { id: roleId } = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "japan")
      .executeTakeFirstOrThrow();
    const before = await runQuery(role, "SELECT Origin FROM cars AS c");
    expect((await ask(role, query(before))).body.result[0].data).toHaveLength(3);
    const rule = await admin.post<Json>("/api/v1/rowlevelsecurity/", {
      name: "japan only",
      filter_type: "Regular",
      tables: [data.carsId],
      roles: [roleId],
      clause: "Origin = 'Japan'",
    });
    expect(rule.status).toBe(201);
    const japan = cars.filter((car) => car.Origin === "Japan").length;
    expect((await ask(role, query(before))).body.result[0].data).toEqual([{ Origin: "Japan", count: japan }]);
    const own = await saved(role, "WITH all_cars AS (SELECT * FROM cars) SELECT Origin FROM all_cars");
    expect((await ask(role, savedQuery(own))).body.result[0].data).toEqual([{ Origin: "Japan", count: japan }]);
    expect((await ask(admin, query(before))).body.result[0].data).toHaveLength(3);
    await admin.delete(`/api/v1/rowlevelsecurity/${rule.body.id}`);
  });

  test("is rejected if it writes or has several statements", async () => {
    const several = await runQuery(admin, "SELECT 1 AS a; SELECT 2 AS b");
    const { status, body } = await ask(admin, query(several), { columns: ["b"], metrics: [] });
    expect([status, body.message]).toEqual([400, "Virtual dataset query cannot consist of multiple statements"]);
    const write = await saved(admin, "DELETE FROM cars");
    expect((await ask(admin, savedQuery(write))).status).toBe(400);
    expect((await ask(admin, savedQuery(await saved(admin, "")))).status).toBe(400);
  });
});

describe("a saved query", () => {
  test("belongs to its creator, with its own parameters", async () => {
    const id = await saved(reader, "SELECT Origin FROM cars WHERE Cylinders = {{ n }}", {
      template_parameters: '{"n": 8}',
    });
    const eight = cars.filter((car) => car.Cylinders === 8).length;
    expect((await ask(reader, savedQuery(id))).body.result[0].data).toEqual([{ Origin: "USA", count: eight }]);
    expect((await ask(admin, savedQuery(id))).status).toBe(404);
  });

  test("reads only what its creator can read, whatever request filters its templates use", async () => {
    const flights = await saved(reader, "SELECT origin FROM flights");
    const refused = await ask(reader, savedQuery(flights), { columns: ["origin"], metrics: [] });
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, "TABLE_SECURITY_ACCESS_ERROR"]);
    const either = await saved(
      reader,
      "SELECT {% if filter_values('Origin') %}origin AS Origin FROM flights{% else %}Origin FROM cars{% endif %}",
    );
    expect((await ask(reader, savedQuery(either))).status).toBe(200);
    const filters = [{ col: "Origin", op: "IN", val: ["ATL"] }];
    const turned = await ask(reader, savedQuery(either), { ...BY_ORIGIN, filters });
    expect([turned.status, turned.body.errors[0].error_type]).toEqual([403, "TABLE_SECURITY_ACCESS_ERROR"]);
  });

  test("resolves names in its own schema", async () => {
    const { status } = await ask(
      reader,
      savedQuery(await saved(reader, "SELECT Origin FROM cars", { schema: "main" })),
    );
    expect(status).toBe(200);
    const otherSchema = await ask(
      reader,
      savedQuery(await saved(reader, "SELECT Origin FROM cars", { schema: "other" })),
    );
    expect([otherSchema.status, otherSchema.body.errors[0].extra.tables]).toEqual([403, ["other.cars"]]);
  });
});
