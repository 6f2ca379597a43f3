import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { insertDatabase } from "./index.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let archiveId: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const stamp = { now: server.app.clock.timestamp(), userId: await server.userId("alpha") };
  const extra = JSON.stringify({
    engine_params: { connect_args: { password: "s3cret" } },
    metadata_params: { token: "s3cret" },
    disable_data_preview: true,
    allow_multi_catalog: true,
  });
  const values = { database_name: "Archive", sqlalchemy_uri: "duckdb:///:memory:", extra, expose_in_sqllab: false };
  archiveId = await insertDatabase(server.app, values, stamp);
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/database";
const get = async (path: string, client = admin) => client.get<Json>(`${PATH}/${path}`);
const names = async (q: string, client = admin) =>
  (await get(`?q=${encodeURIComponent(q)}`, client)).body.result.map((row: Json) => row.database_name);

async function reader(permission: string, view: string): Promise<TestClient> {
  const name = `${permission} ${view}`;
  const { id: role_id } = await server.app.db
    .insertInto("roles")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  await server.app.db.insertInto("role_permissions").values({ role_id, permission, view }).execute();
  return server.as(name.replace(/\W+/g, "_"), ["Gamma", name]);
}

describe("the list", () => {
  test("filters, sorts and pages, and returns everything on request", async () => {
    const filter = (col: string, opr: string, value: unknown) => `(filters:!((col:${col},opr:${opr},value:${value})))`;
    expect(await names(filter("expose_in_sqllab", "eq", "!f"))).toEqual(["Archive"]);
    expect(await names(filter("allow_dml", "eq", "!t"))).toEqual([]);
    expect(await names(filter("database_name", "ct", "RCH"))).toEqual(["Archive"]);
    expect(await names(filter("created_by", "rel_o_m", await server.userId("alpha")))).toEqual(["Archive"]);
    expect(await names("(order_column:database_name,order_direction:asc)")).toEqual(["Archive", "samples"]);
    expect(await names("(order_column:created_by.first_name,order_direction:asc)")).toEqual(["Archive", "samples"]);
    expect(await names("(order_column:database_name,order_direction:desc,page:1,page_size:1)")).toEqual(["Archive"]);
    expect(await names("(order_column:database_name,order_direction:asc,page_size:-1)")).toEqual([
      "Archive",
      "samples",
    ]);
    const wrong = await get("?q=(filters:!((col:extra,opr:ct,value:x)))");
    expect([wrong.status, wrong.body]).toEqual([400, { message: "Filter column: extra not allowed to filter" }]);
  });

  test("shows what a database allows, and none of its secrets", async () => {
    const { body } = await get("?q=(filters:!((col:database_name,opr:eq,value:Archive)))");
    expect(body.result[0]).toMatchObject({
      disable_data_preview: true,
      allow_multi_catalog: true,
      disable_drill_to_detail: false,
      allows_virtual_table_explore: true,
      created_by: { first_name: "Alpha", last_name: "User" },
    });
    expect(JSON.parse(body.result[0].extra)).toEqual({ disable_data_preview: true, allow_multi_catalog: true });
    expect(JSON.stringify(body)).not.toContain("s3cret");
    expect(JSON.stringify((await get(String(archiveId))).body)).not.toMatch(/s3cret|duckdb:\/\//);
  });

  test("offers users to filter by, and returns the caller's permissions", async () => {
    const { body } = await get("related/created_by?q=(filter:ALPHA)");
    expect(body.result).toEqual([{ value: await server.userId("alpha"), text: "Alpha User", extra: {} }]);
    expect((await get("related/owners")).status).toBe(404);
    const permissions = async (client: TestClient) =>
      (await get("_info?q=(keys:!(permissions))", client)).body.permissions;
    expect((await permissions(admin)).sort()).toEqual(["can_export", "can_read", "can_upload", "can_write"]);
    expect((await permissions(await server.as("alpha"))).sort()).toEqual(["can_read", "can_upload"]);
    expect(await permissions(await server.as("gamma"))).toEqual(["can_read"]);
  });
});

describe("data permissions", () => {
  const parts = async (client: TestClient) => ({
    listed: await names("()", client),
    schemas: (await get(`${data.databaseId}/schemas/`, client)).body.result,
    tables: (await get(`${data.databaseId}/tables/?q=(schema_name:main)`, client)).body.count,
    columns: (await get(`${data.databaseId}/table_metadata/?name=cars&schema=main`, client)).status,
    archive: (await get(String(archiveId), client)).status,
  });

  test("on the database give access to all of it, and to no other database", async () => {
    const client = await reader("database_access", `[samples].(id:${data.databaseId})`);
    expect(await parts(client)).toEqual({
      listed: ["samples"],
      schemas: ["main"],
      tables: 2,
      columns: 200,
      archive: 404,
    });
  });

  test("on a schema give access to that schema", async () => {
    const client = await reader("schema_access", "[samples].[main]");
    expect(await parts(client)).toEqual({
      listed: ["samples"],
      schemas: ["main"],
      tables: 2,
      columns: 200,
      archive: 404,
    });
    const other = await reader("schema_access", "[samples].[other]");
    expect(await parts(other)).toEqual({ listed: ["samples"], schemas: [], tables: 0, columns: 403, archive: 404 });
    const refused = await get(`${data.databaseId}/table_metadata/?name=cars&schema=main`, other);
    expect(refused.body.errors[0]).toMatchObject({ error_type: "DATABASE_SECURITY_ACCESS_ERROR", level: "warning" });
  });

  test("on one dataset show its database but none of its tables", async () => {
    const client = await reader("datasource_access", `[samples].[cars](id:${data.carsId})`);
    expect(await parts(client)).toEqual({ listed: ["samples"], schemas: [], tables: 0, columns: 403, archive: 404 });
    const lookalike = await reader("datasource_access", "[samples 2].[cars](id:9)");
    expect((await parts(lookalike)).listed).toEqual([]);
  });

  test("are needed: 401 for anonymous users, 403 without the permission", async () => {
    for (const path of ["", "_info", `${data.databaseId}`, `${data.databaseId}/schemas/`]) {
      const answer = await get(path, server.anonymous);
      expect([answer.status, answer.body]).toEqual([401, { msg: "Missing Authorization Header" }]);
    }
    const publicUser = await server.as("nobody", ["Public"]);
    const answer = await get("", publicUser);
    expect([answer.status, answer.body]).toEqual([403, { message: "Forbidden" }]);
  });
});
