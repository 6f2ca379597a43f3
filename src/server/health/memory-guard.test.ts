import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";
import { memoryShares } from "../config/memory.ts";
import { engineOf } from "../engine/app-engine.ts";
import { checkMemory } from "./memory-guard.ts";

const MB = 1024 ** 2;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { memory: memoryShares(600 * MB, true) } });
  await engineOf(server.app).warm();
});
afterAll(() => server.stop());

const SLOW = "SELECT count(*) FROM range(100000) a, range(100000) b WHERE hash(a, b) % 7 = 1";

async function running(work: () => Promise<unknown>) {
  const engine = engineOf(server.app);
  const outcome = work().then(
    () => "finished",
    (error: Error & { reason?: string }) => ({ reason: error.reason, message: error.message }),
  );
  await until(() => engine.pids.length > 0);
  return { engine, outcome };
}

/** As if the largest process of the engine had this much. */
const sized = (largest: number | undefined, bytes: number) => (pid: number) => (pid === largest ? bytes : 10 * MB);

const TOO_LARGE = {
  reason: "query",
  message: expect.stringMatching(/^Out of Memory Error.*Read fewer rows.*TESSERA_MEMORY_LIMIT/),
};

test.skipIf(process.platform !== "linux")(
  "a query beyond the limit fails with what to do, and the next one runs",
  async () => {
    const { engine, outcome } = await running(() => engineOf(server.app).query({ file: ":memory:", sql: SLOW }));
    const { pid } = engine;
    checkMemory(server.app, sized(pid, 500 * MB));
    expect(engine.pid).toBe(pid);
    checkMemory(server.app, sized(pid, 700 * MB));
    expect(await outcome).toEqual(TOO_LARGE);
    expect((await engine.query({ file: ":memory:", sql: "SELECT 1 AS a" })).rows).toBe(1);
    expect(engine.pid).not.toBe(pid);
  },
);

test.skipIf(process.platform !== "linux")("so does a load, without other processes", async () => {
  const file = `${server.app.config.home}/load.duckdb`;
  const { engine, outcome } = await running(() => engineOf(server.app).load({ file, statements: [SLOW] }));
  await until(() => engine.pids.some((pid) => pid !== engine.pid));
  const loader = engine.pids.find((pid) => pid !== engine.pid);
  checkMemory(server.app, sized(loader, 700 * MB));
  expect(await outcome).toEqual(TOO_LARGE);
  expect((await engine.query({ file: ":memory:", sql: "SELECT 1 AS a" })).rows).toBe(1);
});
