import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase, execute } from "../../testing/sql-lab.ts";

const mark = randomUUID().replaceAll("-", "").slice(0, 12);
const schema = `w_${mark}`;
const RIGHTS = { allow_dml: true, allow_ctas: true, allow_cvas: true };

interface Engine {
  name: string;
  variable: string | null;
  address(server: TestServer): Promise<string>;
  tableEnd: string;
  undoes: { rows: boolean; tables: boolean };
  refused: readonly string[];
}

const ENGINES: readonly Engine[] = [
  {
    name: "DuckDB",
    variable: null,
    address: async (server) => {
      await loadSampleData(server.app);
      return `duckdb:///${server.app.config.home}/samples.duckdb`;
    },
    tableEnd: "",
    undoes: { rows: true, tables: true },
    refused: [
      "CREATE TABLE made2 AS SELECT * FROM '/etc/passwd'",
      "CREATE TABLE made2 AS SELECT * FROM read_text('/etc/passwd')",
      "INSERT INTO made SELECT 1 FROM glob('/*')",
      "COPY made TO '/tmp/made.csv'",
      "ATTACH '/tmp/other.db'",
      "INSTALL httpfs",
      "SET enable_external_access = true",
      "EXPORT DATABASE '/tmp/x'",
      "PRAGMA database_list; INSERT INTO made VALUES (1)",
      "CREATE MACRO f(a) AS a",
    ],
  },
  {
    name: "MariaDB",
    variable: "TESSERA_TEST_MARIADB_URL",
    address: async () => String(process.env.TESSERA_TEST_MARIADB_URL),
    tableEnd: "",
    undoes: { rows: true, tables: false },
    refused: [
      "CREATE TABLE other (n int) ENGINE=CSV",
      "CREATE TABLE other (n int) ENGINE/**/=/**/FEDERATED CONNECTION='mysql://x@y/z/t'",
      "CREATE TABLE other (n int) ENGINE `CONNECT` FILE_NAME='/etc/passwd'",
      "CREATE TABLE other (n int) DATA DIRECTORY='/tmp'",
      "ALTER TABLE made ENGINE = CSV",
      "INSERT INTO made SELECT LOAD_FILE('/etc/passwd')",
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE made",
      "SELECT 1 INTO OUTFILE '/tmp/x'",
      "CREATE /*! TABLE other (n int) ENGINE=CSV */",
      "SET GLOBAL general_log = 1",
      "CREATE USER evil",
      "GRANT ALL ON *.* TO evil",
    ],
  },
  {
    name: "ClickHouse",
    variable: "TESSERA_TEST_CLICKHOUSE_URL",
    address: async () => `${process.env.TESSERA_TEST_CLICKHOUSE_URL}/default`,
    tableEnd: " ENGINE = MergeTree ORDER BY tuple()",
    undoes: { rows: false, tables: false },
    refused: [
      "CREATE TABLE other (n Int32) ENGINE = File(CSV)",
      "CREATE TABLE other (n Int32) ENGINE/**/=/**/URL('http://127.0.0.1/', CSV)",
      "CREATE TABLE other (n Int32) ENGINE = MySQL('127.0.0.1:1', 'a', 'b', 'c', 'd')",
      "CREATE TABLE other AS url('http://127.0.0.1/', CSV, 'n Int32')",
      "CREATE TABLE other (n Int32) ENGINE = MergeTree ORDER BY n SETTINGS disk = disk(type = local, path = '/tmp/x')",
      "INSERT INTO FUNCTION file('x.csv', CSV, 'n Int32') VALUES (1)",
      "INSERT INTO TABLE FUNCTION url('http://127.0.0.1/', CSV, 'n Int32') VALUES (1)",
      "INSERT INTO made SELECT * FROM url('http://127.0.0.1/', CSV, 'n Int32')",
      "INSERT INTO made SELECT toInt32(number) FROM remote('127.0.0.1', system, numbers)",
      "CREATE DICTIONARY d (n Int32) PRIMARY KEY n SOURCE(HTTP(URL 'http://127.0.0.1/')) LAYOUT(FLAT()) LIFETIME(1)",
      "SYSTEM SHUTDOWN",
      "CREATE USER evil",
    ],
  },
];

for (const engine of ENGINES) {
  const isThere = engine.variable === null || Boolean(process.env[engine.variable]);
  describe.skipIf(!isThere)(`on ${engine.name}`, () => {
    let server: TestServer;
    let admin: TestClient;
    let writing: number;
    let reading: number;

    beforeAll(async () => {
      server = await startTestServer();
      admin = await server.as("admin");
      const sqlalchemy_uri = await engine.address(server);
      writing = await addDatabase(server.app, { database_name: "w", sqlalchemy_uri, ...RIGHTS });
      reading = await addDatabase(server.app, { database_name: "r", sqlalchemy_uri });
      const isMade = engine.name === "DuckDB" ? "CREATE SCHEMA" : "CREATE DATABASE";
      if (engine.name === "DuckDB") await run(`${isMade} ${schema}`, { schema: null });
      else await make(engine, `${isMade} ${schema}`);
    });
    afterAll(async () => {
      if (engine.name !== "DuckDB") await make(engine, `DROP DATABASE ${schema}`);
      await server?.stop();
    });

    const run = async (sql: string, more: object = {}) => {
      const { status, body } = await execute(admin, writing, sql, { schema, ...more });
      return { status, data: body.data, error: body.errors?.[0] };
    };
    const count = async (table = "made") => (await run(`SELECT COUNT(*) AS n FROM ${table}`)).data?.[0].n;

    test("changes run in order in the selected schema, and persist", async () => {
      const createTable = `CREATE TABLE made (n ${engine.name === "ClickHouse" ? "Int32" : "INT"})${engine.tableEnd}`;
      const { status, data, error } = await run(
        `${createTable}; INSERT INTO made VALUES (1), (2), (3); SELECT SUM(n) AS s FROM made`,
      );
      expect([status, Number(data?.[0].s)], JSON.stringify(error)).toEqual([200, 6]);
      expect((await run("INSERT INTO made VALUES (4)")).status).toBe(200);
      expect(Number(await count())).toBe(4);
      expect(Number((await execute(admin, reading, `SELECT COUNT(*) AS n FROM ${schema}.made`)).body.data[0].n)).toBe(
        4,
      );
    });

    test("changes show in charts of the database despite the cache", async () => {
      const table = `CREATE TABLE seen (n ${engine.name === "ClickHouse" ? "Int32" : "INT"})${engine.tableEnd}`;
      expect((await run(`${table}; INSERT INTO seen VALUES (1)`)).status).toBe(200);
      const dataset = { database: writing, table_name: "summed", sql: `SELECT SUM(n) AS s FROM ${schema}.seen` };
      const { id } = (await admin.post<{ id: number }>("/api/v1/dataset/", dataset)).body;
      const requested = { datasource: { id, type: "table" }, queries: [{ columns: ["s"], metrics: null }] };
      const sum = async () => {
        const { body } = await admin.post<{ result: { data: { s: number }[] }[] }>("/api/v1/chart/data", requested);
        return Number(body.result[0]?.data[0]?.s);
      };
      expect(await sum()).toBe(1);
      await run("INSERT INTO seen VALUES (90)");
      expect(await sum()).toBe(91);
    });

    test("changes report the failing block, and roll back what the engine can", async () => {
      const failed = await run("INSERT INTO made VALUES (5); SELECT nope FROM made");
      expect([failed.status, failed.error.message]).toEqual([400, expect.stringMatching(/^Block 2 out of 2: .*nope/s)]);
      expect(Number(await count())).toBe(engine.undoes.rows ? 4 : 5);
    });

    test("changes create tables and views from a query if allowed", async () => {
      for (const ctas_method of ["TABLE", "VIEW"]) {
        if (engine.name === "ClickHouse" && ctas_method === "TABLE") continue;
        const more = { select_as_cta: true, ctas_method, tmp_table_name: `as_${ctas_method.toLowerCase()}` };
        const { status, error } = await run("SELECT n + 1 AS m FROM made", more);
        expect(status, JSON.stringify(error)).toBe(200);
        expect(Number(await count(String(more.tmp_table_name)))).toBe(Number(await count()));
      }
    });

    test.each([
      "INSERT INTO made VALUES (9)",
      "CREATE TABLE t (n INT)",
      "DROP TABLE made",
      "DELETE FROM made WHERE 1 = 1",
    ])("changes are rejected if the database doesn't allow them: %s", async (sql) => {
      const before = await count();
      const { status, body } = await execute(admin, reading, sql, { schema });
      expect([status, body.errors[0].error_type]).toEqual([400, "DML_NOT_ALLOWED_ERROR"]);
      expect(await count()).toBe(before);
    });

    test.each(engine.refused)("can't reach beyond the database: %s", async (sql) => {
      const before = await count();
      const { status, error } = await run(sql);
      expect([400, 422], JSON.stringify(error)).toContain(status);
      expect(error.error_type).toMatch(
        /^(INVALID_SQL|SYNTAX|DML_NOT_ALLOWED|GENERIC_DB_ENGINE|TABLE_DOES_NOT_EXIST)_ERROR$/,
      );
      expect((await run("SELECT 1 AS n FROM other")).status).toBe(400);
      expect(await count()).toBe(before);
    });
  });
}

async function make({ name }: Engine, sql: string): Promise<void> {
  if (name === "ClickHouse") {
    const address = String(process.env.TESSERA_TEST_CLICKHOUSE_URL).replace(/^clickhouse\w*:/, "http:");
    await fetch(address, { method: "POST", body: sql });
    return;
  }
  const mysql = await import("mysql2/promise");
  const client = await mysql.createConnection({ uri: String(process.env.TESSERA_TEST_MARIADB_URL) });
  await client.query(sql);
  await client.end();
}
