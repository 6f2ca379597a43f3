import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { ended, execute } from "../testing/sql-lab.ts";
import { until } from "../testing/waits.ts";
import { RESOURCES } from "./index.ts";

const TOKEN = "a token of the test";
let server: TestServer;
let samples: SampleData;
beforeAll(async () => {
  server = await startTestServer({ resources: RESOURCES, config: { metrics: { token: TOKEN, networks: [] } } });
  samples = await loadSampleData(server.app);
});
afterAll(() => server.stop());

/** Values by name with labels, as in the text. */
async function read(): Promise<Map<string, number>> {
  const { status, body, headers } = await server.anonymous.get<string>("/metrics", {
    authorization: `Bearer ${TOKEN}`,
  });
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

const chart = () => ({
  datasource: { id: samples.carsId, type: "table" },
  queries: [{ columns: ["Origin"], metrics: ["count"], row_limit: 10 }],
  result_type: "full",
  result_format: "json",
});

describe("metrics", () => {
  test("are missing without the token, and for every user", async () => {
    const admin = await server.as("admin");
    for (const client of [server.anonymous, admin]) expect((await client.get("/metrics")).status).toBe(404);
    const wrong = await server.anonymous.get("/metrics", { authorization: `Bearer ${TOKEN}x` });
    expect(wrong.status).toBe(404);
  });

  test("count requests, queries by outcome, cache hits, jobs and sessions", async () => {
    const admin = await server.as("admin");
    const isCached = async () =>
      (await admin.post<{ result: { is_cached: boolean | null }[] }>("/api/v1/chart/data", chart())).body.result[0]
        ?.is_cached;
    // The first answer is stored after it was sent.
    await until(async () => (await isCached()) === true);
    expect((await execute(admin, samples.databaseId, "select nothing from nowhere")).status).toBe(400);
    await execute(admin, samples.databaseId, "select 1", { runAsync: true, client_id: "counted1" });
    await ended(admin, "counted1");
    const values = await read();
    const value = (name: string) => values.get(name) ?? 0;
    expect(
      value('tessera_http_request_duration_seconds_count{method="POST",route="/api/v1/chart/data",status="200"}'),
    ).toBeGreaterThanOrEqual(2);
    expect(value('tessera_query_duration_seconds_count{database="samples",outcome="ok"}')).toBeGreaterThanOrEqual(2);
    expect(value('tessera_query_duration_seconds_count{database="samples",outcome="error"}')).toBe(1);
    expect(value('tessera_query_queue_seconds_count{database="samples"}')).toBeGreaterThanOrEqual(3);
    expect(value('tessera_query_queue_seconds_bucket{le="60",database="samples"}')).toBeGreaterThanOrEqual(3);
    expect(value('tessera_queries_in_progress{database="samples"}')).toBe(0);
    expect(value('tessera_chart_cache_requests_total{outcome="miss"}')).toBeGreaterThanOrEqual(1);
    expect(value('tessera_chart_cache_requests_total{outcome="hit"}')).toBe(1);
    expect([...values].filter(([name]) => name.startsWith("tessera_jobs_total")).map(([, count]) => count)).toEqual([
      1,
    ]);
    expect(value("tessera_sessions_active")).toBe(2);
    expect(value("tessera_http_requests_in_progress")).toBe(1);
    expect(value("tessera_engine_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  });

  test("are readable from allowed networks without a token, and off by default", async () => {
    const open = await startTestServer({ config: { metrics: { token: undefined, networks: ["127.0.0.0/8"] } } });
    expect((await open.anonymous.get("/metrics")).status).toBe(200);
    await open.stop();
    const elsewhere = await startTestServer({ config: { metrics: { token: undefined, networks: ["10.0.0.0/8"] } } });
    expect((await elsewhere.anonymous.get("/metrics")).status).toBe(404);
    await elsewhere.stop();
    const off = await startTestServer();
    expect((await off.anonymous.get("/metrics", { authorization: "Bearer " })).status).toBe(404);
    await off.stop();
  });
});
