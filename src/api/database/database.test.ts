import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { withinHome } from "./file-place.ts";
import { connectionOf, insertDatabase, maskedAddress } from "./index.ts";
import { findDatabase } from "./store.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const get = (path: string, client = admin) => client.get<Json>(path);

const SECRET = "postgresql://ann:s3cret@db.example.org:5432/sales";

async function addDatabase(name: string, sqlalchemy_uri: string): Promise<number> {
  const stamp = { now: server.app.clock.timestamp(), userId: null };
  return insertDatabase(server.app, { database_name: name, sqlalchemy_uri }, stamp);
}

describe("responses", () => {
  test("lists databases with their engine", async () => {
    const { status, body } = await get("/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:samples)))");
    expect(status).toBe(200);
    expect(body.count).toBe(1);
    expect(body.result[0]).toMatchObject({ id: data.databaseId, database_name: "samples", backend: "duckdb" });
    expect(body.list_title).toBe("List Database");
  });

  test("shows one without its address", async () => {
    const { body } = await get(`/api/v1/database/${data.databaseId}`);
    expect(body.result).toMatchObject({ database_name: "samples", backend: "duckdb", expose_in_sqllab: true });
    expect(JSON.stringify(body)).not.toContain("samples.duckdb");
  });

  test("never shows a secret, and stores it encrypted", async () => {
    const id = await addDatabase("sales", SECRET);
    for (const path of ["/api/v1/database/", `/api/v1/database/${id}`]) {
      expect(JSON.stringify((await get(path)).body)).not.toContain("s3cret");
    }
    const record = await findDatabase(server.app.db, id);
    expect(record?.sqlalchemy_uri).not.toContain("s3cret");
    expect(maskedAddress(server.app.secrets, record!)).toBe("postgresql://ann:XXXXXXXXXX@db.example.org:5432/sales");
  });

  test("lists schemas, tables and columns", async () => {
    const base = `/api/v1/database/${data.databaseId}`;
    expect((await get(`${base}/schemas/`)).body.result).toEqual(["main"]);
    expect((await get(`${base}/catalogs/`)).body.result).toContain("samples");
    const tables = (await get(`${base}/tables/?q=(schema_name:main)`)).body;
    expect(tables).toEqual({
      count: 2,
      result: [
        { value: "cars", type: "table", extra: null },
        { value: "flights", type: "table", extra: null },
      ],
    });
    const table = (await get(`${base}/table_metadata/?name=flights&schema=main`)).body;
    expect(table.columns[0]).toEqual({
      name: "date",
      type: "TIMESTAMP",
      longType: "TIMESTAMP",
      keys: [],
      comment: null,
    });
    expect(table.selectStar).toContain("LIMIT 100");
  });
});

test("filters databases by whether they allow uploads", async () => {
  const ids = async (allowsUploads: boolean) => {
    const q = `(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:${allowsUploads ? "!t" : "!f"})))`;
    return (await admin.get<{ ids: number[] }>(`/api/v1/database/?q=${q}`)).body.ids;
  };
  const { db } = server.app;
  const all = (await db.selectFrom("databases").select("id").orderBy("id").execute()).map(({ id }) => id);
  expect(await ids(false)).toEqual(all);
  await db.updateTable("databases").set({ allow_file_upload: true }).execute();
  expect([await ids(true), await ids(false)]).toEqual([all, []]);
  await db.updateTable("databases").set({ allow_file_upload: false }).execute();
});

test("the OAuth2 callback says that OAuth2 sign-in isn't supported", async () => {
  const path = "/api/v1/database/oauth2/?code=abc&state=def";
  expect(await admin.get(path)).toMatchObject({
    status: 400,
    body: { errors: [{ error_type: "OAUTH2_REDIRECT_ERROR", extra: null }] },
  });
  expect((await server.anonymous.get(path)).status).toBe(401);
});

describe("errors", () => {
  test.each([
    ["/api/v1/database/9999", 404],
    ["/api/v1/database/9999/schemas/", 404],
    ["/api/v1/database/x", 404],
    ["/api/v1/database/?q=(filters:!((col:sqlalchemy_uri,opr:eq,value:x)))", 400],
    ["/api/v1/database/?q=(order_column:nothing,order_direction:asc)", 400],
  ])("%s gives %i", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test("a missing table gives a typed 404", async () => {
    const { status, body } = await get(`/api/v1/database/${data.databaseId}/table_metadata/?name=nothing&schema=main`);
    expect(status).toBe(404);
    expect(body.errors[0].error_type).toBe("TABLE_NOT_FOUND_ERROR");
  });

  test("anonymous users must sign in; Gamma without data permissions sees none", async () => {
    expect((await get("/api/v1/database/", server.anonymous)).status).toBe(401);
    const gamma = await server.as("gamma");
    expect((await get("/api/v1/database/", gamma)).body.count).toBe(0);
    expect((await get(`/api/v1/database/${data.databaseId}`, gamma)).status).toBe(404);
  });

  test("a database without a connector gives a typed error", async () => {
    const id = await addDatabase("oracle", "oracle://db.example.org/x");
    await expect(connectionOf(server.app, id)).rejects.toMatchObject({ status: 422 });
  });
});

test("resolves a relative DuckDB path in the home folder", () => {
  expect(withinHome("duckdb:///examples.duckdb", "/home/x")).toBe("duckdb:////home/x/examples.duckdb");
  expect(withinHome("duckdb:////data/a.duckdb", "/home/x")).toBe("duckdb:////data/a.duckdb");
  expect(withinHome("duckdb:///:memory:", "/home/x")).toBe("duckdb:///:memory:");
});
