import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setLanguage } from "../../server/auth/accounts.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, execute } from "../../testing/sql-lab.ts";
import { genericTypeOf } from "./column-type.ts";
import { datasetForQuery } from "./index.ts";

let server: TestServer;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha, gamma] = [await server.as("admin"), await server.as("alpha"), await server.as("gamma")];
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const get = async (path: string, client = admin): Promise<Json> => (await client.get<Json>(path)).body;

async function createVirtual(name: string, client = alpha): Promise<number> {
  const sql = "SELECT Origin, COUNT(*) AS n, MAX(Year) AS latest FROM cars GROUP BY Origin";
  const { status, body } = await client.post<Json>("/api/v1/dataset/", {
    database: data.databaseId,
    table_name: name,
    schema: "main",
    sql,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

describe("one table", () => {
  const table = { table_name: "flights" };
  const catalogOf = async () => (await get(`/api/v1/database/${data.databaseId}/catalogs/`)).result[0] as string;

  test("is one dataset, with and without its default catalog", async () => {
    const named = { ...table, catalog: await catalogOf() };
    const created = await alpha.post<Json>("/api/v1/dataset/", { database: data.databaseId, ...named });
    expect([created.status, created.body.message]).toEqual([422, { table: ["Dataset flights already exists"] }]);
    for (const requested of [table, named, { ...table, schema: "main" }, { ...named, schema: "main" }]) {
      const found = await alpha.post<Json>("/api/v1/dataset/get_or_create/", {
        database_id: data.databaseId,
        ...requested,
      });
      expect(found.body.result).toEqual({ table_id: data.flightsId });
    }
  });

  test("is readable in SQL Lab with its dataset's permission, with and without its default catalog", async () => {
    const catalog = await catalogOf();
    expect((await admin.put(`/api/v1/dataset/${data.flightsId}`, { catalog })).status).toBe(200);
    const view = `[samples].[flights](id:${data.flightsId})`;
    const reader = await addAnalyst(server, "flight reader", [["datasource_access", view]]);
    for (const name of ["flights", "main.flights", `${catalog}.main.flights`])
      expect((await execute(reader, data.databaseId, `SELECT COUNT(*) FROM ${name}`)).status).toBe(200);
    expect((await execute(reader, data.databaseId, "SELECT COUNT(*) FROM cars")).status).toBe(403);
    await admin.put(`/api/v1/dataset/${data.flightsId}`, { catalog: null });
  });
});

describe("reading", () => {
  test("lists physical and virtual datasets", async () => {
    const id = await createVirtual("listed");
    const all = await get("/api/v1/dataset/?q=(order_column:table_name,order_direction:asc)");
    expect(all.result.map((row: Json) => row.table_name)).toEqual(["cars", "flights", "listed"]);
    const virtual = await get("/api/v1/dataset/?q=(filters:!((col:sql,opr:dataset_is_null_or_empty,value:!f)))");
    expect(virtual.result[0]).toMatchObject({ id, kind: "virtual", database: { database_name: "samples" } });
    await alpha.delete(`/api/v1/dataset/${id}`);
  });

  test("names the time column in the user's language", async () => {
    const label = async () => (await get(`/api/v1/dataset/${data.carsId}`, alpha)).result.verbose_map.__timestamp;
    const id = await server.userId("alpha");
    await setLanguage(server.app, id, "en-XA");
    const pseudo = await label();
    await setLanguage(server.app, id, "en");
    expect([pseudo, await label()]).toEqual([expect.stringMatching(/^\[/), "Time"]);
  });

  test("returns everything that Explore needs", async () => {
    const { result } = await get(`/api/v1/dataset/${data.carsId}`);
    expect(result).toMatchObject({ uid: `${data.carsId}__table`, kind: "physical", main_dttm_col: "Year" });
    expect(result.verbose_map).toMatchObject({ __timestamp: "Time", count: "Number of rows", Origin: "Origin" });
    expect(result.granularity_sqla).toEqual([["Year", "Year"]]);
    expect(result.time_grain_sqla).toContainEqual(["P1M", "Month"]);
    expect(result.order_by_choices[0]).toEqual(['["Name",true]', "Name [asc]"]);
    expect(result.select_star).toMatch(/^SELECT\n {2}\*\nFROM .*cars/);
    const types = Object.fromEntries(result.columns.map((column: Json) => [column.column_name, column.type_generic]));
    expect(types).toMatchObject({ Name: 1, Miles_per_Gallon: 0, Year: 2 });
    expect(result.database).toMatchObject({ id: data.databaseId, backend: "duckdb", tells_partitions: false });
    expect(result).not.toHaveProperty("databaseId");
  });

  test("finds one by its datasource key", async () => {
    const path = "/superset/fetch_datasource_metadata?datasourceKey=";
    expect((await get(`${path}${data.carsId}__table`)).uid).toBe(`${data.carsId}__table`);
    expect((await admin.get(`${path}999__table`)).status).toBe(404);
    expect((await admin.get(`${path}x`)).status).toBe(400);
    expect((await gamma.get(`${path}${data.carsId}__table`)).status).toBe(403);
  });

  test("finds one by uuid, and returns only the requested columns", async () => {
    const { uuid } = (await get(`/api/v1/dataset/${data.carsId}`)).result;
    expect((await get(`/api/v1/dataset/${uuid}`)).id).toBe(data.carsId);
    const chosen = await get(`/api/v1/dataset/${data.carsId}?q=(columns:!(table_name,schema))`);
    expect(Object.keys(chosen.result).sort()).toEqual(["schema", "table_name"]);
  });
});

describe("writing", () => {
  test("a table becomes a dataset with its columns and a count metric", async () => {
    await admin.delete(`/api/v1/dataset/${await createVirtual("temporary")}`);
    const { status, body } = await alpha.post<Json>("/api/v1/dataset/", {
      database: data.databaseId,
      schema: "main",
      table_name: "cars",
    });
    expect(status).toBe(201);
    expect(body.data.columns.map((column: Json) => column.column_name)).toContain("Horsepower");
    expect(body.data.metrics[0]).toMatchObject({ metric_name: "count", expression: "COUNT(*)" });
    expect(body.data.main_dttm_col).toBe("Year");
    const again = { database_id: data.databaseId, schema: "main", table_name: "cars" };
    expect((await alpha.post<Json>("/api/v1/dataset/get_or_create/", again)).body.result.table_id).toBe(body.id);
    await alpha.delete(`/api/v1/dataset/${body.id}`);
  });

  test("a query becomes a virtual dataset; statements that write are rejected", async () => {
    const id = await createVirtual("by_origin");
    const { result } = await get(`/api/v1/dataset/${id}`);
    expect(result.kind).toBe("virtual");
    expect(result.columns.map((column: Json) => column.column_name)).toEqual(["Origin", "n", "latest"]);
    const bad = { database: data.databaseId, table_name: "bad", sql: "DELETE FROM cars" };
    const refused = await alpha.post<Json>("/api/v1/dataset/", bad);
    expect(refused.status).toBe(422);
    expect(refused.body.message.sql).toHaveLength(1);
    await alpha.delete(`/api/v1/dataset/${id}`);
  });

  test("columns from other SQL editors are ignored in favor of the source", async () => {
    const body = { database: data.databaseId, table_name: "sent", sql: "SELECT 1 AS a", schema: "main" };
    const columns = [{ column_name: "zzz", name: "zzz", type: "STRING", type_generic: 1, is_dttm: true }];
    const created = await alpha.post<Json>("/api/v1/dataset/", { ...body, template_params: "{}", columns });
    expect(created.status).toBe(201);
    expect(created.body.data.columns.map((column: Json) => column.column_name)).toEqual(["a"]);
    await alpha.delete(`/api/v1/dataset/${created.body.id}`);
  });

  test("columns with an id are updated, others created, missing ones deleted", async () => {
    const id = await createVirtual("edited");
    const { columns } = (await get(`/api/v1/dataset/${id}`)).result;
    const stored = { id: columns[0].id, column_name: "Origin", verbose_name: "Made in", groupby: false };
    const calculated = { column_name: "twice", expression: "n * 2", type: "BIGINT" };
    const metrics = [{ metric_name: "total", expression: "SUM(n)", d3format: ",d" }];
    const put = await alpha.put<Json>(`/api/v1/dataset/${id}`, { columns: [stored, calculated], metrics });
    expect(put.status).toBe(200);
    const after = (await get(`/api/v1/dataset/${id}`)).result;
    expect(after.columns.map((column: Json) => [column.column_name, column.verbose_name, column.groupby])).toEqual([
      ["Origin", "Made in", false],
      ["twice", null, true],
    ]);
    expect(after.columns[0].id).toBe(columns[0].id);
    expect(after.columns[0].type).toBe(columns[0].type);
    expect(after.column_formats).toEqual({ total: ",d" });
    await alpha.put(`/api/v1/dataset/${id}/refresh`);
    const refreshed = (await get(`/api/v1/dataset/${id}`)).result.columns;
    expect(refreshed.map((column: Json) => column.column_name)).toEqual(["Origin", "n", "latest", "twice"]);
    expect(refreshed[0].verbose_name).toBe("Made in");
    await alpha.delete(`/api/v1/dataset/${id}`);
  });

  test("a save changes the version in cache keys", async () => {
    const before = await datasetForQuery(server.app, data.flightsId);
    await admin.put(`/api/v1/dataset/${data.flightsId}`, { description: "Flights of 2001" });
    const after = await datasetForQuery(server.app, data.flightsId);
    expect(after.description).toBe("Flights of 2001");
    expect(after.version).not.toBe(before.version);
  });

  test.each([
    [
      "duplicated columns",
      { columns: [{ column_name: "a" }, { column_name: "a" }] },
      "One or more columns are duplicated",
    ],
    ["unknown columns", { columns: [{ id: 99_999, column_name: "a" }] }, "One or more columns do not exist"],
  ])("rejects %s", async (_, body, text) => {
    const answer = await admin.put<Json>(`/api/v1/dataset/${data.flightsId}`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.message.columns).toEqual([text]);
  });

  test("rejects datetime formats that no time has, unless they were stored before", async () => {
    const { db } = server.app;
    const path = `/api/v1/dataset/${data.carsId}`;
    const { columns } = (await get(path)).result;
    const own = columns.find((column: Json) => column.column_name === "Name");
    const save = async (python_date_format: string | null, description = "") => {
      const changed = { id: own.id, column_name: "Name", is_dttm: true, python_date_format, description };
      const others = columns.filter(({ id }: Json) => id !== own.id);
      const kept = others.map(({ id, column_name, is_dttm }: Json) => ({ id, column_name, is_dttm }));
      return admin.put<Json>(path, { columns: [changed, ...kept] });
    };
    for (const format of ["bad", "%Q", "%Y-%Y", "%-d", "epoch_us", "%Y %"]) {
      const { status, body } = await save(format);
      expect([status, body.message.columns[0]]).toEqual([
        422,
        `“${format}” isn't a valid datetime format for “Name”. Use epoch_s, epoch_ms, or a pattern such as %Y-%m-%d.`,
      ]);
    }
    for (const format of ["epoch_ms", "%d/%m/%Y", "%Y-%m-%d %H:%M:%S.%f"])
      expect((await save(format)).status).toBe(200);
    await db.updateTable("dataset_columns").set({ python_date_format: "bad" }).where("id", "=", own.id).execute();
    expect((await save("bad", "imported")).status).toBe(200);
    expect((await save(null)).status).toBe(200);
    await db.updateTable("dataset_columns").set({ is_dttm: false }).where("id", "=", own.id).execute();
  });

  test("names the invalid field", async () => {
    const post = async (body: object) => admin.post<Json>("/api/v1/dataset/", body);
    const unknown = await post({ database: 999, table_name: "x" });
    expect(unknown.body).toEqual({ message: { database: ["Database does not exist"] } });
    const missing = await post({ database: data.databaseId, schema: "main", table_name: "nothing" });
    expect(missing.body.message.table[0]).toContain("Table [nothing] could not be found");
    const duplicate = await post({ database: data.databaseId, table_name: "cars" });
    expect(duplicate.body).toEqual({ message: { table: ["Dataset cars already exists"] } });
    const field = await post({ database: data.databaseId, table_name: "x", nonsense: 1 });
    const kind = await post({ database: data.databaseId, table_name: 7 });
    expect([kind.status, kind.body]).toEqual([400, { message: { table_name: ["Not a valid string."] } }]);
    expect([field.status, field.body]).toEqual([400, { message: { nonsense: ["Unknown field."] } }]);
    const owners = await post({ database: data.databaseId, schema: "main", table_name: "cars", owners: [999] });
    expect(owners.body).toEqual({ message: { owners: ["Owners are invalid"] } });
  });

  test("deletes one or many", async () => {
    const ids = [await createVirtual("one"), await createVirtual("two"), await createVirtual("three")];
    expect((await alpha.delete<Json>(`/api/v1/dataset/${ids[0]}`)).body).toEqual({ message: "OK" });
    const many = await alpha.delete<Json>(`/api/v1/dataset/?q=!(${ids[1]},${ids[2]})`);
    expect(many.body).toEqual({ message: "Deleted 2 datasets" });
    expect((await alpha.delete(`/api/v1/dataset/?q=!(${ids[1]})`)).status).toBe(404);
  });

  test("lists what uses it", async () => {
    const chart = { slice_name: "Cars", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
    const { body } = await admin.post<Json>("/api/v1/chart/", chart);
    const related = await get(`/api/v1/dataset/${data.carsId}/related_objects`);
    expect(related.charts).toEqual({ count: 1, result: [{ id: body.id, slice_name: "Cars", viz_type: "table" }] });
    expect(related.dashboards).toEqual({ count: 0, result: [] });
  });
});

describe("permissions", () => {
  test("return 404 for a dataset without data permission", async () => {
    expect((await get("/api/v1/dataset/", gamma)).count).toBe(0);
    expect((await gamma.get(`/api/v1/dataset/${data.carsId}`)).status).toBe(404);
    expect((await server.anonymous.get("/api/v1/dataset/")).status).toBe(401);
  });

  test("only owners and administrators can change one", async () => {
    const id = await createVirtual("owned", admin);
    expect((await alpha.put(`/api/v1/dataset/${id}`, { description: "x" })).status).toBe(403);
    expect((await alpha.delete(`/api/v1/dataset/${id}`)).status).toBe(403);
    expect((await gamma.post("/api/v1/dataset/", { database: 1, table_name: "x" })).status).toBe(403);
    expect((await admin.delete(`/api/v1/dataset/${id}`)).status).toBe(200);
  });
});

test.each([
  ["DECIMAL(18,3)", 0],
  ["HUGEINT", 0],
  ["VARCHAR", 1],
  ["INTERVAL", 1],
  ["TIMESTAMP WITH TIME ZONE", 2],
  ["TIMESTAMP_NS", 2],
  ["TIME", 1],
  ["time(6) without time zone", 1],
  ["Nullable(Time64(3))", 1],
  ["BOOLEAN", 3],
  ["INTEGER[]", 1],
  ["TIMESTAMP[3]", 1],
  [null, 1],
])("the generic type of %s is %i", (type, generic) => {
  expect(genericTypeOf(type)).toBe(generic);
});
