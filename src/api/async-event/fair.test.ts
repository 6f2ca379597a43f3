import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../scripts/services.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase, ended, execute } from "../../testing/sql-lab.ts";
import { until } from "../../testing/waits.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const url = process.env.TESSERA_TEST_POSTGRES_URL;
const MANY = 20;
const SOON_MS = 2000;

describe.skipIf(!url).each(["in this process", "over Redis"])("jobs of several users %s", (where) => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-fair-"));
  const table = `slow_${randomUUID().replaceAll("-", "")}`;
  let stopRedis = async () => {};
  let locking: pg.Client;
  let server: TestServer;
  let databaseId = 0;
  let busy: TestClient;
  let other: TestClient;

  beforeAll(async () => {
    const redis = where === "over Redis" ? await startRedis(folder) : undefined;
    if (typeof redis === "string") throw new Error(redis);
    if (redis) stopRedis = redis.stop;
    locking = new pg.Client({ connectionString: url });
    await locking.connect();
    await locking.query(`CREATE TABLE ${table} AS SELECT 1 AS n`);
    const features = { globalAsyncQueries: true, asyncTransport: "polling" } as const;
    server = await startTestServer({ config: { redisUrl: redis?.url, features } });
    await loadSampleData(server.app);
    const sqlalchemy_uri = String(url).replace("postgres:", "postgresql+psycopg2:");
    databaseId = await addDatabase(server.app, { database_name: table, sqlalchemy_uri });
    busy = await server.as("admin");
    other = await server.as("other", ["Admin"]);
  });
  afterAll(async () => {
    await server?.stop();
    await locking?.query(`DROP TABLE IF EXISTS ${table}`);
    await locking?.end();
    await stopRedis();
    rmSync(folder, { recursive: true, force: true });
  });

  async function whileSlow(body: () => Promise<void>): Promise<void> {
    await locking.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      await body();
    } finally {
      await locking.query("COMMIT");
    }
  }

  test("a short query doesn't wait for another user's slow queries, and all finish", async () => {
    const names = Array.from({ length: MANY }, (_, at) => `slow-${at}`);
    await whileSlow(async () => {
      for (const client_id of names) {
        const sql = `SELECT n FROM ${table}`;
        expect((await execute(busy, databaseId, sql, { runAsync: true, client_id })).status).toBe(202);
      }
      const start = performance.now();
      await execute(other, databaseId, "SELECT 7 AS n", { runAsync: true, client_id: "short" });
      expect((await ended(other, "short")).state).toBe("success");
      expect(performance.now() - start).toBeLessThan(SOON_MS);
    });
    for (const name of names) expect((await ended(busy, name)).state).toBe("success");
  });

  test("a chart doesn't wait for another user's slow queries", async () => {
    const created = await busy.post<Json>("/api/v1/dataset/", {
      database: databaseId,
      schema: "public",
      table_name: table,
    });
    expect(created.status).toBe(201);
    const ask = async (client: TestClient, query: object) => {
      const datasource = { id: created.body.id, type: "table" };
      const { status, body, headers } = await client.post<Json>("/api/v1/chart/data", { datasource, queries: [query] });
      expect(status).toBe(202);
      const cookies = headers.getSetCookie().map((set) => set.split(";")[0]);
      return { job: body.job_id, cookie: [client.cookie, ...cookies].join("; ") };
    };
    const reported = (client: TestClient, { job, cookie }: { job: string; cookie: string }) =>
      until(async () => {
        const { body } = await client.get<Json>("/api/v1/async_event/", { cookie });
        return body.result.find((one: Json) => one.job_id === job)?.status as string | undefined;
      });
    const slow: { job: string; cookie: string }[] = [];
    const cars = await loadedCars();
    await whileSlow(async () => {
      for (let at = 0; at < MANY; at++) slow.push(await ask(busy, { columns: ["n"], row_limit: at + 1 }));
      const start = performance.now();
      const short = await other.post<Json>("/api/v1/chart/data", cars);
      expect(short.status).toBe(202);
      const cookie = [other.cookie, ...short.headers.getSetCookie().map((set) => set.split(";")[0])].join("; ");
      expect(await reported(other, { job: short.body.job_id, cookie })).toBe("done");
      expect(performance.now() - start).toBeLessThan(SOON_MS);
    });
    // The session's channel, and the cookie of its first job.
    const [first] = slow;
    for (const { job } of slow) expect(await reported(busy, { job, cookie: first?.cookie ?? "" })).toBe("done");
  });

  async function loadedCars() {
    const { body } = await other.get<Json>("/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:cars)))");
    return { datasource: { id: body.result[0].id, type: "table" }, queries: [{ columns: ["Origin"], row_limit: 2 }] };
  }
});
