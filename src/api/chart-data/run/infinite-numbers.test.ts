import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function rows(id: number, query: object): Promise<Json[]> {
  const queries = [{ metrics: null, orderby: [["id", true]], ...query }];
  const answer = await admin.post<Json>("/api/v1/chart/data", { datasource: { id, type: "table" }, queries });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.result[0].data;
}

async function expectMissing(id: number, names: readonly string[]): Promise<void> {
  const all = await rows(id, { columns: ["id", ...names] });
  expect(all.length).toBeGreaterThan(2);
  const others = all.slice(1).map((row) => row.id);
  for (const name of names) {
    const [own, ...redacted] = all.map((row) => row[name]);
    expect(new Set(redacted), name).toEqual(new Set([null]));
    const found = async (op: string, val?: unknown) =>
      (await rows(id, { columns: ["id"], filters: [{ col: name, op, val }] })).map((row) => row.id);
    const missing: [string, unknown][] = [
      ["IS NULL", undefined],
      ["==", null],
      ["==", "<NULL>"],
      ["IN", [null]],
      ["IN", ["<NULL>"]],
    ];
    for (const [op, val] of missing) expect(await found(op, val), `${name} ${op} ${val}`).toEqual(others);
    const reported: [string, unknown][] = [
      ["IS NOT NULL", undefined],
      ["!=", null],
      ["NOT IN", [null]],
      ["==", own],
      ["IN", [own]],
    ];
    for (const [op, val] of reported) expect(await found(op, val), `${name} ${op} ${val}`).toEqual([1]);
    expect(await found("IN", [own, null]), name).toEqual([1, ...others]);
    expect(await found("NOT IN", [own, null]), name).toEqual([]);
    expect(await found("NOT IN", [null, 7]), name).toEqual([1]);
  }
}

const added = (name: string, uri: string) => addDatabase(server.app, { database_name: name, sqlalchemy_uri: uri });

test("NaN and infinity are missing values in DuckDB", async () => {
  const database = await added("duck", "duckdb:///:memory:");
  const sql = `SELECT * FROM (VALUES (1, 1.5::DOUBLE, 0.1::FLOAT, DATE '2020-01-01', TIMESTAMP '2020-01-01'),
    (2, 'nan', 'nan', 'infinity', 'infinity'), (3, 'inf', 'inf', '-infinity', '-infinity'), (4, '-inf', '-inf', NULL, NULL),
    (5, NULL, NULL, NULL, NULL)) AS t(id, d, f, day, moment)`;
  await expectMissing(await registerTable(server.app, database, { name: "t", time: null, sql }), [
    "d",
    "f",
    "day",
    "moment",
  ]);
});

test("NaN and infinity are missing values in SQLite", async () => {
  const file = join(server.app.config.home, "infinite.sqlite");
  const source = new DatabaseSync(file);
  source.exec("CREATE TABLE t (id INTEGER, d DOUBLE, n NUMERIC)");
  source.exec("INSERT INTO t VALUES (1, 1.5, 2.5), (2, 9e999, 9e999), (3, -9e999, -9e999), (4, NULL, NULL)");
  source.close();
  const database = await added("lite", `sqlite:///${file}`);
  const { body } = await admin.post<Json>("/api/v1/dataset/", { database, schema: "main", table_name: "t" });
  await expectMissing(body.id, ["d", "n"]);
});

const { TESSERA_TEST_CLICKHOUSE_URL: clickhouse, TESSERA_TEST_POSTGRES_URL: postgres } = process.env;

test.skipIf(!clickhouse)("of ClickHouse", async () => {
  const database = await added("click", String(clickhouse).replace(/^\w+:/, "clickhousedb:"));
  const sql = `SELECT id, d, toFloat32(d) AS f FROM values('id Int32, d Nullable(Float64)',
    (1, 1.5), (2, nan), (3, inf), (4, -inf), (5, NULL))`;
  await expectMissing(await registerTable(server.app, database, { name: "t", time: null, sql }), ["d", "f"]);
});

test.skipIf(!postgres)("of PostgreSQL", async () => {
  const schema = `infinite_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.t (id int, d double precision, f real, n numeric, p numeric(9, 2), day date, at timestamp, zoned timestamptz);
    INSERT INTO ${schema}.t VALUES (1, 1.5, 0.1, 1.5, 1.5, '2020-01-01', '2020-01-01', '2020-01-01Z'),
      (2, 'NaN', 'NaN', 'NaN', 'NaN', 'infinity', 'infinity', 'infinity'),
      (3, 'Infinity', 'Infinity', 'NaN', 'NaN', '-infinity', '-infinity', '-infinity'), (4, '-Infinity', '-Infinity', NULL, NULL, NULL, NULL, NULL)`);
  try {
    const database = await added("post", String(postgres).replace("postgres:", "postgresql:"));
    const { body } = await admin.post<Json>("/api/v1/dataset/", { database, schema, table_name: "t" });
    const names = ["d", "f", "n", "p", "day", "at", "zoned"];
    await expectMissing(body.id, names);
    const sql = `SELECT * FROM ${schema}.t`;
    const virtual = { database, schema, table_name: "virtual", sql };
    await expectMissing((await admin.post<Json>("/api/v1/dataset/", virtual)).body.id, names);
  } finally {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  }
});
