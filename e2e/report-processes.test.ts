import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, startPostgres, startRedis } from "../scripts/services.ts";
import { type Mailbox, startMailbox } from "../src/testing/mailbox.ts";
import { PASSWORD, type RunningServer, startServer } from "../src/testing/stage.ts";

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
type Json = any;
type Call = (method: string, path: string, body?: object) => Promise<Json>;

const folder = mkdtempSync(join(tmpdir(), "tessera-reports-"));
const ends: (() => unknown)[] = [];
let mailbox: Mailbox;
let env: Record<string, string>;
let redisUrl = "";
let first: RunningServer;
let second: RunningServer;
let call: Call;
let chart: number;
let database: number;
let scheduled: Report;
beforeAll(async () => {
  const [redis, postgres] = await Promise.all([startRedis(folder), startPostgres(folder)]);
  if (typeof redis === "string" || typeof postgres === "string")
    throw new Error(`${String(redis)} ${String(postgres)}`);
  ends.push(redis.stop, postgres.stop);
  redisUrl = redis.url;
  mailbox = await startMailbox();
  ends.push(mailbox.stop);
  env = {
    TESSERA_DATABASE_URL: postgres.url,
    TESSERA_SECRET_KEY: "a secret that servers and workers share",
    TESSERA_DATABASE_FOLDERS: folder,
    TESSERA_EXAMPLES: "off",
    TESSERA_SMTP_URL: `smtp://127.0.0.1:${mailbox.delivery.smtp?.port}`,
    TESSERA_SMTP_FROM: "bi@example.org",
  };
  first = await launch();
  second = await launch();
  call = await callerOf(second);
  const file = join(folder, "orders.db");
  const orders = new DatabaseSync(file);
  orders.exec("create table orders (city text, n integer); insert into orders values ('Oslo', 3), ('Rome', 5)");
  orders.close();
  database = (await call("POST", "/api/v1/database/", { database_name: "orders", sqlalchemy_uri: `sqlite:///${file}` }))
    .id;
  const dataset = (await call("POST", "/api/v1/dataset/", { database, schema: "main", table_name: "orders" })).id;
  const form = { viz_type: "table", datasource: `${dataset}__table`, query_mode: "raw", all_columns: ["city", "n"] };
  const body = { slice_name: "Orders", viz_type: "table", datasource_id: dataset, datasource_type: "table" };
  chart = (await call("POST", "/api/v1/chart/", { ...body, params: JSON.stringify(form) })).id;
  scheduled = await createReport({ active: true });
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function launch(more: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ port: await freePort(), env: { ...env, ...more } });
  ends.push(() => server.process.exitCode === null && server.process.signalCode === null && server.stop());
  return server;
}

async function callerOf({ url }: RunningServer): Promise<Call> {
  let headers: Record<string, string> = { "content-type": "application/json" };
  const send: Call = async (method, path, body) =>
    (await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).json();
  const login = { username: "admin", password: PASSWORD, provider: "db" };
  headers = {
    ...headers,
    authorization: `Bearer ${(await send("POST", "/api/v1/security/login", login)).access_token}`,
  };
  return send;
}

interface Report {
  id: number;
  name: string;
}
let names = 0;
async function createReport(body: object): Promise<Report> {
  const recipients = [{ type: "Email", recipient_config_json: { target: "team@example.org" } }];
  const name = `Report ${++names}`;
  const defaults = { type: "Report", name, crontab: "* * * * *", report_format: "TEXT", active: false, recipients };
  return { id: (await call("POST", "/api/v1/report/", { ...defaults, chart, ...body })).id, name };
}

const mailsOf = ({ name }: Report) => mailbox.mails.filter(({ subject }) => subject?.includes(name));
const runs = async (id: number): Promise<Json[]> => (await call("GET", `/api/v1/report/${id}/log/`)).result;

async function runReport(id: number, by: Call = call): Promise<Json> {
  let execution_id: string | undefined;
  // The previous run may still be sending its mail.
  await expect
    .poll(async () => {
      execution_id = (await by("POST", `/api/v1/report/${id}/run`)).execution_id;
      return execution_id;
    })
    .toBeTruthy();
  const row = async () => (await runs(id)).find(({ uuid, end_dttm }) => uuid === execution_id && end_dttm !== null);
  await expect.poll(row, { timeout: 60_000 }).toBeTruthy();
  return row();
}

test("only one of two servers runs a scheduled report", async () => {
  const { id } = scheduled;
  const isEveryRunOver = async () => {
    const all = await runs(id);
    return all.length > 0 && all.every(({ end_dttm }) => end_dttm !== null);
  };
  await expect.poll(isEveryRunOver, { timeout: 100_000, interval: 500 }).toBe(true);
  await call("PUT", `/api/v1/report/${id}`, { active: false });
  // By the end of this run, a duplicate run on the other server would have ended too.
  await runReport(id);
  const all = await runs(id);
  expect(all.map(({ state, error_message }) => error_message ?? state)).toEqual(all.map(() => "Success"));
  expect(new Set(all.map(({ scheduled_dttm }) => scheduled_dttm)).size).toBe(all.length);
  await expect.poll(() => mailsOf(scheduled).length).toBe(all.length);
});

/** Takes some seconds. */
const SLOW = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 10000000) SELECT max(x) FROM c";
const TAKEN_OVER_MS = 60_000;
const alert = () => ({ type: "Alert", database, sql: SLOW, validator_type: "not null" });

/** The test measures from the death of a process to the mail of the next one. */
async function takenOver(report: Report, kill: () => Promise<unknown>): Promise<void> {
  await expect.poll(async () => (await runs(report.id))[0]?.state, { timeout: 30_000 }).toBe("Working");
  await kill();
  const start = performance.now();
  await expect.poll(() => mailsOf(report).length, { timeout: TAKEN_OVER_MS + 60_000, interval: 100 }).toBe(1);
  const seconds = Math.round((performance.now() - start) / 1000);
  expect(seconds * 1000).toBeLessThan(TAKEN_OVER_MS);
  await expect.poll(async () => (await runs(report.id)).map(({ state }) => state)).toEqual(["Success"]);
  // A duplicate would have been sent by the end of another run.
  await runReport((await createReport({})).id);
  expect(mailsOf(report)).toHaveLength(1);
}

test("a run on a killed server is taken over by another one, and sent once", async () => {
  const report = await createReport(alert());
  const byFirst = await callerOf(first);
  await byFirst("POST", `/api/v1/report/${report.id}/run`);
  await takenOver(report, () => first.stop("SIGKILL"));
});

function startWorker(name: string): { kill(signal: NodeJS.Signals): Promise<unknown>; ready: Promise<void> } {
  const more = { TESSERA_HOME: join(folder, name), TESSERA_REDIS_URL: redisUrl };
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "..", "src", "main-worker.ts")], {
    env: { PATH: process.env.PATH, ...env, ...more },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const ready = new Promise<void>((resolve) => child.stdout?.once("data", () => resolve()));
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  ends.push(() => kill("SIGKILL"));
  return { kill, ready };
}

test("a run on a killed worker is taken over by another one, and sent once", async () => {
  const server = await launch({ TESSERA_REDIS_URL: redisUrl, TESSERA_JOBS: "off" });
  const lost = startWorker("lost-worker");
  await lost.ready;
  const report = await createReport(alert());
  const byServer = await callerOf(server);
  await byServer("POST", `/api/v1/report/${report.id}/run`);
  await takenOver(report, async () => {
    await lost.kill("SIGKILL");
    await startWorker("next-worker").ready;
  });
  await server.stop();
});

test("after a restart on SQLite, only recipients that got no mail get one", async () => {
  const home = join(folder, "single");
  const own = { TESSERA_DATABASE_URL: "", TESSERA_SECRET_KEY: "", TESSERA_EXAMPLES: "off" };
  const start = async () => startServer({ home, port: await freePort(), env: { ...env, ...own } });
  const killed = await start();
  const byKilled = await callerOf(killed);
  const file = join(folder, "orders.db");
  const connection = { database_name: "orders", sqlalchemy_uri: `sqlite:///${file}` };
  const { id: source } = await byKilled("POST", "/api/v1/database/", connection);
  const recipients = ["first", "held"].map((name) => ({
    type: "Email",
    recipient_config_json: { target: `${name}@example.org` },
  }));
  const { id: dataset } = await byKilled("POST", "/api/v1/dataset/", {
    ...{ database: source, schema: "main", table_name: "orders" },
  });
  const form = { viz_type: "table", datasource: `${dataset}__table`, query_mode: "raw", all_columns: ["city", "n"] };
  const chartBody = { slice_name: "Orders", viz_type: "table", datasource_id: dataset, datasource_type: "table" };
  const { id } = await byKilled("POST", "/api/v1/chart/", { ...chartBody, params: JSON.stringify(form) });
  const report = { id: 0, name: "On SQLite" };
  const fields = { type: "Report", name: report.name, crontab: "0 0 1 1 *", report_format: "TEXT", chart: id };
  report.id = (await byKilled("POST", "/api/v1/report/", { ...fields, active: false, recipients })).id;
  const release = Promise.withResolvers<void>();
  mailbox.held.set("held@example.org", release.promise);
  await byKilled("POST", `/api/v1/report/${report.id}/run`);
  await expect.poll(() => mailsOf(report).length, { timeout: 30_000 }).toBe(1);
  await killed.stop("SIGKILL");
  mailbox.held.clear();
  release.resolve();
  const next = await start();
  ends.push(() => next.process.exitCode === null && next.stop());
  await expect.poll(() => mailsOf(report).length, { timeout: 90_000, interval: 100 }).toBe(2);
  const byNext = await callerOf(next);
  const log = async () => (await byNext("GET", `/api/v1/report/${report.id}/log/`)).result;
  await expect.poll(async () => (await log()).map(({ state }: Json) => state)).toEqual(["Success"]);
  const addresses = mailsOf(report).flatMap(({ recipients: all }) => all);
  expect(addresses).toEqual(["first@example.org", "held@example.org"]);
  await next.stop();
});

test("a worker renders and sends reports for a server without background jobs", async () => {
  const shared = { TESSERA_REDIS_URL: redisUrl };
  const server = await launch({ ...shared, TESSERA_JOBS: "off" });
  const worker: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "..", "src", "main-worker.ts")], {
    env: { PATH: process.env.PATH, TESSERA_HOME: join(folder, "worker"), ...env, ...shared },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => worker.once("close", resolve));
  const report = await createReport({ report_format: "PNG" });
  expect(await runReport(report.id, await callerOf(server))).toMatchObject({ state: "Success", error_message: null });
  expect(mailsOf(report)[0]?.attachments).toMatchObject([{ contentType: "image/png" }]);
  worker.kill("SIGTERM");
  expect(await ended).toBe(0);
});
