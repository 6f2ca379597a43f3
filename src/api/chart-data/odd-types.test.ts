import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerTable } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase } from "../../testing/sql-lab.ts";

/** Columns whose values are shown as texts but are none to the engine: found, grouped and sorted as what is shown. */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function ask(id: number, query: object): Promise<Json[]> {
  const body = { datasource: { id, type: "table" }, queries: [{ row_limit: 9, ...query }] };
  const answer = await admin.post<Json>("/api/v1/chart/data", body);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.result[0].data;
}

async function expectFound(id: number, names: readonly string[]): Promise<void> {
  const [shown] = await ask(id, { columns: names, metrics: null });
  for (const name of names) {
    const found = (op: string, val: unknown) =>
      ask(id, { columns: [name], metrics: null, filters: [{ col: name, op, val }] });
    const own = [{ [name]: shown[name] }];
    expect(await found("==", shown[name]), name).toEqual(own);
    expect(await found("IN", [shown[name], null]), name).toEqual(own);
    expect(await found("ILIKE", `%${String(shown[name]).slice(1)}%`), name).toEqual(own);
    expect(await found("CONTAINS TEXT", String(shown[name]).slice(1)), name).toEqual(own);
    expect(await found("!=", shown[name]), name).toEqual([]);
    expect(await ask(id, { columns: [name], metrics: ["count"], orderby: [[name, true]] })).toHaveLength(1);
  }
}

test("of DuckDB", async () => {
  const database = await addDatabase(server.app, { database_name: "duck", sqlalchemy_uri: "duckdb:///:memory:" });
  const sql = `SELECT '00000000-0000-0000-0000-000000000001'::UUID AS u, '{"a": 1}'::JSON AS j, TIME '10:00:00' AS t,
    'ok'::ENUM('sad', 'ok') AS m, ['x', 'y'] AS a`;
  const id = await registerTable(server.app, database, { name: "odd", time: null, sql });
  await expectFound(id, ["u", "j", "t", "m"]);
  expect(
    await ask(id, { columns: ["a"], metrics: null, filters: [{ col: "a", op: "LIKE", val: "%x%" }] }),
  ).toHaveLength(1);
});

const { TESSERA_TEST_POSTGRES_URL: postgres } = process.env;

describe.skipIf(!postgres)("of PostgreSQL", () => {
  const schema = `odd_${randomUUID().replaceAll("-", "")}`;
  const types = {
    ...{
      a_json: ["json", '{"a":1}'],
      a_jsonb: ["jsonb", '{"a": 1}'],
      a_xml: ["xml", "<a/>"],
      a_point: ["point", "(1,2)"],
    },
    ...{ a_uuid: ["uuid", randomUUID()], a_mood: [`${schema}.mood`, "ok"], a_time: ["time", "10:00:00"] },
    ...{ an_inet: ["inet", "10.0.0.1"], some_bits: ["bit(3)", "101"], a_range: ["int4range", "[1,3)"] },
    ...{ some_days: ["daterange", "[2024-01-01,2024-02-01)"], a_text: ["text", "abc"] },
  };
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: postgres });
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}; CREATE TYPE ${schema}.mood AS ENUM ('sad', 'ok')`);
    const columns = Object.entries(types).map(([name, [type]]) => `${name} ${type}`);
    await client.query(`CREATE TABLE ${schema}.odd (${columns.join(", ")})`);
    const values = Object.values(types).map(([type, value]) => `CAST('${value}' AS ${type})`);
    await client.query(`INSERT INTO ${schema}.odd VALUES (${values.join(", ")})`);
  });
  afterAll(async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });

  test("as they are shown", async () => {
    const uri = String(postgres).replace("postgres:", "postgresql+psycopg2:");
    const database = await addDatabase(server.app, { database_name: "post", sqlalchemy_uri: uri });
    const table = { database, schema, table_name: "odd" };
    const { body } = await admin.post<Json>("/api/v1/dataset/", table);
    const [row] = await ask(body.id, { columns: Object.keys(types), metrics: null });
    expect(row).toEqual(Object.fromEntries(Object.entries(types).map(([name, [, value]]) => [name, value])));
    await expectFound(body.id, Object.keys(types));
  });
});
