import { tableFromIPC } from "@uwdata/flechette";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const DIGITS = "12345678901234567890.1234567891";
const UNSCALED = 123456789012345678901234567891n;

const ENGINES: readonly [name: string, uri: string | undefined, sql: string][] = [
  [
    "DuckDB",
    "duckdb:///:memory:",
    `SELECT 9007199254740993::BIGINT AS big, ${DIGITS}::DECIMAL(30, 10) AS exact, 1::DECIMAL(38, 0) AS wide,
      0.1::DOUBLE AS rough, DATE '2020-01-02' AS born`,
  ],
  [
    "PostgreSQL",
    process.env.TESSERA_TEST_POSTGRES_URL?.replace("postgres:", "postgresql:"),
    `SELECT 9007199254740993::BIGINT AS big, ${DIGITS}::NUMERIC(30, 10) AS exact, 1::NUMERIC(50, 12) AS wide,
      0.1::DOUBLE PRECISION AS rough, DATE '2020-01-02' AS born`,
  ],
  [
    "MariaDB",
    process.env.TESSERA_TEST_MARIADB_URL && `${process.env.TESSERA_TEST_MARIADB_URL}/mysql`,
    `SELECT 9007199254740993 AS big, CAST(${DIGITS} AS DECIMAL(30, 10)) AS exact, CAST(1 AS DECIMAL(50, 12)) AS wide,
      0.1e0 AS rough, DATE'2020-01-02' AS born`,
  ],
  [
    "ClickHouse",
    process.env.TESSERA_TEST_CLICKHOUSE_URL?.replace(/^\w+:/, "clickhousedb:"),
    `SELECT toNullable(toInt64(9007199254740993)) AS big, toNullable(toDecimal128('${DIGITS}', 10)) AS exact,
      toDecimal256('1', 12) AS wide, 0.1 AS rough, toDate32('2020-01-02') AS born`,
  ],
];

async function arrowOf(engine: string, uri: string, sql: string) {
  const database = await addDatabase(server.app, { database_name: engine, sqlalchemy_uri: uri });
  const id = await registerTable(server.app, database, { name: "figures", time: null, sql });
  const response = await admin.fetch("/api/v1/chart/data", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/vnd.apache.arrow.stream" },
    body: JSON.stringify({ datasource: { id, type: "table" }, queries: [{}], result_type: "samples" }),
  });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  return tableFromIPC(bytes, { useBigInt: true, useDecimalInt: true });
}

describe("numbers in Arrow keep their digits", () => {
  test.each(ENGINES.filter(([, uri]) => uri))("of %s", async (engine, uri, sql) => {
    const table = await arrowOf(engine, String(uri), sql);
    const first = (name: string) => table.getChild(name).at(0);
    expect(first("big")).toBe(9007199254740993n);
    const { type } = table.getChild("exact") as unknown as { type: { scale: number } };
    expect([type.scale, first("exact")]).toEqual([10, UNSCALED]);
    expect(Number(first("wide"))).toBeGreaterThanOrEqual(1);
    expect(first("rough")).toBe(0.1);
    expect(Number(first("born"))).toBe(Date.UTC(2020, 0, 2));
  });

  test("with headers for the row count and whether a limit was reached", async () => {
    const uri = "duckdb:///:memory:";
    const database = await addDatabase(server.app, { database_name: "many", sqlalchemy_uri: uri });
    const id = await registerTable(server.app, database, {
      name: "many",
      time: null,
      sql: "SELECT * FROM range(9) t(n)",
    });
    const reported = async (row_limit: number) => {
      const { headers } = await admin.post(
        "/api/v1/chart/data",
        { datasource: { id, type: "table" }, queries: [{ columns: ["n"], row_limit }] },
        { accept: "application/vnd.apache.arrow.stream" },
      );
      return ["x-row-limit", "x-row-count", "x-row-limit-reached"].map((name) => headers.get(name));
    };
    expect(await reported(5)).toEqual(["5", "5", "true"]);
    expect(await reported(50)).toEqual(["50", "9", "false"]);
  });

  test("with SQLite's non-numeric values in numeric columns as text, and fractions as doubles", async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const { join } = await import("node:path");
    const file = join(server.app.config.home, "figures.sqlite");
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE odd (any INTEGER, some INTEGER); INSERT INTO odd VALUES (7, 1), ('seven', 1.5)");
    database.close();
    const table = await arrowOf("SQLite", `sqlite:///${file}`, "SELECT * FROM odd");
    expect(Array.from(table.getChild("any"))).toEqual(["7", "seven"]);
    expect(Array.from(table.getChild("some"))).toEqual([1, 1.5]);
  });
});
