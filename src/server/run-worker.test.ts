import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startPostgres, startRedis } from "../../scripts/services.ts";
import { startServer } from "../testing/stage.ts";

/** Servers and workers as processes of their own, on one PostgreSQL and one Redis. */
const WORKER = join(import.meta.dirname, "..", "main-worker.ts");
const ends: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), "tessera-worker-"));
let env: Record<string, string> = {};

beforeAll(async () => {
  const [redis, postgres] = await Promise.all([startRedis(folder), startPostgres(folder)]);
  if (typeof redis === "string" || typeof postgres === "string")
    throw new Error(`${String(redis)} ${String(postgres)}`);
  ends.push(redis.stop, postgres.stop);
  env = {
    TESSERA_REDIS_URL: redis.url,
    TESSERA_DATABASE_URL: postgres.url,
    TESSERA_SECRET_KEY: "a secret that servers and workers share",
  };
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
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

describe("a worker", () => {
  test("says in one line what it needs", async () => {
    const worker = startWorker({});
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toBe(
      "A worker needs TESSERA_REDIS_URL, TESSERA_DATABASE_URL and TESSERA_SECRET_KEY, the same as its servers.\n",
    );
  });

  test("does the jobs of a server that does none itself, and ends when it is told to", async () => {
    const port = await freePort();
    const server = await startServer({
      port,
      env: { ...env, TESSERA_FEATURE_GLOBAL_ASYNC_QUERIES: "true", TESSERA_JOBS: "off" },
    });
    ends.push(() => server.stop());
    const signedIn = await fetch(`${server.url}/api/v1/security/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: "correct horse battery", provider: "db" }),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    const asked = await fetch(`${server.url}/api/v1/chart/data`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        datasource: { id: 1, type: "table" },
        queries: [{ metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" }], columns: [] }],
      }),
    });
    expect(asked.status).toBe(202);
    const cookie = asked.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const events = async () => {
      const answer = await fetch(`${server.url}/api/v1/async_event/`, { headers: { authorization, cookie } });
      return ((await answer.json()) as { result: { status: string; result_url: string; errors: unknown }[] }).result;
    };
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await events()).toEqual([]);
    const worker = startWorker({ ...env, TESSERA_HOME: server.home });
    await expect.poll(events, { timeout: 20_000 }).toHaveLength(1);
    const [event] = await events();
    expect(event).toMatchObject({ status: "done", errors: [] });
    const result = await fetch(server.url + event?.result_url, { headers: { authorization } });
    expect(result.status).toBe(200);
    const { result: answers } = (await result.json()) as { result: { data: { n: number }[] }[] };
    expect(answers[0]?.data[0]?.n).toBeGreaterThan(0);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });
}, 120_000);
