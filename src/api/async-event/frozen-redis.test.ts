import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../scripts/services.ts";
import { DEFAULT_LIMITS } from "../../server/config/config.ts";
import { casesOf } from "../../testing/full-size.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { ended, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const SOON_MS = 8000;
const MOST_CONNECTIONS = 25;

describe.each([
  ["that runs jobs", true],
  ["that leaves jobs to workers", false],
])("with a frozen Redis, a server %s", (_name, runsJobs) => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-redis-"));
  let stopRedis = async () => {};
  let url = "";
  let pid = 0;
  let server: TestServer;
  let data: SampleData;
  let admin: TestClient;

  beforeAll(async () => {
    const redis = await startRedis(folder);
    if (typeof redis === "string") throw new Error(redis);
    stopRedis = redis.stop;
    url = redis.url;
    const client = new Redis(url);
    pid = Number(/process_id:(\d+)/.exec(await client.info("server"))?.[1]);
    client.disconnect();
    const features = { globalAsyncQueries: true, asyncTransport: "polling" } as const;
    const limits = { ...DEFAULT_LIMITS, redisAnswerMs: casesOf(500, DEFAULT_LIMITS.redisTimeoutMs) };
    server = await startTestServer({ config: { redisUrl: redis.url, runsJobs, features, limits } });
    data = await loadSampleData(server.app);
    admin = await server.as("admin");
    process.kill(pid, "SIGSTOP");
  });
  afterAll(async () => {
    process.kill(pid, "SIGCONT");
    await server.stop();
    await stopRedis();
    rmSync(folder, { recursive: true, force: true });
  });

  const soon = async <T>(pending: Promise<T>): Promise<T> => {
    const start = performance.now();
    const answer = await pending;
    expect(performance.now() - start).toBeLessThan(SOON_MS);
    return answer;
  };
  const chart = () => {
    const queries = [{ columns: ["Origin"], metrics: ["count"], row_limit: 2 }];
    return admin.post<Json>("/api/v1/chart/data", { datasource: { id: data.carsId, type: "table" }, queries });
  };

  test("rejects a background query and marks it as failed", async () => {
    const refused = await soon(execute(admin, data.databaseId, "SELECT 1", { runAsync: true, client_id: "frozen" }));
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([503, "ASYNC_WORKERS_ERROR"]);
    expect((await ended(admin, "frozen")).state).toBe("failed");
  });

  test("answers a chart without a job, and returns 503 for events", async () => {
    const { status, body, headers } = await soon(chart());
    expect([status, body.result[0].rowcount]).toEqual([200, 2]);
    const cookie = [admin.cookie, ...headers.getSetCookie().map((set) => set.split(";")[0])].join("; ");
    for (let attempt = 0; attempt < 3; attempt++) {
      const events = await soon(admin.get<Json>("/api/v1/async_event/", { cookie }));
      expect([events.status, events.body.errors[0].error_type]).toEqual([503, "ASYNC_WORKERS_ERROR"]);
    }
  });

  test("accepts jobs again once Redis resumes, without running rejected ones", async () => {
    process.kill(pid, "SIGCONT");
    await expect
      .poll(async () => (await execute(admin, data.databaseId, "SELECT 1", { runAsync: true })).status)
      .toBe(202);
    if (runsJobs) {
      await execute(admin, data.databaseId, "SELECT 1 AS n", { runAsync: true, client_id: "thawed" });
      expect((await ended(admin, "thawed")).state).toBe("success");
    }
    expect((await ended(admin, "frozen")).state).toBe("failed");
    const client = new Redis(url);
    const connections = String(await client.client("LIST")).split("\n").length;
    client.disconnect();
    expect(connections).toBeLessThan(MOST_CONNECTIONS);
  });
});
