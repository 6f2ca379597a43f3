import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../../../scripts/services.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-redis-"));
let server: TestServer;
let data: SampleData;
let admin: TestClient;
let cookie = "";

beforeAll(async () => {
  const redis = await startRedis(folder);
  if (typeof redis === "string") throw new Error(redis);
  const features = { globalAsyncQueries: true, asyncTransport: "polling" } as const;
  server = await startTestServer({ config: { redisUrl: redis.url, features } });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const requested = await admin.post("/api/v1/chart/data", context(1));
  expect(requested.status).toBe(202);
  cookie = requested.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  await redis.stop();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const context = (row_limit: number) => ({
  datasource: { id: data.carsId, type: "table" },
  queries: [{ columns: ["Origin"], metrics: ["count"], row_limit }],
});

test("answers chart data directly without Redis", async () => {
  const { status, body } = await admin.post<{ result: { rowcount: number }[] }>("/api/v1/chart/data", context(2));
  expect([status, body.result[0]?.rowcount]).toEqual([200, 2]);
});

test("rejects an asynchronous query without Redis and marks it as failed", async () => {
  const body = { database_id: data.databaseId, sql: "SELECT 1", runAsync: true, client_id: "away" };
  const refused = await admin.post<{ errors: { error_type: string }[] }>("/api/v1/sqllab/execute/", body);
  expect([refused.status, refused.body.errors[0]?.error_type]).toEqual([503, "ASYNC_WORKERS_ERROR"]);
  const list = await admin.get<{ result: { status: string }[] }>("/api/v1/query/");
  expect(list.body.result[0]?.status).toBe("failed");
});

test("reports events as unavailable without Redis", async () => {
  const headers = { cookie: `${admin.cookie}; ${cookie}` };
  const { status, body } = await admin.get<{ errors: { error_type: string }[] }>("/api/v1/async_event/", headers);
  expect([status, body.errors[0]?.error_type]).toEqual([503, "ASYNC_WORKERS_ERROR"]);
});
