import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../../server/engine/engine.ts";
import { pass } from "../../testing/waits.ts";
import { conformance } from "../conformance/conformance.ts";
import type { ConformanceSetting } from "../conformance/setting.ts";
import type { Connection } from "../connector.ts";
import { createConnectors, maybeConnector } from "../index.ts";
import { duckdbConnector, duckdbFileOf } from "./duckdb.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-duckdb-"));
const file = join(folder, "conformance.duckdb");
const engine = createEngine({
  memoryLimit: "1GB",
  threads: 2,
  temporaryFolder: join(folder, "spill"),
  connectionsPerFile: 3,
});
let connection: Connection;

beforeAll(async () => {
  await engine.load({
    file,
    statements: [
      "CREATE TABLE conformance (id INTEGER, label VARCHAR)",
      "INSERT INTO conformance VALUES (1, 'one'), (2, ''), (3, NULL)",
      "CREATE VIEW seen AS SELECT id FROM conformance",
      "CREATE TABLE parent (a INTEGER, b INTEGER, PRIMARY KEY (a, b))",
      `CREATE TABLE child (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, code VARCHAR UNIQUE,
       FOREIGN KEY (x, y) REFERENCES parent (a, b))`,
      "CREATE INDEX child_xy ON child (x, y)",
      "COMMENT ON TABLE child IS 'Children'",
      "COMMENT ON COLUMN child.code IS 'Short name'",
    ],
  });
  connection = await duckdbConnector(engine).connect(config);
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const config = { uri: `duckdb:///${file}`, timeoutMs: 30_000 };

const setting = (): ConformanceSetting => ({
  connector: duckdbConnector(engine),
  config,
  connection,
  table: "conformance",
  schema: "main",
  counting: { isExact: false },
  endless: "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7",
  values: {
    bigInteger: "9007199254740993::BIGINT",
    decimal: "1234.5::DECIMAL(10, 2)",
    notANumber: "'nan'::DOUBLE",
    infinity: "'-infinity'::DOUBLE",
    date: "DATE '1969-07-20'",
    timestamp: "TIMESTAMP '2024-02-29 23:59:58.123'",
    boolean: "TRUE",
    nested: "[1, 2]",
  },
  asTimestamp: (literal) => `CAST(${literal} AS TIMESTAMP)`,
  asDate: (literal) => `CAST(${literal} AS DATE)`,
  series: (count) => `(SELECT range + 1 AS n FROM range(${count}))`,
  wideText: "rpad(s.n::VARCHAR, 1000, 'x')",
  view: "seen",
  keyed: {
    table: "child",
    columns: ["id", "x", "y", "code: Short name"],
    details: {
      comment: "Children",
      primaryKey: { name: "child_id_pkey", columns: ["id"] },
      foreignKeys: [
        {
          name: "child_x_y_a_b_fkey",
          columns: ["x", "y"],
          referredSchema: "main",
          referredTable: "parent",
          referredColumns: ["a", "b"],
        },
      ],
      indexes: [
        { name: "child_code_key", columns: ["code"], isUnique: true },
        { name: "child_xy", columns: ["x", "y"], isUnique: false },
      ],
    },
  },
  writes: [
    "INSERT INTO conformance VALUES (4, 'four')",
    "CREATE TABLE made (id INTEGER)",
    "DROP TABLE conformance",
    "SET memory_limit = '1TB'",
  ],
  refusedExpressions: ["getenv('HOME')", "current_setting('temp_directory')", "COLUMNS(*)", "$1"],
  refusedStatements: [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM duckdb_settings()",
    "COPY (SELECT 1) TO '/tmp/x.csv'",
    "ATTACH '/tmp/x.duckdb'",
    "SET threads = 1",
    "PRAGMA database_list",
    "EXPLAIN ANALYZE DELETE FROM conformance",
    "INSTALL httpfs",
  ],
});

describe("DuckDB conforms:", () => {
  for (const { name, run } of conformance) test(name, () => run(setting()));
});

test.each([
  ["duckdb:////data/a.duckdb", "/data/a.duckdb"],
  ["duckdb:////data/a%20b.duckdb?access_mode=read_only", "/data/a b.duckdb"],
  ["duckdb:///relative.duckdb", "relative.duckdb"],
  ["duckdb:///:memory:", ":memory:"],
  ["duckdb://", ":memory:"],
])("reads the address %s", (uri, path) => {
  expect(duckdbFileOf(uri)).toBe(path);
});

test("rejects addresses of other engines", () => {
  expect(() => duckdbFileOf("postgresql://host/db")).toThrow("Not a DuckDB connection string");
  const connectors = createConnectors({ duckdb: engine });
  expect(maybeConnector(connectors, "duckdb+engine:///x")?.engine).toBe("duckdb");
  expect(maybeConnector(connectors, "oracle:///x")).toBeUndefined();
});

test("returns a typed error if the engine stops, and runs the next query", async () => {
  const running = connection.run(setting().endless).catch((error) => error);
  await pass(80, "any instant has to do");
  process.kill(engine.pid as number, "SIGKILL");
  expect(await running).toMatchObject({
    status: 400,
    body: {
      errors: [{ error_type: "GENERIC_DB_ENGINE_ERROR", message: expect.stringContaining("Run the query again") }],
    },
  });
  expect((await connection.run("SELECT 1")).rows).toBe(1);
});

describe("SQL that the engine would read differently", () => {
  test("isn't truncated at NUL", async () => {
    const cut = connection.run("SELECT id FROM conformance ORDER BY id\0 LIMIT 1");
    await expect(cut).rejects.toMatchObject({ body: { errors: [{ error_type: "SYNTAX_ERROR" }] } });
    await expect(connection.sql.checkExpression("count(*)\0", "metric")).rejects.toMatchObject({ status: 400 });
    await expect(connection.run("SELECT count(*)\0 AS n FROM conformance")).rejects.toMatchObject({ status: 400 });
  });

  test.each([
    "FROM pragma_database_list",
    "SELECT * FROM duckdb_tables",
    "SELECT * FROM main.sqlite_master",
    "SELECT id FROM conformance WHERE id IN (SELECT oid FROM pg_catalog.pg_class)",
    "SELECT current_query()",
    "SELECT stats(label) FROM conformance",
  ])("is rejected if it reads server information: %s", async (sql) => {
    await expect(connection.sql.checkStatement(sql)).rejects.toMatchObject({ status: 400 });
  });

  test("is accepted if only its names are similar", async () => {
    for (const name of ["conformance", "other.duckdb_export", "pgbench"])
      await expect(connection.sql.checkStatement(`SELECT * FROM ${name}`)).resolves.toBeUndefined();
  });

  test("with duplicate column names describes each once", async () => {
    expect(await connection.describe("SELECT 1 AS a, 'x' AS a, 2 AS b  ;\n ; ")).toEqual([
      { name: "a", type: "INTEGER" },
      { name: "b", type: "INTEGER" },
    ]);
  });
});
