import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, registerTable, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addSqlite, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let carsReader: TestClient;
let sqlite: number;
let writable: number;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  carsReader = await addAnalyst(server, "cars", [["datasource_access", `[samples].[cars](id:${data.carsId})`]]);
  sqlite = await addSqlite(server.app, "reading");
  writable = await addSqlite(server.app, "writing", { allow_dml: true });
});
afterAll(() => server.stop());

const error = (answer: { status: number; body: Json }) => [answer.status, answer.body.errors?.[0]?.error_type];

describe("very many statements", () => {
  const many = (count: number) => "SELECT 1;\n".repeat(count);

  test("are rejected before the first runs", async () => {
    const started = performance.now();
    const answer = await execute(admin, data.databaseId, many(20_000));
    expect(error(answer)).toEqual([422, "INVALID_SQL_ERROR"]);
    expect((answer.body as Json).errors[0].message).toContain("20,000 statements. At most 500");
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("are neither explained nor estimated", async () => {
    const path = `/api/v1/database/${data.databaseId}/validate_sql/`;
    const { body } = await admin.post<Json>(path, { sql: many(501), schema: "main" });
    expect(body.result[0].message).toContain("501 statements. At most 500");
  });

  test("run up to the limit", { timeout: 60_000 }, async () => {
    expect((await execute(admin, data.databaseId, many(500))).status).toBe(200);
  });
});

describe("data without access", () => {
  test.each([
    "SELECT Name FROM cars LIMIT 1",
    "WITH flights AS (SELECT * FROM cars) SELECT Name FROM flights LIMIT 1",
    "SELECT cars.Name FROM main.cars WHERE Cylinders = (SELECT MAX(Cylinders) FROM cars)",
    "SELECT 1 AS a",
  ])("a dataset permission covers its table: %s", async (sql) => {
    const { status, body } = await execute(carsReader, data.databaseId, sql, { schema: "main" });
    expect([status, body.data?.length]).toEqual([200, expect.any(Number)]);
  });

  test.each([
    ["SELECT * FROM flights", ["main.flights"]],
    ["SELECT Name FROM cars; SELECT * FROM flights; SELECT 1", ["main.flights"]],
    ["WITH a AS (SELECT * FROM flights) SELECT * FROM cars, a", ["main.flights"]],
    ["WITH flights AS (SELECT * FROM flights) SELECT * FROM flights", ["main.flights"]],
    ["SELECT * FROM cars WHERE Name IN (SELECT origin FROM flights)", ["main.flights"]],
    ["SELECT * FROM other.cars", ["other.cars"]],
    ["SELECT * FROM {{ table }}", ["main.flights"], '{"table": "flights"}'],
  ])("a dataset permission doesn't cover other tables: %s", async (sql, tables, templateParams?: string) => {
    const answer = await execute(carsReader, data.databaseId, sql, { ...(templateParams ? { templateParams } : {}) });
    expect(error(answer)).toEqual([403, "TABLE_SECURITY_ACCESS_ERROR"]);
    expect(answer.body.errors[0].extra.tables).toEqual(tables);
    expect(answer.body.errors[0].message).toMatch("You need access to the following tables: ");
  });

  test("names resolve in the schema where access is checked", async () => {
    const other = { schema: "other" };
    expect(error(await execute(carsReader, data.databaseId, "SELECT * FROM cars", other))).toEqual([
      403,
      "TABLE_SECURITY_ACCESS_ERROR",
    ]);
    expect(error(await execute(admin, data.databaseId, "SELECT * FROM cars", other))[1]).toMatch(/DOES_NOT_EXIST/);
  });

  test("databases without access reject all SQL, even without tables", async () => {
    for (const sql of ["SELECT 1", "SELECT * FROM facts"])
      expect((await execute(carsReader, sqlite, sql)).status).toBe(403);
    const hidden = await server.app.db
      .selectFrom("databases")
      .selectAll()
      .where("id", "=", sqlite)
      .executeTakeFirstOrThrow();
    const refused = await execute(carsReader, sqlite, "SELECT 1");
    expect(JSON.stringify(refused.body)).not.toContain(`"${hidden.database_name}`);
    expect(error(await execute(carsReader, data.databaseId, "DELETE FROM cars"))).toEqual([
      403,
      "DATABASE_SECURITY_ACCESS_ERROR",
    ]);
  });

  test("a rejected query is in the user's history as failed", async () => {
    await execute(carsReader, data.databaseId, "SELECT * FROM flights", { client_id: "refused" });
    const { body } = await carsReader.get<Json>("/api/v1/query/?q=(filters:!((col:status,opr:eq,value:failed)))");
    expect(body.result.find((query: Json) => query.client_id === "refused").error_message).toMatch("You need access");
  });
});

describe("row-level security", () => {
  test("filters rows in SQL Lab, anywhere in a statement", async () => {
    const { id: roleId } = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "cars")
      .executeTakeFirstOrThrow();
    const rule = {
      name: "japan",
      filter_type: "Regular",
      tables: [data.carsId],
      roles: [roleId],
      clause: "Origin = 'Japan'",
    };
    const { status, body } = await admin.post<Json>("/api/v1/rowlevelsecurity/", rule);
    expect(status).toBe(201);
    const japan = readCars().filter((car) => car.Origin === "Japan").length;
    const count = async (sql: string, client = carsReader) =>
      (await execute(client, data.databaseId, sql, { schema: "main" })).body.data?.[0]?.n;
    expect(await count("SELECT COUNT(*) AS n FROM cars")).toBe(japan);
    expect(await count("WITH x AS (SELECT * FROM main.CARS) SELECT COUNT(*) AS n FROM x")).toBe(japan);
    expect(await count("SELECT (SELECT COUNT(*) FROM cars AS c) AS n")).toBe(japan);
    expect(await count("SELECT COUNT(*) AS n FROM cars", admin)).toBe(readCars().length);
    await execute(carsReader, data.databaseId, "SELECT DISTINCT Origin FROM cars", { client_id: "secured" });
    const file = await carsReader.fetch("/api/v1/sqllab/export/secured/");
    expect(await file.text()).toBe("Origin\nJapan\n");
    for (const [sql, reason] of [
      ["EXPLAIN SELECT Name FROM cars", "query plans reveal hidden rows"],
      ["EXPLAIN ANALYZE SELECT Name FROM cars", "query plans reveal hidden rows"],
      ["DESCRIBE cars", "Use SELECT"],
      ["SUMMARIZE cars", "Use SELECT"],
      ["TABLE cars", "Use SELECT"],
    ] as const) {
      const refused = await execute(carsReader, data.databaseId, sql, { schema: "main" });
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toEqual([
        expect.objectContaining({
          error_type: "TABLE_SECURITY_ACCESS_ERROR",
          message: expect.stringContaining(reason),
        }),
      ]);
      expect((await execute(admin, data.databaseId, sql, { schema: "main" })).status).toBe(200);
    }
    const described = await execute(carsReader, data.databaseId, "DESCRIBE SELECT Name FROM cars", { schema: "main" });
    expect(described.body.data).toHaveLength(1);
    await admin.delete(`/api/v1/rowlevelsecurity/${body.id}`);
  });
});

describe("never runs, for any user", () => {
  const secret = () => join(server.app.config.home, "written");

  test.each([
    "COPY cars TO '/tmp/x.csv'",
    "ATTACH '/etc/passwd' AS x",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '1TB'",
    "PRAGMA database_list",
    "EXPORT DATABASE '/tmp/x'",
    "CALL pragma_version()",
    "CREATE SECRET s (TYPE S3)",
    "BEGIN",
    "DELETE FROM cars",
    "SELECT 1; DROP TABLE cars; SELECT 2",
    "PREPARE p AS DELETE FROM cars",
  ])("DuckDB statements: %s", async (sql) => {
    const { status, body } = await execute(admin, data.databaseId, sql);
    expect([400, 422]).toContain(status);
    expect(body.errors[0].error_type).toMatch(/^(INVALID_SQL|DML_NOT_ALLOWED|SYNTAX)_ERROR$/);
  });

  test.each([
    ["SELECT * FROM read_csv('/etc/passwd')", "function(s): {read_csv}"],
    ["SELECT * FROM read_text('/etc/passwd')", "function(s): {read_text}"],
    ["SELECT getenv('HOME')", "function(s): {getenv}"],
    ["SELECT * FROM duckdb_settings()", "function(s): {duckdb_settings}"],
    ["SELECT * FROM duckdb_secrets", "table(s): {duckdb_secrets}"],
  ])("DuckDB queries: %s", async (sql, refused) => {
    const answer = await execute(admin, data.databaseId, sql);
    expect(error(answer)).toEqual([400, "SYNTAX_ERROR"]);
    expect(answer.body.errors[0].message).toContain(refused);
  });

  test("DuckDB files by name", async () => {
    expect((await execute(admin, data.databaseId, "SELECT * FROM '/etc/passwd'")).status).toBe(400);
  });

  test.each([
    "ATTACH DATABASE '/tmp/other.db' AS x",
    "PRAGMA writable_schema = 1",
    "VACUUM INTO '/tmp/copy.db'",
    "SELECT load_extension('x')",
    "CREATE VIRTUAL TABLE v USING fts5(a)",
    "CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM facts; END",
    "COMMIT",
    "SELECT * FROM sqlite_master",
    "REINDEX",
    "DETACH main",
  ])("SQLite, also where changes are allowed: %s", async (sql) => {
    for (const id of [sqlite, writable]) {
      const { status, body } = await execute(admin, id, sql);
      expect([400, 422], JSON.stringify(body)).toContain(status);
    }
    expect(existsSync(secret())).toBe(false);
  });
});

describe("changing data", () => {
  test.each([
    "INSERT INTO facts VALUES (9, 'x')",
    "UPDATE facts SET place = 'x'",
    "DELETE FROM facts",
    "CREATE TABLE t (a INTEGER)",
    "DROP TABLE facts",
    "ALTER TABLE facts ADD COLUMN b TEXT",
    "WITH x AS (SELECT 1) DELETE FROM facts",
    "SELECT 1; DELETE FROM facts",
  ])("is rejected unless the database allows it: %s", async (sql) => {
    expect(error(await execute(admin, sqlite, sql))).toEqual([400, "DML_NOT_ALLOWED_ERROR"]);
    expect((await execute(admin, sqlite, "SELECT COUNT(*) AS n FROM facts")).body.data).toEqual([{ n: 3 }]);
  });

  test("runs in order where it is allowed", async () => {
    const sql =
      "CREATE TABLE made (a INTEGER); INSERT INTO made VALUES (1), (2); UPDATE made SET a = a * 10; SELECT SUM(a) AS s FROM made";
    expect((await execute(admin, writable, sql)).body.data).toEqual([{ s: 30 }]);
    expect((await execute(admin, writable, "SELECT COUNT(*) AS n FROM made")).body.data).toEqual([{ n: 2 }]);
    const returned = await execute(admin, writable, "DELETE FROM made WHERE a = 10 RETURNING a");
    expect([returned.body.data, returned.body.query.rows]).toEqual([[{ a: 10 }], 1]);
  });

  test("is all or nothing", async () => {
    const answer = await execute(admin, writable, "INSERT INTO facts VALUES (9, 'x'); SELECT nope FROM facts");
    expect(answer.body.errors[0].message).toMatch(/^Block 2 out of 2: /);
    expect((await execute(admin, writable, "SELECT COUNT(*) AS n FROM facts")).body.data).toEqual([{ n: 3 }]);
  });

  test("needs access to the whole database", async () => {
    const factsId = await registerTable(server.app, writable, { name: "facts", time: null });
    const reader = await addAnalyst(server, "facts", [["datasource_access", `[writing].[facts](id:${factsId})`]]);
    expect((await execute(reader, writable, "SELECT COUNT(*) AS n FROM facts")).body.data).toEqual([{ n: 3 }]);
    expect(error(await execute(reader, writable, "DELETE FROM facts"))).toEqual([
      403,
      "DATABASE_SECURITY_ACCESS_ERROR",
    ]);
  });
});
