import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

const { TESSERA_TEST_POSTGRES_URL, TESSERA_TEST_MARIADB_URL, TESSERA_TEST_CLICKHOUSE_URL } = process.env;

const FORMULAS = ["=1+1", "@SUM(A1)", "+1", "-1+1", "|x", "%x", "\t=1", " =1", '"=1', "plain", "-", "", "a=b"];

interface Engine {
  name: string;
  uri: string | undefined;
  typed: Readonly<Record<string, string>>;
}

const ENGINES: readonly Engine[] = [
  {
    name: "DuckDB",
    uri: "duckdb:///:memory:",
    typed: {
      choice: "'=1+1'::ENUM('=1+1')",
      bytes: "'=1+1'::BLOB",
      json: `'"=1+1"'::JSON`,
    },
  },
  { name: "SQLite", uri: "sqlite://", typed: { bytes: "CAST('=1+1' AS BLOB)" } },
  {
    name: "PostgreSQL",
    uri: TESSERA_TEST_POSTGRES_URL?.replace("postgres:", "postgresql+psycopg2:"),
    typed: { name: "'=1+1'::name", bytes: "'=1+1'::bytea", xml: "'=1+1'::xml", char: "'=1+1'::char(4)" },
  },
  {
    name: "MariaDB",
    uri: TESSERA_TEST_MARIADB_URL && `${TESSERA_TEST_MARIADB_URL}/mysql`,
    typed: { bytes: "CAST('=1+1' AS BINARY)", char: "CAST('=1+1' AS CHAR(4))" },
  },
  {
    name: "ClickHouse",
    uri: TESSERA_TEST_CLICKHOUSE_URL && `${TESSERA_TEST_CLICKHOUSE_URL}/default`,
    typed: {
      choice: "CAST('=1+1' AS Enum8('=1+1' = 1))",
      fixed: "toFixedString('=1+1', 4)",
      few: "toLowCardinality('=1+1')",
    },
  },
];

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function fileOf({ name, uri }: Engine, sql: string, columns: readonly string[]): Promise<string[]> {
  const database = await addDatabase(server.app, { database_name: crypto.randomUUID(), sqlalchemy_uri: String(uri) });
  const id = await registerTable(server.app, database, { name: `${name} ${crypto.randomUUID()}`, time: null, sql });
  const answer = await admin.fetch("/api/v1/chart/data", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      datasource: { id, type: "table" },
      queries: [{ columns, metrics: null, row_limit: 100, orderby: [[columns[0], true]] }],
      result_format: "csv",
    }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return text.split(/\r?\n/).slice(1, -1);
}

describe.each(ENGINES)("$name", (engine) => {
  test.skipIf(!engine.uri)("texts", async () => {
    const rows = FORMULAS.map((text, i) => `SELECT ${i} AS n, '${text}' AS t`).join(" UNION ALL ");
    expect(await fileOf(engine, rows, ["n", "t"])).toEqual([
      "0,'=1+1",
      "1,'@SUM(A1)",
      "2,'+1",
      "3,'-1+1",
      "4,'\\|x",
      "5,'%x",
      "6,'\t=1",
      "7,' =1",
      `8,"'""=1"`,
      "9,plain",
      "10,'-",
      '11,""',
      "12,a=b",
    ]);
  });

  test.skipIf(!engine.uri)("what other types show", async () => {
    const names = Object.keys(engine.typed);
    const sql = `SELECT 1 AS n, ${names.map((name) => `${engine.typed[name]} AS ${name}_1`).join(", ")}`;
    const [row] = await fileOf(engine, sql, ["n", ...names.map((name) => `${name}_1`)]);
    for (const [i, cell] of String(row).split(",").slice(1).entries()) expect(cell, names[i]).toMatch(/^"?'"*=1\+1/);
  });
});
