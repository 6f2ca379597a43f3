import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRedis } from "../../../scripts/services.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addDatabase, ended, execute } from "../../testing/sql-lab.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const url = process.env.TESSERA_TEST_POSTGRES_URL;
const QUERIES = ["runs-1", "runs-2", "waits"];
const EVENTUALLY = { timeout: 30_000, interval: 100 };

describe.skipIf(!url)("a Redis that loses its data", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-lost-"));
  const table = `slow_${randomUUID().replaceAll("-", "")}`;
  let stopRedis = async () => {};
  let locking: pg.Client;
  let server: TestServer;
  let admin: TestClient;
  let databaseId = 0;
  const jobs: string[] = [];
  let cookie = "";

  const queryOf = async (name: string) => {
    const { body } = await admin.get<Json>("/api/v1/query/updated_since?q=(last_updated_ms:0)");
    return body.result.find((one: Json) => one.id === name);
  };
  const eventOf = async (job: string | undefined) => {
    const { body } = await admin.get<Json>("/api/v1/async_event/", { cookie });
    return body.result?.find((one: Json) => one.job_id === job);
  };

  beforeAll(async () => {
    const redis = await startRedis(folder);
    if (typeof redis === "string") throw new Error(redis);
    stopRedis = redis.stop;
    locking = new pg.Client({ connectionString: url });
    await locking.connect();
    await locking.query(`CREATE TABLE ${table} AS SELECT 1 AS n`);
    const features = { globalAsyncQueries: true, asyncTransport: "polling" } as const;
    server = await startTestServer({ config: { redisUrl: redis.url, features } });
    const sqlalchemy_uri = String(url).replace("postgres:", "postgresql+psycopg2:");
    databaseId = await addDatabase(server.app, { database_name: table, sqlalchemy_uri });
    admin = await server.as("admin");
    const dataset = { database: databaseId, schema: "public", table_name: table };
    const { id } = (await admin.post<Json>("/api/v1/dataset/", dataset)).body;

    await locking.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    for (const client_id of QUERIES) {
      await execute(admin, databaseId, `SELECT n FROM ${table}`, { runAsync: true, client_id });
    }
    for (let row_limit = 1; row_limit <= 4; row_limit++) {
      const context = { datasource: { id, type: "table" }, queries: [{ columns: ["n"], row_limit }] };
      const { status, body, headers } = await admin.post<Json>("/api/v1/chart/data", context);
      expect(status).toBe(202);
      jobs.push(body.job_id);
      cookie ||= [admin.cookie, ...headers.getSetCookie().map((set) => set.split(";")[0])].join("; ");
    }
    await vi.waitFor(async () => expect((await queryOf("runs-2")).state).toBe("running"), 20_000);
    await stopRedis();
    const again = await startRedis(folder, Number(new URL(redis.url).port));
    if (typeof again === "string") throw new Error(again);
    stopRedis = again.stop;
  });
  afterAll(async () => {
    await server?.stop();
    await locking?.query(`DROP TABLE IF EXISTS ${table}`);
    await locking?.end();
    await stopRedis();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a queued query fails with a message", async () => {
    await expect.poll(async () => (await queryOf("waits")).state, EVENTUALLY).toBe("failed");
    expect((await queryOf("waits")).errorMessage).toContain("Run the query again");
  });

  test("a queued chart ends with an error event", async () => {
    await expect.poll(async () => (await eventOf(jobs.at(-1)))?.status, EVENTUALLY).toBe("error");
    const { errors } = await eventOf(jobs.at(-1));
    expect(errors[0]).toMatchObject({ error_type: "ASYNC_WORKERS_ERROR", message: expect.stringContaining("lost") });
  });

  test("running jobs finish, and new ones are accepted", async () => {
    expect(await eventOf(jobs[0])).toBeUndefined();
    await locking.query("COMMIT");
    for (const name of QUERIES.slice(0, 2)) expect((await ended(admin, name)).state).toBe("success");
    for (const job of jobs.slice(0, 3)) {
      await expect.poll(async () => (await eventOf(job))?.status, EVENTUALLY).toBe("done");
    }
    await execute(admin, databaseId, "SELECT 1 AS n", { runAsync: true, client_id: "later" });
    expect((await ended(admin, "later")).state).toBe("success");
  });
});
