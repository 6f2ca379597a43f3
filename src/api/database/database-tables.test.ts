import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  path = `/api/v1/database/${data.databaseId}/`;
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const get = (rest: string, client = admin) => client.get<Json>(path + rest);

describe("legacy table paths", () => {
  test("return the same as the current ones", async () => {
    const { body } = await get("table_metadata/?name=cars&schema=main");
    expect((await get("table/cars/main/")).body).toEqual(body);
    expect((await get("table/cars/null/")).body.columns).toEqual(body.columns);
    expect((await get("select_star/cars/main/")).body).toEqual({ result: body.selectStar });
    expect((await get("select_star/cars/")).body.result).toBe('SELECT\n  *\nFROM "cars"\nLIMIT 100');
    expect((await get("table_metadata/extra/?name=cars&schema=main")).body).toEqual({});
    expect((await get("table_extra/cars/main/")).body).toEqual({});
  });

  test("return a typed 404 for missing tables and a typed 403 for forbidden ones", async () => {
    const gamma = await server.as("seer", ["Gamma"]);
    for (const rest of ["table/no/main/", "select_star/no/", "table_extra/no/main/", "table_metadata/extra/?name=no"]) {
      const { status, body } = await get(rest);
      expect([status, body.errors[0].error_type]).toEqual([404, "TABLE_NOT_FOUND_ERROR"]);
      expect((await get(rest, gamma)).status).toBe(404);
      expect((await get(rest, server.anonymous)).status).toBe(401);
    }
  });
});

describe("SQL validation", () => {
  const validate = (sql: string, client = admin) => client.post<Json>(`${path}validate_sql/`, { sql, schema: "main" });

  test("returns nothing for valid SQL, else the position of the error", async () => {
    expect((await validate("SELECT Name FROM cars;")).body).toEqual({ result: [] });
    const unknown = (await validate("SELECT 1,\n  nothing FROM cars")).body.result;
    expect(unknown).toMatchObject([{ line_number: 2, start_column: 3, message: expect.stringContaining("nothing") }]);
    expect((await validate("SELEC 1")).body.result).toHaveLength(1);
    expect((await validate("DROP TABLE cars")).body.result).toHaveLength(1);
    expect((await get("tables/?q=(schema_name:main)")).body.count).toBe(2);
  });

  test("validates the rendered template", async () => {
    const client = (more: object) => admin.post<Json>(`${path}validate_sql/`, { schema: "main", ...more });
    const sql = "SELECT {{ column }} FROM cars";
    expect((await client({ sql, template_params: { column: "Name" } })).body.result).toEqual([]);
    expect((await client({ sql, template_params: '{"column": "Nmae"}' })).body.result).toMatchObject([
      { line_number: 1, start_column: 8, message: expect.stringContaining("Nmae") },
    ]);
    expect((await client({ sql })).body.result).toMatchObject([
      { line_number: null, message: 'The parameter "column" in your query is undefined.' },
    ]);
    expect((await client({ sql: "SELECT {% if" })).body.result).toHaveLength(1);
  });

  test("is for users who can read the tables", async () => {
    expect((await validate("SELECT 1", await server.as("gamma"))).status).toBe(404);
    expect((await validate("SELECT 1", await server.as("alpha"))).status).toBe(200);
  });
});

test("lists function names, and syncs permissions with existing schemas", async () => {
  expect((await get("function_names/")).body.function_names).toEqual(expect.arrayContaining(["count", "date_trunc"]));
  expect((await admin.post<Json>(`${path}sync_permissions/`)).body).toEqual({
    message: "Permissions successfully synced",
  });
  const rows = await server.app.db
    .selectFrom("permission_pairs")
    .selectAll()
    .where("view", "like", "[samples].[%")
    .execute();
  const pairs = rows.map(({ permission, view }) => `${permission} ${view}`);
  expect(pairs).toEqual(
    expect.arrayContaining(["catalog_access [samples].[samples]", "schema_access [samples].[main]"]),
  );
  const alpha = await server.as("alpha");
  expect((await alpha.post(`${path}sync_permissions/`)).status).toBe(403);
});
