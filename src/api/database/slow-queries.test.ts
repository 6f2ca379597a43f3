import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startMariaDb, startPostgres } from "../../../scripts/services.ts";
import { createLog } from "../../server/log.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase, addSqlite, execute } from "../../testing/sql-lab.ts";
import { until } from "../../testing/waits.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-slow-"));
const logged: Record<string, unknown>[] = [];
const log = createLog((line) => void logged.push(JSON.parse(line)));
let services: Service[] = [];
let server: TestServer;
let admin: TestClient;
let samples: SampleData;

beforeAll(async () => {
  const started = await Promise.all([startPostgres(folder), startMariaDb(folder)]);
  services = started.filter((one) => typeof one !== "string");
  expect(services).toHaveLength(2);
  // Every query takes longer than this.
  server = await startTestServer({ config: { slowQueryMs: 0.001 }, app: { log } });
  admin = await server.as("admin");
  samples = await loadSampleData(server.app);
}, 60_000);
afterAll(async () => {
  await server?.stop();
  for (const { stop } of services) await stop();
  rmSync(folder, { recursive: true, force: true });
});

const lineOf = (part: string) =>
  until(() => logged.find(({ message, sql }) => message === "slow query" && String(sql).includes(part)));

const create = (name: string, sqlalchemy_uri: string) =>
  addDatabase(server.app, { database_name: name, sqlalchemy_uri, allow_dml: true });

const ENGINES: [string, () => Promise<number>, sql: string, plan: RegExp][] = [
  ["SQLite", () => addSqlite(server.app, "slow"), "SELECT place FROM facts WHERE id = 1 -- sqlite", /SCAN facts/],
  [
    "DuckDB",
    async () => samples.databaseId,
    "SELECT count(*) AS duckdb FROM cars WHERE Cylinders > 4",
    /SEQ_SCAN[\s\S]*cars/,
  ],
  [
    "PostgreSQL",
    () => create("slow postgres", services[0]?.url.replace("postgres:", "postgresql:") ?? ""),
    "SELECT n AS postgres FROM generate_series(1, 5) AS n WHERE n > 2",
    /Function Scan on generate_series[\s\S]*Filter/,
  ],
  [
    "MariaDB",
    () => create("slow mariadb", `${services[1]?.url.replace("mysql:", "mariadb:")}/mysql`),
    "SELECT user AS mariadb FROM user WHERE host <> 'x'",
    /SIMPLE|DERIVED|PRIMARY/,
  ],
];

describe("a slow query is logged with its plan", () => {
  test.each(ENGINES)("%s", async (_, database, sql, plan) => {
    const id = await database();
    const answer = await execute(admin, id, sql);
    expect([answer.status, answer.body]).toMatchObject([200, { status: "success" }]);
    const line = await lineOf(sql.slice(0, 30));
    expect(line).toMatchObject({
      level: "warn",
      database_id: id,
      user_id: await server.userId("admin"),
      request_id: answer.headers.get("x-request-id"),
      rows: answer.body.data.length,
    });
    expect(line.plan).toMatch(plan);
    expect(line.seconds).toBeGreaterThanOrEqual(0);
    expect(logged.filter(({ sql: written }) => /^explain/i.test(String(written)))).toEqual([]);
  });

  test("with the chart and dashboard it is for", async () => {
    const answer = await admin.post("/api/v1/chart/data", {
      datasource: { id: samples.carsId, type: "table" },
      queries: [{ columns: ["Origin"], metrics: ["count"], row_limit: 7 }],
      form_data: { slice_id: 31, dashboardId: 32 },
      result_type: "full",
      result_format: "json",
    });
    expect(answer.status).toBe(200);
    expect(await lineOf("LIMIT 7")).toMatchObject({
      database: "samples",
      chart_id: 31,
      dashboard_id: 32,
      request_id: answer.headers.get("x-request-id"),
    });
  });

  test("also one that fails; one that changes data has no plan", async () => {
    const id = await addSqlite(server.app, "changed", { allow_dml: true });
    expect((await execute(admin, id, "SELECT missing FROM facts")).status).toBe(400);
    expect(await lineOf("SELECT missing")).toMatchObject({ failed: true, rows: 0 });
    expect((await execute(admin, id, "UPDATE facts SET place = 'Rome'")).status).toBe(200);
    const line = await lineOf("UPDATE facts");
    expect(line).not.toHaveProperty("plan");
  });

  test("is off by default, and fast queries are left out", async () => {
    for (const slowQueryMs of [0, 60_000]) {
      const own: string[] = [];
      const other = await startTestServer({
        config: { slowQueryMs },
        app: { log: createLog((line) => void own.push(line)) },
      });
      const id = await addSqlite(other.app, "fast");
      expect((await execute(await other.as("admin"), id, "SELECT * FROM facts")).status).toBe(200);
      await other.stop();
      expect(own.filter((line) => line.includes("slow query"))).toEqual([]);
    }
  });
});
