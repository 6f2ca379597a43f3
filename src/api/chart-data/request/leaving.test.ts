import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOf } from "../../../server/engine/app-engine.ts";
import { runAsUser } from "../../../server/fair-share.ts";
import { loadSampleData, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const running = async () => {
  const file = join(server.app.config.home, "samples.duckdb");
  return runAsUser(String(await server.userId("admin")), () => engineOf(server.app).queueStatus(file).running);
};

const endless = (name: string, operator: string) =>
  registerTable(server.app, data.databaseId, {
    name,
    time: null,
    sql: `SELECT a.delay FROM flights a, flights b, flights c WHERE a.delay * b.delay ${operator} c.delay = 7`,
  });

const contextOf = (id: number, row_limit: number, more: object = {}) => ({
  datasource: { id, type: "table" },
  queries: [{ metrics: ["count"], row_limit, ...more }],
});

const post = (path: string, body: object, signal: AbortSignal) =>
  admin.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

async function answersAgain(row_limit: number): Promise<void> {
  const body = { ...contextOf(data.carsId, row_limit, { columns: ["Origin"] }), force: true };
  const answer = await admin.post<{ result: { rowcount: number }[] }>("/api/v1/chart/data", body);
  expect(answer.body.result[0]?.rowcount).toBe(row_limit);
}

test("disconnecting cancels running queries", async () => {
  const id = await endless("endless", "+");
  const leaving = new AbortController();
  const requests = Array.from({ length: 8 }, (_, i) =>
    post("/api/v1/chart/data", contextOf(id, i + 1), leaving.signal).catch((error: Error) => error.name),
  );
  await expect.poll(running).toBeGreaterThan(0);
  leaving.abort();
  expect(await Promise.all(requests)).toEqual(Array(8).fill("AbortError"));
  const started = performance.now();
  await answersAgain(3);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("disconnecting from a batch cancels all of its queries", async () => {
  const id = await endless("endless too", "-");
  const requests = Array.from({ length: 8 }, (_, i) => ({ key: String(i), context: contextOf(id, i + 1) }));
  const all = [...requests, { key: "quick", context: contextOf(data.carsId, 1000) }];
  const leaving = new AbortController();
  const response = await post("/api/v1/chart/data/batch", { requests: all }, leaving.signal);
  const reader = response.body?.getReader();
  await expect.poll(running).toBeGreaterThan(0);
  leaving.abort();
  await expect(reader?.read().then(() => reader.read())).rejects.toThrow();
  await answersAgain(2);
});
