import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { startTestServer } from "../../testing/server.ts";
import { createLog } from "../log.ts";
import { inSpan, isTracing, startSpan } from "../span.ts";

afterEach(() => vi.unstubAllEnvs());

test("without a collector nothing is traced", async () => {
  const server = await startTestServer({ resources: [] });
  expect([isTracing(), startSpan("x")]).toEqual([false, undefined]);
  expect(await inSpan("x", async (span) => span.set({ a: 1 }))).toBeUndefined();
  await server.stop();
});

test("a collector that never answers delays neither requests nor the stop, and is logged once", async () => {
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "10");
  vi.stubEnv("OTEL_BSP_MAX_QUEUE_SIZE", "50");
  vi.stubEnv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "10");
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const logged: string[] = [];
  const server = await startTestServer({
    resources: [],
    config: { traceEndpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` },
    app: { log: createLog((line) => void logged.push(line)) },
  });
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 20; round++) {
    const since = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${server.url}/api/v1/nothing`).then(({ status }) => status)),
    );
    expect(new Set(answers)).toEqual(new Set([404]));
    expect(performance.now() - since).toBeLessThan(2000);
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  await vi.waitFor(() => expect(logged.join("")).toContain("traces can't be sent"), { timeout: 10_000 });
  expect(logged.filter((line) => line.includes("traces can't be sent"))).toHaveLength(1);
  const since = performance.now();
  await server.stop();
  expect(performance.now() - since).toBeLessThan(4000);
  silent.closeAllConnections();
  silent.close();
  expect(isTracing()).toBe(false);
}, 30_000);
