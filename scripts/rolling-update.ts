import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, startPostgres, startRedis } from "./services.ts";

const USAGE = `node scripts/rolling-update.ts FOLDER     replaces servers of the version in FOLDER by this one, under load

FOLDER has the sources of the last release with their node_modules. Fails if any request fails.`;

const PASSWORD = "correct horse battery";
const MIXED_MS = 15_000;
const CLIENTS = 4;

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
type Json = any;

interface Server {
  port: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "tessera-rolling-"));
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
const upstreams: number[] = [];

async function main(old: string): Promise<void> {
  const [postgres, redis] = await Promise.all([startPostgres(folder), startRedis(folder)]);
  if (typeof postgres === "string" || typeof redis === "string")
    throw new Error(`${String(postgres)} ${String(redis)}`);
  ends.push(postgres.stop, redis.stop);
  const env = {
    TESSERA_DATABASE_URL: postgres.url,
    TESSERA_REDIS_URL: redis.url,
    TESSERA_SECRET_KEY: "a secret that both servers share",
    TESSERA_DATABASE_FOLDERS: folder,
    TESSERA_EXAMPLES: "off",
    TESSERA_ADMIN_PASSWORD: PASSWORD,
  };
  const first = await startServer(old, "first", env);
  const second = await startServer(old, "second", env);
  upstreams.push(first.port, second.port);
  const address = await startProxy();
  const load = startLoad(address, await prepareData(address));
  await delay(MIXED_MS / 3);
  await replace(first, "third", env);
  console.log("both versions run");
  await delay(MIXED_MS);
  await replace(second, "fourth", env);
  await delay(MIXED_MS / 3);
  const { counts, failures } = await load.stop();
  console.log(counts);
  for (const failure of failures.slice(0, 20)) console.error(failure);
  if (failures.length > 0) throw new Error(`${failures.length} requests failed`);
  console.log("No request failed.");
}

/** The new server first, so that there are always two; then the proxy forgets the old one, as before any stop signal. */
async function replace(server: Server, name: string, env: Record<string, string>): Promise<void> {
  const next = await startServer(root, name, env);
  upstreams.push(next.port);
  upstreams.splice(upstreams.indexOf(server.port), 1);
  await delay(200);
  await server.stop();
  console.log(`replaced by the ${name} server`);
}

async function startServer(sources: string, name: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const home = join(folder, name);
  mkdirSync(home);
  const child = spawn(process.execPath, [join(sources, "src", "main-server.ts")], {
    env: { PATH: process.env.PATH, ...env, TESSERA_PORT: String(port), TESSERA_HOME: home },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  ends.push(stop);
  while (!(await isUp(port))) {
    if (child.exitCode !== null) throw new Error(`the ${name} server ended`);
    await delay(200);
  }
  return { port, stop };
}

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Takes turns, and doesn't retry. */
async function startProxy(): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const proxy = createServer((request, response) => {
    const port = upstreams[turn++ % upstreams.length];
    const { method, url: path, headers } = request;
    const onward = httpRequest({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", (error) => response.headersSent || response.writeHead(502).end(error.message));
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => proxy.close(resolve)));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

interface Data {
  chart: number;
  dataset: number;
  database: number;
  form: object;
}

async function prepareData(address: string): Promise<Data> {
  const file = join(folder, "orders.db");
  const orders = new DatabaseSync(file);
  orders.exec("create table orders (city text, n integer); insert into orders values ('Oslo', 3), ('Rome', 5)");
  orders.close();
  const call = await signedIn(address);
  const body = { database_name: "orders", sqlalchemy_uri: `sqlite:///${file}`, expose_in_sqllab: true };
  const database = (await call("POST", "/api/v1/database/", body)).id;
  const dataset = (await call("POST", "/api/v1/dataset/", { database, schema: "main", table_name: "orders" })).id;
  const form = { viz_type: "table", datasource: `${dataset}__table`, query_mode: "raw", all_columns: ["city", "n"] };
  const chart = { slice_name: "Orders", viz_type: "table", datasource_id: dataset, datasource_type: "table" };
  const { id } = await call("POST", "/api/v1/chart/", { ...chart, params: JSON.stringify(form) });
  return { chart: id, dataset, database, form };
}

type Call = (method: string, path: string, body?: object) => Promise<Json>;

async function signedIn(address: string): Promise<Call> {
  let headers: Record<string, string> = { "content-type": "application/json" };
  const call: Call = async (method, path, body) => {
    const answer = await fetch(address + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const login = { username: "admin", password: PASSWORD, provider: "db" };
  const { access_token } = await call("POST", "/api/v1/security/login", login);
  headers = { ...headers, authorization: `Bearer ${access_token}` };
  return call;
}

function startLoad(address: string, { chart, dataset, database, form }: Data) {
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let isOver = false;
  const query = { columns: ["city", "n"], metrics: [], row_limit: 10 };
  const sqlQuery = { database_id: database, sql: "select * from orders", schema: "main", runAsync: false };
  const steps: Record<string, (call: Call, turn: number) => Promise<unknown>> = {
    lists: (call) => call("GET", "/api/v1/chart/?q=(page_size:25)"),
    dashboards: (call) => call("GET", "/api/v1/dashboard/"),
    "chart data": (call, turn) =>
      call("POST", "/api/v1/chart/data", {
        datasource: { id: dataset, type: "table" },
        force: turn % 2 === 0,
        queries: [{ ...query, row_limit: 1 + (turn % 50) }],
        form_data: form,
      }),
    saves: (call, turn) => call("PUT", `/api/v1/chart/${chart}`, { description: `turn ${turn}` }),
    "new dashboards": (call, turn) => call("POST", "/api/v1/dashboard/", { dashboard_title: `Turn ${turn}` }),
    SQL: (call, turn) => call("POST", "/api/v1/sqllab/execute/", { ...sqlQuery, client_id: `r${turn}`.slice(0, 11) }),
  };
  let turn = 0;
  const client = async () => {
    while (!isOver) {
      let call: Call | undefined;
      const note = async (name: string, work: () => Promise<unknown>) => {
        counts[name] = (counts[name] ?? 0) + 1;
        await work().catch((error: Error) => failures.push(`${name}: ${error.message} ${error.cause ?? ""}`));
      };
      await note("sign-ins", async () => {
        call = await signedIn(address);
      });
      for (let round = 0; call && round < 5 && !isOver; round++) {
        for (const [name, step] of Object.entries(steps)) {
          turn += 1;
          const [by, at] = [call, turn];
          await note(name, () => step(by, at));
        }
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return { counts, failures };
    },
  };
}

try {
  const [old] = process.argv.slice(2);
  if (old === undefined) throw new Error(USAGE);
  await main(resolve(old));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const end of ends.reverse()) await end();
}
