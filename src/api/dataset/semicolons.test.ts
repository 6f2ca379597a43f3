import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addSqlite } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
const databases: Record<string, number> = {};
const TABLES: Readonly<Record<string, string>> = { sqlite: "facts", duckdb: "cars" };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  databases.sqlite = await addSqlite(server.app, "small");
  databases.duckdb = (await loadSampleData(server.app)).databaseId;
});
afterAll(() => server?.stop());

const AROUND: readonly (readonly [string, string])[] = [
  [";", ""],
  ["", "; -- comment"],
  ["; ; -- before\n", " ; /* after */ ; -- and\n"],
  ["/* ; */ ", " -- ;"],
  ["", ";;"],
];

test.each(Object.keys(TABLES).flatMap((engine) => AROUND.map(([before, after]) => [engine, before, after] as const)))(
  "%s: ignores %j before and %j after",
  async (engine, before, after) => {
    const schema = engine === "duckdb" ? "main" : null;
    const sql = `${before}SELECT ';' AS mark, count(*) AS n FROM ${TABLES[engine]}${after}`;
    const table_name = `around ${engine} ${before} ${after}`;
    const created = await admin.post<Json>("/api/v1/dataset/", {
      database: databases[engine],
      schema,
      table_name,
      sql,
    });
    expect([created.status, JSON.stringify(created.body)]).toEqual([201, expect.any(String)]);
    const { body } = await admin.post<Json>("/api/v1/chart/data", {
      datasource: { id: created.body.id, type: "table" },
      queries: [{ columns: ["mark"], metrics: [{ expressionType: "SQL", sqlExpression: "MAX(n)", label: "n" }] }],
    });
    expect(body.result?.[0]?.data, JSON.stringify(body)).toEqual([{ mark: ";", n: expect.any(Number) }]);
  },
);
