import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addDatabase, ended, execute } from "../../testing/sql-lab.ts";
import { until } from "../../testing/waits.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const url = process.env.TESSERA_TEST_POSTGRES_URL;

describe.skipIf(!url)("PostgreSQL", () => {
  const mark = randomUUID().replaceAll("-", "");
  const [one, two] = [`a_${mark}`, `b_${mark}`];
  let client: pg.Client;
  let server: TestServer;
  let admin: TestClient;
  let reading: number;
  let writing: number;

  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE SCHEMA ${one}; CREATE SCHEMA ${two}`);
    await client.query(`CREATE TABLE ${one}.facts (id bigint, place text, at timestamp, day date, tags jsonb)`);
    await client.query(`INSERT INTO ${one}.facts VALUES (1, 'Oslo', '2024-02-29 12:30:00.25', '2024-02-29', '{"a": 1}'),
      (9007199254740993, NULL, NULL, NULL, NULL)`);
    await client.query(`CREATE TABLE ${two}.facts AS SELECT 'other'::text AS place`);
    server = await startTestServer();
    admin = await server.as("admin");
    const uri = String(url).replace("postgres:", "postgresql+psycopg2:");
    reading = await addDatabase(server.app, { database_name: `r_${mark}`, sqlalchemy_uri: uri });
    writing = await addDatabase(server.app, {
      database_name: `w_${mark}`,
      sqlalchemy_uri: uri,
      allow_dml: true,
      allow_ctas: true,
      allow_cvas: true,
    });
  });
  afterAll(async () => {
    await server?.stop();
    await client?.query(`DROP SCHEMA ${one} CASCADE; DROP SCHEMA ${two} CASCADE`);
    await client?.end();
  });

  const places = async (sql: string, more: object) => (await execute(admin, reading, sql, more)).body;

  test("unqualified names use the selected schema", async () => {
    const sql = "SELECT facts.place FROM facts WHERE facts.place IS NOT NULL";
    expect((await places(sql, { schema: one })).data).toEqual([{ place: "Oslo" }]);
    expect((await places(sql, { schema: two })).data).toEqual([{ place: "other" }]);
    expect((await places("WITH facts AS (SELECT 7 AS n) SELECT n FROM facts", { schema: one })).data).toEqual([
      { n: 7 },
    ]);
    expect((await places(sql, {})).errors[0].error_type).toBe("TABLE_DOES_NOT_EXIST_ERROR");
  });

  test("values match the database", async () => {
    const body = await places("SELECT id::text AS id, place, at, day, tags FROM facts ORDER BY 1", { schema: one });
    expect(body.data).toEqual([
      { id: "1", place: "Oslo", at: "2024-02-29T12:30:00.250", day: "2024-02-29", tags: '{"a": 1}' },
      { id: "9007199254740993", place: null, at: null, day: null, tags: null },
    ]);
    expect(body.columns.map((column: Json) => column.type_generic)).toEqual([1, 1, 2, 2, 1]);
  });

  test("a permission on one schema covers only that schema", async () => {
    const reader = await addAnalyst(server, "reader", [["schema_access", `[r_${mark}].[${one}]`]]);
    expect((await execute(reader, reading, "SELECT COUNT(*) AS n FROM facts", { schema: one })).body.data).toEqual([
      { n: 2 },
    ]);
    for (const [sql, schema] of [
      ["SELECT * FROM facts", two],
      [`SELECT * FROM ${two}.facts`, one],
      ["SELECT * FROM facts", null],
      ["SELECT tablename FROM pg_catalog.pg_tables", one],
      ["SELECT table_name FROM information_schema.tables", one],
    ])
      expect((await execute(reader, reading, String(sql), { schema })).status, `${sql} in ${schema}`).toBe(403);
  });

  test.each([
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_sleep(10)",
    "SELECT current_user",
    "SELECT * FROM pg_shadow",
    "SELECT * FROM pg_ls_dir('/')",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT lo_import('/etc/passwd')",
    "COPY (SELECT 1) TO '/tmp/x'",
    "COPY facts FROM PROGRAM 'id'",
    "SET search_path = pg_catalog",
    "SET ROLE postgres",
    "SELECT set_config('search_path', 'x', false)",
    "DO $$ BEGIN PERFORM 1; END $$",
    "CREATE EXTENSION dblink",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE ROLE evil SUPERUSER",
    "ALTER SYSTEM SET log_statement = 'all'",
    "GRANT ALL ON facts TO PUBLIC",
    "LISTEN x",
    "VACUUM",
    "LOCK TABLE facts",
    "EXPLAIN ANALYZE DELETE FROM facts",
    "COMMIT",
    "INSERT INTO facts (place) VALUES (pg_read_file('/etc/passwd'))",
    "CREATE TABLE t AS SELECT pg_ls_dir('/')",
  ])("never runs, even where changes are allowed: %s", async (sql) => {
    for (const id of [reading, writing]) {
      const { status, body } = await execute(admin, id, sql, { schema: one });
      expect([400, 422], JSON.stringify(body)).toContain(status);
      expect(body.errors[0].error_type).toMatch(/^(INVALID_SQL|DML_NOT_ALLOWED|SYNTAX)_ERROR$/);
    }
  });

  test.each(["WITH x AS (DELETE FROM facts RETURNING *) SELECT * FROM x", "SELECT * INTO t FROM facts"])(
    "a change hidden in a query is a change: %s",
    async (sql) => {
      const { body } = await execute(admin, reading, sql, { schema: one });
      expect(body.errors[0].error_type).toMatch(/^(DML_NOT_ALLOWED|INVALID_SQL)_ERROR$/);
    },
  );

  test("a result that is too large fails without affecting later queries", async () => {
    for (const sql of [
      "SELECT repeat('x', 220000000) AS t",
      "SELECT repeat('x', 2000000) AS t FROM generate_series(1, 99)",
    ]) {
      const { status, body } = await execute(admin, reading, sql);
      expect([status, body.errors?.[0]?.error_type]).toEqual([400, "RESULT_TOO_LARGE_ERROR"]);
    }
    expect((await execute(admin, reading, "SELECT 1 AS one")).body.data).toEqual([{ one: 1 }]);
  });

  test("changes run as one transaction in the selected schema", async () => {
    const more = { schema: two };
    const sql =
      "CREATE TABLE made (n int); INSERT INTO made SELECT generate_series(1, 5); SELECT SUM(n) AS s FROM made";
    expect((await execute(admin, writing, sql, more)).body.data).toEqual([{ s: 15 }]);
    const { rows } = await client.query(`SELECT COUNT(*)::int AS n FROM ${two}.made`);
    expect(rows).toEqual([{ n: 5 }]);
    const failed = await execute(admin, writing, "DELETE FROM made; SELECT 1/0", more);
    expect([failed.status, failed.body.errors[0].message]).toEqual([400, expect.stringMatching(/^Block 2 out of 2: /)]);
    const after = await client.query(`SELECT COUNT(*)::int AS n FROM ${two}.made`);
    expect(after.rows).toEqual([{ n: 5 }]);
    expect((await execute(admin, writing, "DELETE FROM made WHERE n > 3 RETURNING n", more)).body.query.rows).toBe(2);
  });

  test("CREATE TABLE AS uses the database's schema for it", async () => {
    await server.app.db.updateTable("databases").set({ force_ctas_schema: two }).where("id", "=", writing).execute();
    server.app.events.changed("database", writing);
    const more = { schema: one, select_as_cta: true, tmp_table_name: 'odd "name"', client_id: "pg-ctas" };
    const created = await execute(admin, writing, "SELECT place FROM facts WHERE id = 1", more);
    expect([created.status, created.body.query.tempSchema]).toEqual([200, two]);
    expect((await client.query(`SELECT * FROM ${two}."odd ""name"""`)).rows).toEqual([{ place: "Oslo" }]);
    expect(await (await admin.fetch("/api/v1/sqllab/export/pg-ctas/")).text()).toBe("place\nOslo\n");
  });

  test("stopping a query stops it in the database", async () => {
    const endless = `SELECT COUNT(*) AS "${mark}" FROM (SELECT generate_series(1, 20000000000)) a`;
    const running = async () =>
      (
        await client.query("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1", [
          `SELECT COUNT(*) AS "${mark}%`,
        ])
      ).rows.length;
    const untilRunning = (count: number) => until(async () => (await running()) === count);
    await execute(admin, reading, endless, { runAsync: true, client_id: "pg-endless" });
    await untilRunning(1);
    await admin.post("/api/v1/query/stop", { client_id: "pg-endless" });
    await untilRunning(0);
    expect((await ended(admin, "pg-endless")).state).toBe("stopped");
    const leaving = new AbortController();
    const left = admin.fetch("/api/v1/sqllab/execute/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ database_id: reading, sql: endless, client_id: "pg-left" }),
      signal: leaving.signal,
    });
    await untilRunning(1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await untilRunning(0);
    expect((await ended(admin, "pg-left")).state).toBe("stopped");
  });

  test("costs are the planner's estimates, by statement", async () => {
    const body = { database_id: reading, sql: "SELECT 1; SELECT * FROM facts", schema: one };
    const { status, body: answer } = await admin.post<Json>("/api/v1/sqllab/estimate/", body);
    expect(status).toBe(200);
    expect(answer.result).toHaveLength(2);
    expect(answer.result[1]).toEqual({ "Start-up cost": "0.00", "Total cost": expect.stringMatching(/^\d+\.\d+$/) });
  });

  test("row-level security applies however a table is named", async () => {
    const { id: dataset } = (
      await admin.post<Json>("/api/v1/dataset/", { database: reading, schema: one, table_name: "facts" })
    ).body;
    const schemas = [one, two].map((schema): [string, string] => ["schema_access", `[r_${mark}].[${schema}]`]);
    const reader = await addAnalyst(server, "ruled", schemas);
    const { id: role } = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "ruled")
      .executeTakeFirstOrThrow();
    const rule = { name: mark, filter_type: "Regular", tables: [dataset], roles: [role], clause: "place = 'Oslo'" };
    expect((await admin.post("/api/v1/rowlevelsecurity/", rule)).status).toBe(201);
    for (const sql of [
      "SELECT id FROM facts",
      `SELECT id FROM ${one}.facts AS f`,
      'SELECT id FROM "facts", (SELECT 1) x',
    ])
      expect((await execute(reader, reading, sql, { schema: one })).body.query.rows, sql).toBe(1);
    expect((await execute(admin, reading, "SELECT id FROM facts", { schema: one })).body.query.rows).toBe(2);
    const explained = await execute(reader, reading, "EXPLAIN (ANALYZE) SELECT id FROM facts", { schema: one });
    const requested = { database_id: reading, sql: "SELECT id FROM facts", schema: one };
    const cost = await reader.post<Json>("/api/v1/sqllab/estimate/", requested);
    const changes = [
      "EXPLAIN DELETE FROM facts",
      "EXPLAIN UPDATE facts SET place = ''",
      `EXPLAIN INSERT INTO ${two}.facts SELECT place FROM facts`,
      `EXPLAIN DELETE FROM ${two}.facts AS t USING facts WHERE t.place = facts.place`,
    ];
    const planned = await Promise.all(changes.map((sql) => execute(reader, reading, sql, { schema: one })));
    for (const { status, body } of [explained, cost, ...planned]) {
      expect([status, body.errors?.[0].error_type], JSON.stringify(body)).toEqual([400, "TABLE_SECURITY_ACCESS_ERROR"]);
      expect(JSON.stringify(body)).not.toContain("misspelling");
    }
    expect((await execute(admin, reading, changes[0] ?? "", { schema: one })).status).toBe(200);
    expect((await admin.post("/api/v1/sqllab/estimate/", requested)).status).toBe(200);
  });
});

const mariadb = process.env.TESSERA_TEST_MARIADB_URL;

describe.skipIf(!mariadb)("MariaDB", () => {
  test("rejects system tables, also as the selected schema", async () => {
    const server = await startTestServer();
    const admin = await server.as("admin");
    const uri = `${String(mariadb).replace("mysql:", "mariadb:")}/information_schema`;
    const id = await addDatabase(server.app, { database_name: "maria", sqlalchemy_uri: uri });
    expect((await execute(admin, id, "SELECT 1 AS one", { schema: "test" })).body.data).toEqual([{ one: 1 }]);
    for (const [sql, schema] of [
      ["SELECT user FROM mysql.user", null],
      ["SELECT user FROM user", "mysql"],
      ["WITH x AS (SELECT * FROM global_priv) SELECT * FROM x", "mysql"],
    ]) {
      const { status, body } = await execute(admin, id, String(sql), { schema });
      expect([status, body.errors[0].error_type], String(sql)).toEqual([400, "SYNTAX_ERROR"]);
    }
    await server.stop();
  });
});
