import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startPostgres, startRedis } from "../../../scripts/services.ts";
import { startServer } from "../../testing/stage.ts";
import { pass } from "../../testing/waits.ts";

const WORKER = join(import.meta.dirname, "..", "..", "main-worker.ts");
const cleanups: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), "tessera-worker-"));
let env: Record<string, string> = {};

beforeAll(async () => {
  const [redis, postgres] = await Promise.all([startRedis(folder), startPostgres(folder)]);
  if (typeof redis === "string" || typeof postgres === "string")
    throw new Error(`${String(redis)} ${String(postgres)}`);
  cleanups.push(redis.stop, postgres.stop);
  env = {
    TESSERA_REDIS_URL: redis.url,
    TESSERA_DATABASE_URL: postgres.url,
    TESSERA_SECRET_KEY: "a secret that servers and workers share",
    TESSERA_DATABASE_FOLDERS: folder,
    TESSERA_EXAMPLES: "off",
  };
});
afterAll(async () => {
  for (const end of cleanups.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

function startWorker(settings: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [WORKER], {
    env: { PATH: process.env.PATH, TESSERA_HOME: join(folder, "worker"), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => output, ended };
}

async function signedIn(url: string): Promise<{ authorization: string }> {
  const answer = await fetch(`${url}/api/v1/security/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: "correct horse battery", provider: "db" }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

async function makeDataset(url: string, headers: Record<string, string>): Promise<number> {
  const file = join(folder, "orders.db");
  const orders = new DatabaseSync(file);
  orders.exec("create table orders (n integer); insert into orders values (3)");
  orders.close();
  const create = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/${path}/`, { method: "POST", headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { id: number }).id;
  };
  const database = await create("database", { database_name: "orders", sqlalchemy_uri: `sqlite:///${file}` });
  return create("dataset", { database, schema: "main", table_name: "orders" });
}

const cookieOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");

interface Event {
  job_id: string;
  status: string;
  result_url: string;
  errors: unknown;
}

describe("a worker", () => {
  test("prints the missing settings in one line", async () => {
    const worker = startWorker({});
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toBe(
      "A worker needs TESSERA_REDIS_URL, TESSERA_DATABASE_URL and TESSERA_SECRET_KEY, the same as its servers.\n",
    );
  });

  test("runs the jobs of a server that runs none, and stops on a signal", async () => {
    const port = await freePort();
    const server = await startServer({
      port,
      env: { ...env, TESSERA_FEATURE_GLOBAL_ASYNC_QUERIES: "true", TESSERA_JOBS: "off" },
    });
    cleanups.push(() => server.stop());
    const { authorization } = await signedIn(server.url);
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`${server.url}/api/v1/chart/data`, {
      method: "POST",
      headers,
      body: JSON.stringify({
        datasource: { id: await makeDataset(server.url, headers), type: "table" },
        queries: [{ metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" }], columns: [] }],
      }),
    });
    expect(response.status).toBe(202);
    const cookie = cookieOf(response);
    const events = async () => {
      const answer = await fetch(`${server.url}/api/v1/async_event/`, { headers: { authorization, cookie } });
      return ((await answer.json()) as { result: Event[] }).result;
    };
    await pass(500, "nothing may happen meanwhile");
    expect(await events()).toEqual([]);
    const metricsPort = await freePort();
    const metricsToken = "a token for the worker's metrics";
    const worker = startWorker({
      ...env,
      TESSERA_HOME: server.home,
      TESSERA_METRICS_TOKEN: metricsToken,
      TESSERA_WORKER_METRICS_PORT: String(metricsPort),
    });
    await expect.poll(events, { timeout: 60_000 }).toHaveLength(1);
    const [event] = await events();
    expect(event).toMatchObject({ status: "done", errors: [] });
    const result = await fetch(server.url + event?.result_url, { headers: { authorization } });
    expect(result.status).toBe(200);
    const { result: answers } = (await result.json()) as { result: { data: { n: number }[] }[] };
    expect(answers[0]?.data).toEqual([{ n: 1 }]);
    const metrics = (path: string, headers = {}) => fetch(`http://127.0.0.1:${metricsPort}${path}`, { headers });
    const own = await metrics("/metrics", { authorization: `Bearer ${metricsToken}` });
    expect(await own.text()).toMatch(/^tessera_jobs_total\{kind="chart-data",outcome="done"\} 1$/m);
    expect((await metrics("/metrics")).status).toBe(404);
    expect((await metrics("/", { authorization: `Bearer ${metricsToken}` })).status).toBe(404);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });
});

describe("a server that is killed", () => {
  test("hands its waiting and running chart queries to another server, which sends their events", async () => {
    const settings = {
      ...env,
      TESSERA_FEATURE_GLOBAL_ASYNC_QUERIES: "true",
      TESSERA_ALLOWED_HOSTS: "127.0.0.1",
    };
    const start = async () => {
      const server = await startServer({ port: await freePort(), env: settings });
      cleanups.push(() => server.stop());
      return server;
    };
    const first = await start();
    const headers = { ...(await signedIn(first.url)), "content-type": "application/json" };
    const post = (url: string, body: object) =>
      fetch(first.url + url, { method: "POST", headers, body: JSON.stringify(body) });
    const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { id: number }).id;

    const locking = new pg.Client({ connectionString: env.TESSERA_DATABASE_URL });
    await locking.connect();
    cleanups.push(() => locking.end());
    await locking.query("CREATE TABLE slow AS SELECT 7 AS n; BEGIN; LOCK TABLE slow IN ACCESS EXCLUSIVE MODE");
    const sqlalchemy_uri = String(env.TESSERA_DATABASE_URL).replace(/^postgres:/, "postgresql:");
    const database = await idOf(post("/api/v1/database/", { database_name: "slow", sqlalchemy_uri }));
    await locking.query("COMMIT");
    const id = await idOf(post("/api/v1/dataset/", { database, schema: "public", table_name: "slow" }));
    await locking.query("BEGIN; LOCK TABLE slow IN ACCESS EXCLUSIVE MODE");

    const jobs: string[] = [];
    let cookie = "";
    for (let row_limit = 1; row_limit <= 5; row_limit++) {
      const response = await fetch(`${first.url}/api/v1/chart/data`, {
        method: "POST",
        headers: { ...headers, cookie },
        body: JSON.stringify({ datasource: { id, type: "table" }, queries: [{ columns: ["n"], row_limit }] }),
      });
      expect(response.status).toBe(202);
      cookie ||= cookieOf(response);
      jobs.push(((await response.json()) as Event).job_id);
    }
    const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await expect.poll(async () => (await locking.query(waiting)).rows[0].n, { timeout: 60_000 }).toBe(3);
    const second = await start();
    first.process.kill("SIGKILL");
    await locking.query("COMMIT");

    const events = async () => {
      const answer = await fetch(`${second.url}/api/v1/async_event/`, { headers: { ...headers, cookie } });
      const { result } = (await answer.json()) as { result: Event[] };
      return result.filter((event) => jobs.includes(event.job_id));
    };
    const finishedJobs = async () => new Set((await events()).map((event) => event.job_id)).size;
    await expect.poll(finishedJobs, { timeout: 100_000, interval: 500 }).toBe(jobs.length);
    for (const { status, result_url } of await events()) {
      expect(status).toBe("done");
      const answer = await fetch(second.url + result_url, { headers });
      expect(await answer.json()).toMatchObject({ result: [{ data: [{ n: 7 }] }] });
    }
  });
}, 180_000);
