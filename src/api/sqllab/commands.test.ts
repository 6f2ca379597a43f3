import { randomUUID } from "node:crypto";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addAnalyst, addDatabase, addSqlite, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const { TESSERA_TEST_POSTGRES_URL: postgres, TESSERA_TEST_MARIADB_URL: mariadb } = process.env;

let server: TestServer;
let admin: TestClient;
let duckdb: number;
let sqlite: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  duckdb = (await loadSampleData(server.app)).databaseId;
  sqlite = await addSqlite(server.app, "small");
});
afterAll(() => server?.stop());

async function answered(id: number, sql: string, more: object = {}, client = admin): Promise<Json> {
  const { status, body } = await execute(client, id, sql, more);
  return status === 200 ? body.data : body.errors[0];
}

async function expectRefused(id: number, sql: string, why: RegExp): Promise<void> {
  const { status, body } = await execute(admin, id, sql);
  expect(status, sql).toBe(400);
  expect(body.errors[0].message, sql).toMatch(why);
  expect(JSON.stringify(body), sql).not.toContain("misspelling");
}

describe("SQLite", () => {
  test.each([
    ["PRAGMA table_info(facts)", "name", "id"],
    ["-- columns\nPRAGMA main.table_info('facts'); -- of one table", "name", "id"],
    ["pragma TABLE_LIST(facts);;", "name", "facts"],
    ["PRAGMA user_version", "user_version", 0],
    ["PRAGMA encoding", "encoding", "UTF-8"],
    ["PRAGMA integrity_check", "integrity_check", "ok"],
    ["EXPLAIN QUERY PLAN SELECT * FROM facts", "detail", "SCAN main.facts"],
    ["EXPLAIN /* é */ SELECT * FROM facts", "opcode", "Init"],
    ["SELECT 1; PRAGMA index_list(facts); PRAGMA page_size", "page_size", 4096],
  ])("runs %s", async (sql, column, value) => {
    expect((await answered(sqlite, sql, { schema: "main" }))[0]).toMatchObject({ [column]: value });
  });

  test.each([
    ["PRAGMA user_version = 5", /only read-only PRAGMA statements/],
    ["PRAGMA journal_mode(wal)", /only read-only PRAGMA statements/],
    ["PRAGMA database_list", /that don't show files/],
    ["PRAGMA query_only = off", /only PRAGMA/],
    ["ATTACH 'other.db' AS other", /accesses files/],
    ["VACUUM INTO 'copy.db'", /maintenance/],
    ["BEGIN", /transactions itself/],
    ["SHOW TABLES", /support it/],
    ["DESCRIBE facts", /support it/],
    ["EXPLAIN DELETE FROM facts", /only read-only statements can be explained/],
  ])("rejects %s with the reason", (sql, why) => expectRefused(sqlite, sql, why));

  test("leaves the settings of the process that reads the file unchanged", async () => {
    expect((await answered(sqlite, "PRAGMA user_version"))[0].user_version).toBe(0);
  });
});

describe("DuckDB", () => {
  test.each([
    ["SHOW TABLES", {}, "name", "cars"],
    ["SHOW TABLES", { schema: "main" }, "name", "cars"],
    ["SHOW TABLES FROM main", {}, "name", "cars"],
    ["SHOW DATABASES", {}, "database_name", expect.any(String)],
    ["PRAGMA table_info('cars');", { schema: "main" }, "cid", 0],
    ["PRAGMA show_tables", {}, "name", "cars"],
    ["PRAGMA version", {}, "library_version", expect.stringMatching(/^v/)],
    ["EXPLAIN (FORMAT JSON) SELECT * FROM cars", {}, "explain_key", "physical_plan"],
    ["USE main; SELECT count(*) > 0 AS found FROM cars", {}, "found", true],
  ])("runs %s with %j", async (sql, more, column, value) => {
    const rows = await answered(duckdb, sql, more);
    expect(rows.some((row: Json) => expect.objectContaining({ [column]: value }).asymmetricMatch(row))).toBe(true);
  });

  test.each([
    ["SET threads = 1", /setting/],
    ["PRAGMA threads = 1", /only PRAGMA/],
    ["INSTALL httpfs", /accesses files/],
    ["COPY cars TO 'cars.csv'", /accesses files/],
    ["CALL pragma_version()", /runs code/],
    ["CHECKPOINT", /maintenance/],
    ["PIVOT cars ON Origin USING count(*)", /depend on the data/],
  ])("rejects %s with the reason", (sql, why) => expectRefused(duckdb, sql, why));

  test("a misspelled query is a syntax error, also in EXPLAIN", async () => {
    for (const sql of ["SELEC 1", "EXPLAIN SELEC 1"])
      expect((await answered(duckdb, sql)).message, sql).toMatch(/^Error parsing near 'SELEC'/);
  });

  test("a missing schema is reported", async () => {
    expect((await answered(duckdb, "USE nowhere; SELECT 1")).error_type).toBe("SCHEMA_DOES_NOT_EXIST_ERROR");
  });
});

describe("permissions", () => {
  test("a permission on one table covers only that table's metadata", async () => {
    const { id } = await server.app.db
      .selectFrom("datasets")
      .select("id")
      .where("table_name", "=", "cars")
      .executeTakeFirstOrThrow();
    const name = await server.app.db.selectFrom("databases").select("database_name").where("id", "=", duckdb).execute();
    const reader = await addAnalyst(server, "one-table", [
      ["datasource_access", `[${name[0]?.database_name}].[cars](id:${id})`],
    ]);
    const reported = (sql: string) => answered(duckdb, sql, { schema: "main" }, reader);
    expect((await reported("PRAGMA table_info('cars')"))[0].cid).toBe(0);
    expect((await reported("USE main; SELECT count(*) > 0 AS found FROM cars"))[0].found).toBe(true);
    expect((await reported("PRAGMA table_info('flights')")).error_type).toBe("TABLE_SECURITY_ACCESS_ERROR");
    expect((await reported("EXPLAIN (FORMAT JSON) FROM flights")).error_type).toBe("TABLE_SECURITY_ACCESS_ERROR");
    for (const sql of [
      "SHOW TABLES",
      "SHOW ALL TABLES",
      "PRAGMA database_size",
      "PRAGMA version",
      "SELECT 1; SHOW DATABASES",
    ])
      expect((await reported(sql)).error_type, sql).toBe("DATABASE_SECURITY_ACCESS_ERROR");
  });

  test("are checked again for cached results", async () => {
    const { body } = await execute(admin, duckdb, "SHOW TABLES", { schema: "main" });
    const q = `(key:'${body.query.resultsKey}')`;
    expect((await admin.get<Json>(`/api/v1/sqllab/results/?q=${q}`)).body.data).toEqual(body.data);
  });

  test("rows of a command can be exported", async () => {
    await execute(admin, duckdb, "SHOW TABLES", { client_id: "shown" });
    const { status, body } = await admin.get<string>("/api/v1/sqllab/export/shown/");
    expect([status, body]).toEqual([200, expect.stringContaining("cars")]);
  });
});

describe.skipIf(!postgres)("PostgreSQL", () => {
  const mark = `c_${randomUUID().replaceAll("-", "")}`;
  let client: pg.Client;
  let id: number;
  let writing: number;

  beforeAll(async () => {
    client = new pg.Client({ connectionString: postgres });
    await client.connect();
    await client.query(`CREATE SCHEMA ${mark}; CREATE TABLE ${mark}.facts AS SELECT 1 AS n`);
    const sqlalchemy_uri = String(postgres).replace("postgres:", "postgresql:");
    id = await addDatabase(server.app, { database_name: `r_${mark}`, sqlalchemy_uri });
    writing = await addDatabase(server.app, { database_name: `w_${mark}`, sqlalchemy_uri, allow_dml: true });
  });
  afterAll(async () => {
    await client?.query(`DROP SCHEMA ${mark} CASCADE`);
    await client?.end();
  });

  test.each([
    ["SHOW server_version", "server_version", expect.stringMatching(/^\d/)],
    ["/* zone */ SHOW TIME ZONE;", "TimeZone", "UTC"],
    ["SHOW search_path", "search_path", expect.any(String)],
    ["SET enable_seqscan = off; SHOW enable_seqscan", "enable_seqscan", "off"],
    ["SHOW enable_seqscan", "enable_seqscan", "on"],
    ["SET TIME ZONE 'Asia/Tokyo'; SELECT '2024-01-01 00:00+00'::timestamptz::text AS t", "t", "2024-01-01 09:00:00+09"],
    [`SET search_path TO ${mark}; SELECT n FROM facts`, "n", 1],
    [`SET search_path = '${mark}'; SELECT n FROM facts`, "n", 1],
    [`EXPLAIN DELETE FROM ${mark}.facts`, "QUERY PLAN", expect.stringContaining("Delete on facts")],
  ])("runs %s", async (sql, column, value) => {
    expect((await answered(id, sql))[0]).toMatchObject({ [column]: value });
  });

  test("settings are shown without paths and secrets", async () => {
    const names = (await answered(id, "SHOW ALL")).map(({ name }: Json) => name);
    expect(names).toContain("server_version");
    expect(names.filter((name: string) => /file|directory|conninfo|command/.test(name))).toEqual([]);
    await execute(admin, id, "SHOW ALL", { client_id: "allshown" });
    const { body } = await admin.get<string>("/api/v1/sqllab/export/allshown/");
    expect(body).toContain("server_version");
    expect(body).not.toContain("data_directory");
  });

  test.each([
    ["SHOW data_directory", /files, secrets/],
    ["SHOW primary_conninfo", /files, secrets/],
    ["SHOW app.jwt_secret", /files, secrets/],
    ["SET ROLE postgres", /changes the account, the role/],
    ["SET work_mem = '8GB'", /setting/],
    ["RESET ALL", /setting/],
    ["LISTEN x", /other sessions/],
    ["COPY facts TO STDOUT", /accesses files/],
    ["DO $$ BEGIN END $$", /runs code/],
    ["DESCRIBE facts", /support it/],
    ["EXPLAIN ANALYZE DELETE FROM facts", /only read-only statements can be explained/],
  ])("rejects %s with the reason", (sql, why) => expectRefused(id, sql, why));

  test("estimates the cost of queries", async () => {
    const { body } = await admin.get<Json>("/api/v1/database/");
    const costs = body.result.filter((one: Json) => one.allows_cost_estimate).map((one: Json) => one.id);
    expect(costs).toEqual(expect.arrayContaining([id, writing]));
    expect(costs).not.toContain(sqlite);
    const cost = await admin.post<Json>("/api/v1/sqllab/estimate/", {
      database_id: id,
      sql: `SELECT * FROM ${mark}.facts;`,
    });
    expect(cost.body.result).toEqual([{ "Start-up cost": expect.any(String), "Total cost": expect.any(String) }]);
    const { result } = (await admin.get<Json>("/api/v1/sqllab/")).body;
    expect(result.databases[id].allows_cost_estimate).toBe(true);
  });

  test("rejects reserved schemas in the search path", async () => {
    const { message } = await answered(id, "SET search_path = pg_catalog; SELECT 1");
    expect(message).toContain("disallowed table(s): {pg_catalog}");
  });

  test("an invalid setting returns the database's error", async () => {
    expect((await answered(id, "SET enable_seqscan = banana")).message).toContain("requires a Boolean");
  });

  test("changes use the schema set before them, but no other settings", async () => {
    await answered(writing, `SET search_path = ${mark}; INSERT INTO facts VALUES (2)`);
    expect((await client.query(`SELECT max(n) AS n FROM ${mark}.facts`)).rows).toEqual([{ n: 2 }]);
    const { message } = await answered(writing, `SET jit = off; DELETE FROM ${mark}.facts`);
    expect(message).toContain("Run the statements without SET");
  });

  test("EXPLAIN of a change needs access to the table", async () => {
    const reader = await addAnalyst(server, `plan_${mark}`, [["schema_access", `[r_${mark}].[public]`]]);
    const reported = await answered(id, `EXPLAIN DELETE FROM ${mark}.facts`, {}, reader);
    expect(reported.error_type).toBe("TABLE_SECURITY_ACCESS_ERROR");
  });
});

describe.skipIf(!mariadb)("MariaDB", () => {
  const mark = `c_${randomUUID().replaceAll("-", "")}`;
  let id: number;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const client = await createConnection({ uri: String(mariadb), multipleStatements: true });
    await client.query(
      `CREATE DATABASE ${mark}; CREATE TABLE ${mark}.facts (n INT); INSERT INTO ${mark}.facts VALUES (1)`,
    );
    const sqlalchemy_uri = `${mariadb}/${mark}`;
    id = await addDatabase(server.app, { database_name: mark, sqlalchemy_uri });
    close = async () => {
      await client.query(`DROP DATABASE ${mark}`);
      await client.end();
    };
  });
  afterAll(() => close?.());

  test.each([
    ["SHOW TABLES", `Tables_in_${mark}`, "facts"],
    ["# all\nSHOW FULL TABLES LIKE 'f%'; -- of them", "Table_type", "BASE TABLE"],
    [`SHOW TABLES FROM ${mark}`, `Tables_in_${mark}`, "facts"],
    [`SHOW DATABASES LIKE '${mark}'`, `Database (${mark})`, mark],
    ["SHOW CREATE TABLE facts", "Table", "facts"],
    ["SHOW COLUMNS FROM facts", "Field", "n"],
    ["DESC facts", "Field", "n"],
    ["SHOW TABLE STATUS", "Name", "facts"],
    ["SHOW VARIABLES LIKE 'version'", "Variable_name", "version"],
    ["EXPLAIN FORMAT=JSON SELECT * FROM facts", "EXPLAIN", expect.stringContaining("facts")],
    ["ANALYZE SELECT * FROM facts", "table", "facts"],
    ["SET @a = 5, @b = 'x'; SELECT @a AS a, @b AS b", "b", "x"],
    ["SET NAMES utf8mb4; SELECT 1 AS a", "a", 1],
    ["SET time_zone = '+05:00'; SELECT TIMESTAMPDIFF(HOUR, UTC_TIMESTAMP(), NOW()) AS later", "later", 5],
    ["SELECT TIMESTAMPDIFF(HOUR, UTC_TIMESTAMP(), NOW()) AS later", "later", 0],
    [`USE ${mark}; SELECT n FROM facts;`, "n", 1],
  ])("runs %s", async (sql, column, value) => {
    for (const schema of [null, mark])
      expect((await answered(id, sql, { schema }))[0]).toMatchObject({ [column]: value });
  });

  test("variables are shown without paths and secrets", async () => {
    const names = (await answered(id, "SHOW GLOBAL VARIABLES")).map((row: Json) => row.Variable_name);
    expect(names).toContain("version");
    expect(names.filter((name: string) => /dir$|file|ssl_key|hostname/.test(name))).toEqual([]);
    expect(await answered(id, "SHOW VARIABLES WHERE Variable_name = 'datadir'")).toEqual([]);
  });

  test.each([
    ["SHOW PROCESSLIST", /other users' work/],
    ["SHOW GRANTS", /accounts/],
    ["SET GLOBAL general_log = 1", /setting/],
    ["SET sql_mode = ''", /setting/],
    ["SET @a = (SELECT 1)", /setting/],
    ["SET STATEMENT max_statement_time = 1 FOR SELECT 1", /setting/],
    ["LOAD DATA INFILE 'x' INTO TABLE facts", /accesses files/],
    ["KILL 1", /other sessions/],
    ["ANALYZE TABLE facts", /maintenance/],
    ["CALL p()", /runs code/],
    ["HANDLER facts OPEN", /accesses files/],
  ])("rejects %s with the reason", (sql, why) => expectRefused(id, sql, why));

  test("rejects system tables", async () => {
    for (const sql of [
      "SHOW CREATE TABLE mysql.user",
      "SHOW TABLES FROM mysql",
      "SHOW COLUMNS FROM user FROM mysql",
      "USE mysql",
    ])
      expect((await answered(id, sql)).message, sql).toContain("disallowed table(s)");
  });
});
