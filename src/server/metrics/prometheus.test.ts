import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startPrometheus } from "../../../scripts/services.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";
import { serveWorkerMetrics } from "./worker-metrics.ts";

/** The files of deploy/prometheus in a real Prometheus, against a server and its worker port. */
const TOKEN = "a token of the test";
const folder = mkdtempSync(join(tmpdir(), "tessera-prometheus-"));
const read = (name: string) => readFileSync(join("deploy/prometheus", name), "utf8");
let server: TestServer;
let prometheus: Service;

interface Answer<T> {
  data: T;
}

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`${prometheus.url}/api/v1/${path}`);
  return ((await answer.json()) as Answer<T>).data;
}

interface Found {
  result: { metric: Record<string, string>; value: [time: number, value: string] }[];
}

const query = async (text: string) => (await ask<Found>(`query?query=${encodeURIComponent(text)}`)).result;

async function unusedPort(): Promise<number> {
  const probe: Server = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

beforeAll(async () => {
  const workerPort = await unusedPort();
  server = await startTestServer({ config: { metrics: { token: TOKEN, networks: [], workerPort } } });
  await serveWorkerMetrics(server.app);
  const started = await startPrometheus(folder, {
    "prometheus.yml": read("prometheus.yml")
      .replace("localhost:8088", new URL(server.url).host)
      .replace("localhost:9088", `127.0.0.1:${workerPort}`)
      .replace("scrape_interval: 30s", "scrape_interval: 1s\n  evaluation_interval: 1s"),
    "alerts.yml": read("alerts.yml"),
    token: TOKEN,
  });
  if (typeof started === "string") throw new Error(started);
  prometheus = started;
}, 60_000);
afterAll(async () => {
  await prometheus?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("scrapes servers and workers, evaluates every rule, and finds what panels ask for", async () => {
  const { carsId } = await loadSampleData(server.app);
  const admin = await server.as("admin");
  const answer = await admin.post("/api/v1/chart/data", {
    datasource: { id: carsId, type: "table" },
    queries: [{ columns: ["Origin"], metrics: ["count"], row_limit: 10 }],
    result_type: "full",
    result_format: "json",
  });
  expect(answer.status).toBe(200);
  const up = await until(async () => {
    const found = await query("up == 1");
    return found.length === 2 && found;
  });
  expect(up.map(({ metric }) => metric.job).sort()).toEqual(["tessera", "tessera-workers"]);
  const [wait] = await until(async () => {
    const found = await query('tessera_query_queue_seconds_count{job="tessera", database="samples"}');
    return found.length > 0 && found;
  });
  expect(Number(wait?.value[1])).toBeGreaterThan(0);
  const groups = await until(async () => {
    const found = await ask<{ groups: { rules: { name: string; health: string; lastError?: string }[] }[] }>("rules");
    const all = found.groups.flatMap(({ rules }) => rules);
    return all.every(({ health }) => health !== "unknown") && all;
  });
  expect(groups.filter(({ health }) => health !== "ok")).toEqual([]);
  expect(groups.map(({ name }) => name)).toContain("TesseraQueriesWait");
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: { targets: { expr: string }[] }[] };
  for (const { expr } of panels.flatMap(({ targets }) => targets)) {
    const found = await fetch(
      `${prometheus.url}/api/v1/query?query=${encodeURIComponent(expr.replaceAll("$__rate_interval", "10s"))}`,
    );
    expect([expr, found.status]).toEqual([expr, 200]);
  }
});
