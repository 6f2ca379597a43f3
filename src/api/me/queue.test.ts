import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let data: SampleData;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const ENDLESS = "SELECT count(*) FROM range(100000000) a, range(1000000) b WHERE a.range % 7 = b.range % 5";

test("users see their queue position, and other users don't wait for them", async () => {
  const queue = async (client: TestClient) => (await client.get<Json>("/api/v1/me/queue/")).body.result;
  const other = await server.as("other", ["Admin"]);
  const stop = new AbortController();
  const run = (sql: string, client: TestClient, signal?: AbortSignal) =>
    client.fetch("/api/v1/sqllab/execute/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ database_id: data.databaseId, sql, runAsync: false }),
      ...(signal ? { signal } : {}),
    });
  expect(await queue(admin)).toEqual({ running: 0, waiting: 0, ahead: 0 });
  const endless = Array.from({ length: 8 }, (_, i) => run(`${ENDLESS} AND a.range <> ${i}`, admin, stop.signal));
  await expect.poll(() => queue(admin), { timeout: 30_000 }).toEqual({ running: 5, waiting: 3, ahead: 5 });
  expect(await queue(other)).toEqual({ running: 0, waiting: 0, ahead: 0 });
  expect((await run("SELECT 1 AS one", other)).status).toBe(200);
  stop.abort();
  await Promise.allSettled(endless);
  await expect.poll(() => queue(admin), { timeout: 30_000 }).toEqual({ running: 0, waiting: 0, ahead: 0 });
});
