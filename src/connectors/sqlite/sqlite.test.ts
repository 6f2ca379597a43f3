import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conformance } from "../conformance/conformance.ts";
import type { ConformanceSetting } from "../conformance/setting.ts";
import type { Connection } from "../connector.ts";
import { sqliteConnector, sqliteFileOf } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-sqlite-"));
const file = join(folder, "a file?.db");
const other = join(folder, "other.db");
const connector = sqliteConnector();
const config = { uri: `sqlite:///${encodeURI(file).replace("?", "%3F")}`, timeoutMs: 30_000 };
let connection: Connection;

beforeAll(async () => {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE conformance (id integer, label varchar);
    INSERT INTO conformance VALUES (1, 'one'), (2, ''), (3, NULL);
    CREATE TABLE kinds (flag boolean, day date, moment datetime, number real, amount decimal(10, 2), whole int, words text, bytes blob);
    INSERT INTO kinds VALUES (1, '1969-07-20', '2024-02-29 23:59:58.123', 9e999, 1234.5, 9007199254740993, 'x', x'C3A9');
    CREATE VIEW seen AS SELECT id FROM conformance;
    CREATE TABLE parent (a integer, b integer, PRIMARY KEY (a, b));
    CREATE TABLE child (id integer PRIMARY KEY, x integer, y integer, code varchar(20) UNIQUE,
      FOREIGN KEY (x, y) REFERENCES parent (a, b));
    CREATE INDEX child_xy ON child (x, y);
  `);
  database.close();
  new DatabaseSync(other).close();
  writeFileSync(join(folder, "text.db"), "this is no database, but it is long enough to be read as one ".repeat(20));
  connection = await connector.connect(config);
});
afterAll(async () => {
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const busyChildren = () => children((state) => state.startsWith("R"));

function children(isMeant = (state: string) => !state.startsWith("Z")): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line.includes("sqlite/child"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state = ""]) => Number(parent) === process.pid && isMeant(state))
    .map(([pid]) => Number(pid));
}

const setting = (): ConformanceSetting => ({
  connector,
  config,
  connection,
  table: "conformance",
  schema: "main",
  endless: "WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT count(*) FROM a",
  running: async () => busyChildren().length,
  sever: async () => {
    for (const pid of children()) process.kill(pid, "SIGKILL");
    // Includes ended ones until this process has noticed.
    await expect.poll(() => children(() => true).length).toBe(0);
  },
  values: {
    bigInteger: "9007199254740993",
    decimal: "amount",
    infinity: "number",
    date: "day",
    timestamp: "moment",
    boolean: "flag",
    nested: "json_array(1, 2)",
    from: "FROM kinds",
  },
  series: (count) =>
    `(WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a WHERE n < ${count}) SELECT n FROM a)`,
  wideText: "s.n || hex(zeroblob(500))",
  view: "seen",
  keyed: {
    table: "child",
    columns: ["id", "x", "y", "code"],
    details: {
      comment: null,
      primaryKey: { name: null, columns: ["id"] },
      foreignKeys: [
        {
          name: "fk_0",
          columns: ["x", "y"],
          referredSchema: null,
          referredTable: "parent",
          referredColumns: ["a", "b"],
        },
      ],
      indexes: [
        { name: "child_xy", columns: ["x", "y"], isUnique: false },
        { name: "sqlite_autoindex_child_1", columns: ["code"], isUnique: true },
      ],
    },
  },
  unreachable: [
    { uri: `sqlite:///${folder}/nothing.db`, error: "CONNECTION_UNKNOWN_DATABASE_ERROR" },
    { uri: `sqlite:///${folder}/text.db`, error: "CONNECTION_UNKNOWN_DATABASE_ERROR" },
    { uri: `sqlite:///file:${other}`, error: "CONNECTION_UNKNOWN_DATABASE_ERROR" },
  ],
  writes: [
    "INSERT INTO conformance VALUES (4, 'four')",
    "WITH a AS (SELECT 1) DELETE FROM conformance",
    "CREATE TABLE made (id integer)",
    "CREATE TEMP TABLE made (id integer)",
    "DROP TABLE conformance",
    `ATTACH '${other}' AS other`,
    `VACUUM INTO '${join(folder, "copy.db")}'`,
    "PRAGMA journal_mode = DELETE",
    "SELECT load_extension('x')",
    "/* SELECT */ DELETE FROM conformance",
  ],
  unlocks: ["PRAGMA query_only = OFF", "PRAGMA writable_schema = ON", "BEGIN IMMEDIATE", "COMMIT"],
  refusedExpressions: ["load_extension('x')", "readfile('/etc/passwd')", "?", "sqlite_version()"],
  refusedStatements: [
    `ATTACH '${other}' AS other`,
    "PRAGMA table_info(conformance)",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM pragma_database_list",
    "VACUUM",
  ],
});

describe("SQLite conforms:", () => {
  for (const { name, run } of conformance) test(name, () => run(setting()));
});

test.each([
  ["sqlite:////data/a.db", "/data/a.db"],
  ["sqlite+pysqlite:////data/a%20b.db?timeout=5", "/data/a b.db"],
  ["sqlite:///relative.db", "relative.db"],
  ["sqlite://", ":memory:"],
  ["sqlite:///:memory:", ":memory:"],
])("reads the address %s", (uri, path) => {
  expect(sqliteFileOf(uri)).toBe(path);
});

test("a long statement doesn't block the server or other statements", async () => {
  const controller = new AbortController();
  const running = connection.run(setting().endless, { signal: controller.signal }).catch((error: unknown) => error);
  const started = performance.now();
  for (let i = 0; i < 5; i++) await connection.run("SELECT 1 AS one");
  expect(performance.now() - started).toBeLessThan(5000);
  controller.abort();
  expect(await running).toMatchObject({ reason: "cancelled" });
});

test("reads values by declared type, and expressions by value", async () => {
  const { columns } = await connection.run(
    "SELECT whole, words, bytes, max(day) AS last, count(*) AS n, upper('é') AS big, NULL AS missing FROM kinds",
  );
  expect(columns.map(({ kind, values }) => [kind, ...values])).toEqual([
    ["numeric", 9007199254740993n],
    ["text", "x"],
    ["text", "é"],
    ["temporal", Date.UTC(1969, 6, 20)],
    ["numeric", 1],
    ["text", "É"],
    ["text", null],
  ]);
});

test("returns types of columns and expressions", async () => {
  const described = await connection.describe(
    "SELECT id, count(*) AS n, max(label) AS most FROM conformance GROUP BY id",
  );
  expect(described).toEqual([
    { name: "id", type: "INTEGER" },
    { name: "n", type: "NUMERIC" },
    { name: "most", type: "TEXT" },
  ]);
});
