import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type ClientRequest, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { casesOf, FULL_SIZE } from "../../testing/full-size.ts";
import { createClient, type TestClient } from "../../testing/server.ts";
import { pass, until } from "../../testing/waits.ts";

const MAIN = join(import.meta.dirname, "..", "..", "main-server.ts");
const PASSWORD = "a password of the test";

interface Running {
  url: string;
  child: ChildProcess;
  output(): string;
  ended: Promise<[number | null, NodeJS.Signals | null]>;
}

const running = new Map<ChildProcess, Promise<unknown>>();

async function launch(env: Record<string, string>): Promise<Running> {
  const port = env.TESSERA_PORT ?? String(await freePort());
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, TESSERA_HOME: home, TESSERA_EXAMPLES: "off", TESSERA_PORT: port, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve([code, signal]);
    }),
  );
  running.set(child, ended);
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}

async function start(env: Record<string, string> = {}): Promise<Running> {
  const server = await launch(env);
  const isOver = () => (server.child.exitCode ?? server.child.signalCode) !== null;
  await until(() => server.output().includes("Tessera is ready at") || isOver());
  if (isOver()) throw new Error(`the server ended: ${server.output()}`);
  return server;
}

async function fails(env: Record<string, string>): Promise<string> {
  const server = await launch(env);
  const [code] = await server.ended;
  expect(code).toBe(1);
  expect(server.output().trimEnd().split("\n")).toHaveLength(1);
  return server.output();
}

async function signIn(url: string): Promise<TestClient> {
  const response = await fetch(`${url}/login/`, {
    method: "POST",
    body: JSON.stringify({ username: "admin", password: PASSWORD }),
    headers: { "content-type": "application/json" },
  });
  expect(response.status).toBe(200);
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const { body } = await createClient(url, cookie, "").get<{ result: string }>("/api/v1/security/csrf_token/");
  return createClient(url, cookie, body.result);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "tessera-run-"));
});
afterEach(async () => {
  const all = [...running];
  for (const [child] of all) child.kill("SIGKILL");
  await Promise.all(all.map(([, ended]) => ended));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("a server", () => {
  test("prints the address and a one-time sign-in link on first start, and stops on a signal", async () => {
    const server = await start();
    const lines = server.output().trimEnd().split("\n");
    expect(lines).toHaveLength(1);
    const link = /http:\S+\/login\/\?token=\S+/.exec(server.output())?.[0] ?? "";
    expect(link.startsWith(server.url)).toBe(true);
    const first = await fetch(link, { redirect: "manual" });
    expect(first.headers.get("set-cookie")).toContain("session=");
    expect((await fetch(link, { redirect: "manual" })).headers.get("location")).toBe("/login/?link=expired");
    expect(statSync(join(home, "secret.key")).mode & 0o777).toBe(0o600);
    server.child.kill("SIGINT");
    expect(await server.ended).toEqual([0, null]);
  });

  test("makes files readable by their owner only, even in a shared folder", async () => {
    const shared = mkdtempSync(join(tmpdir(), "tessera-shared-"));
    chmodSync(shared, 0o755);
    for (const name of ["examples.duckdb", "own.duckdb"]) writeFileSync(join(shared, name), "", { mode: 0o644 });
    for (const name of ["pictures", "engine-spill"]) mkdirSync(join(shared, name), { mode: 0o755 });
    const server = await start({ TESSERA_HOME: shared, TESSERA_ADMIN_PASSWORD: PASSWORD });
    const client = await signIn(server.url);
    const form = new FormData();
    for (const [name, value] of Object.entries({ type: "csv", table_name: "t", schema: "main" })) form.set(name, value);
    form.set("file", new Blob(["a\n1\n"]), "t.csv");
    const q = encodeURIComponent("(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:!t)))");
    const [upload] = (await client.get<{ ids: number[] }>(`/api/v1/database/?q=${q}`)).body.ids;
    const sent = await client.fetch(`/api/v1/database/${upload}/upload/`, { method: "POST", body: form });
    expect(sent.status).toBe(201);
    const modes = Object.fromEntries(
      readdirSync(shared).map((name) => [name, (statSync(join(shared, name)).mode & 0o777).toString(8)]),
    );
    expect(modes).toMatchObject({ "tessera.db": "600", "tessera.db-wal": "600", "uploads.duckdb": "600" });
    const open = Object.entries(modes).filter(([, mode]) => mode !== "600" && mode !== "700");
    // Another program's file.
    expect(open).toEqual([["own.duckdb", "644"]]);
    server.child.kill("SIGTERM");
    await server.ended;
    rmSync(shared, { recursive: true, force: true });
  });

  test("keeps the secret and users on the second start", async () => {
    const before = readFileSync(join(home, "secret.key"), "utf8");
    const users = usersIn(home);
    const server = await start();
    expect(readFileSync(join(home, "secret.key"), "utf8")).toBe(before);
    expect(usersIn(home)).toEqual(users);
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual([0, null]);
  });

  test("uses a configured password instead of the sign-in link", async () => {
    const server = await start({ TESSERA_ADMIN_PASSWORD: PASSWORD });
    expect(server.output()).not.toContain("token=");
    const client = await signIn(server.url);
    expect((await client.get("/api/v1/me/")).body).toMatchObject({ result: { username: "admin" } });
  });
});

/** Its event `continue` says that the server has received the request. */
function slowSignIn(server: Running, bytes: number): ClientRequest {
  const headers = { "content-type": "application/json", "content-length": bytes, expect: "100-continue" };
  const sent = request({ port: new URL(server.url).port, path: "/login/", method: "POST", headers });
  sent.flushHeaders();
  return sent;
}

describe("a stopped server", () => {
  test("finishes what runs, isn't ready, and rejects new requests", async () => {
    const server = await start({ TESSERA_ADMIN_PASSWORD: PASSWORD });
    const json = JSON.stringify({ username: "admin", password: PASSWORD });
    const slow = slowSignIn(server, json.length);
    const answered = new Promise<number | undefined>((resolve, reject) => {
      slow.on("response", ({ statusCode }) => resolve(statusCode));
      slow.on("error", reject);
    });
    await once(slow, "continue");
    slow.write(json.slice(0, 10));
    server.child.kill("SIGTERM");
    await until(async () => (await fetch(`${server.url}/ready`)).status === 503);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const rejected = await fetch(`${server.url}/login/`, { headers: { accept: "text/html" } });
    expect(rejected.status).toBe(503);
    expect(Object.fromEntries(rejected.headers)).toMatchObject({ connection: "close", "retry-after": "2" });
    slow.end(json.slice(10));
    expect(await answered).toBe(200);
    expect(await server.ended).toEqual([0, null]);
    expect(server.output()).not.toContain("still running");
  });

  test("ends after TESSERA_DRAIN_SECONDS, or on a second signal", async () => {
    for (const { seconds, signals, code } of [
      { seconds: "1", signals: 1, code: 0 },
      { seconds: "3600", signals: 2, code: 1 },
    ]) {
      const server = await start({ TESSERA_DRAIN_SECONDS: seconds });
      const slow = slowSignIn(server, 100);
      await once(slow, "continue");
      slow.on("error", () => undefined);
      for (let sent = 0; sent < signals; sent++) {
        server.child.kill("SIGTERM");
        await until(async () => (await fetch(`${server.url}/ready`).catch(() => ({ status: 503 }))).status === 503);
      }
      expect(await server.ended).toEqual([code, null]);
      expect(server.output().includes("still running")).toBe(signals === 1);
    }
  });
});

test("an unknown setting is logged with the nearest name", async () => {
  const server = await start({ TESSERA_DATABSE_URL: "postgres://nowhere" });
  await until(() => server.output().includes("Did you mean"));
  expect(server.output()).toContain("Unknown setting TESSERA_DATABSE_URL. Did you mean TESSERA_DATABASE_URL?");
});

type Json<T> = Promise<{ status: number; body: T }>;

async function acknowledged<T>(answer: Json<T>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200 && status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const idOf = async (answer: Json<unknown>) => ((await acknowledged(answer)) as { id: number }).id;

async function makeDataset(client: TestClient, name: string): Promise<number> {
  new DatabaseSync(join(home, "numbers.sqlite")).close();
  const uri = `sqlite:///${join(home, "numbers.sqlite")}`;
  const database = await idOf(client.post("/api/v1/database/", { database_name: name, sqlalchemy_uri: uri }));
  return idOf(client.post("/api/v1/dataset/", { database, schema: "main", table_name: name, sql: "select 1 as n" }));
}

async function savesOf(client: TestClient, name: string): Promise<((n: number) => Promise<Saved>)[]> {
  const datasource_id = await makeDataset(client, name);
  const makeChart = (slice_name: string) =>
    idOf(
      client.post("/api/v1/chart/", {
        ...{ slice_name, datasource_id, datasource_type: "table", viz_type: "table" },
        params: JSON.stringify({ viz_type: "table", all_columns: ["n"] }),
      }),
    );
  const makeDashboard = (dashboard_title: string) => idOf(client.post("/api/v1/dashboard/", { dashboard_title }));
  const chart = await makeChart(name);
  const dashboard = await makeDashboard(name);
  return [
    async (n) => ({ table: "charts", id: await makeChart(`${name}, ${n}`), n }),
    async (n) => ({ table: "dashboards", id: await makeDashboard(`${name}, ${n}`), n }),
    async (n) => {
      await acknowledged(client.put(`/api/v1/chart/${chart}`, { slice_name: `${name}, ${n}` }));
      return { table: "charts", id: chart, n };
    },
    async (n) => {
      const json_metadata = JSON.stringify({ color_scheme: `${n}` });
      const body = { dashboard_title: `${name}, ${n}`, json_metadata, css: ".n {}".repeat(n) };
      await acknowledged(client.put(`/api/v1/dashboard/${dashboard}`, body));
      return { table: "dashboards", id: dashboard, n };
    },
  ];
}

interface Saved {
  table: "charts" | "dashboards";
  id: number;
  n: number;
}

function lost(database: DatabaseSync, saves: readonly Saved[]): Saved[] {
  const held = { charts: new Map<number, number>(), dashboards: new Map<number, number>() };
  const rows = database.prepare(
    "select 'charts' as t, id, slice_name as name from charts union all select 'dashboards', id, dashboard_title from dashboards",
  );
  for (const { t, id, name } of rows.all()) {
    held[t as Saved["table"]].set(Number(id), Number(String(name).split(", ").at(-1)));
  }
  return saves.filter(({ table, id, n }) => !((held[table].get(id) ?? -1) >= n));
}

function usersIn(folder: string): unknown {
  const database = new DatabaseSync(join(folder, "tessera.db"), { readOnly: true });
  const rows = database.prepare("select id, uuid, username, created_on from users").all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

describe("a first start that is killed", () => {
  test("is completed by the next start", async () => {
    const fresh = mkdtempSync(join(tmpdir(), "tessera-run-"));
    for (const afterMs of FULL_SIZE ? [150, 250, 350, 450] : [250, 400]) {
      const server = await launch({ TESSERA_HOME: fresh });
      await pass(afterMs, "any instant has to do");
      server.child.kill("SIGKILL");
      await server.ended;
    }
    const server = await start({ TESSERA_HOME: fresh, TESSERA_ADMIN_PASSWORD: PASSWORD });
    expect(usersIn(fresh)).toHaveLength(1);
    const client = await signIn(server.url);
    expect((await client.get("/api/v1/security/users/")).body).toMatchObject({
      result: [{ username: "admin", roles: [{ name: "Admin" }] }],
    });
    server.child.kill("SIGTERM");
    await server.ended;
    rmSync(fresh, { recursive: true, force: true });
  });
});

describe("a home folder", () => {
  test("is locked by one server at a time and released when that server is killed", async () => {
    const first = await start();
    const refusal = await fails({});
    expect(refusal).toBe(`Another Tessera server (process ${first.child.pid}) is using ${home}.\n`);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    first.child.kill("SIGKILL");
    await first.ended;
    const next = await start();
    expect((await fetch(`${next.url}/health`)).status).toBe(200);
  });

  test("keeps every acknowledged save when the server is killed", async () => {
    for (let round = 0; round < casesOf(1, 3); round++) {
      const server = await start({ TESSERA_ADMIN_PASSWORD: PASSWORD });
      const client = await signIn(server.url);
      const saved: Saved[] = [];
      const refusals: string[] = [];
      const writers = (await savesOf(client, `round ${round}`)).map(async (save) => {
        for (let n = 0; ; n++) saved.push(await save(n));
      });
      const all = Promise.all(writers.map((writer) => writer.catch((error) => refusals.push(String(error)))));
      await until(() => saved.length >= 25 + 40 * round || refusals.length > 0);
      expect(refusals).toEqual([]);
      server.child.kill("SIGKILL");
      await server.ended;
      await all;
      const database = new DatabaseSync(join(home, "tessera.db"));
      expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
      expect(lost(database, saved)).toEqual([]);
      database.close();
    }
  });
});

describe("start failures are one line", () => {
  test("a port in use", async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, "127.0.0.1", () => resolve((blocker.address() as { port: number }).port));
    });
    expect(await fails({ TESSERA_PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set TESSERA_PORT to another port.\n`,
    );
    blocker.close();
  });

  test("a home that isn't a folder or isn't writable", async () => {
    const file = join(home, "a-file");
    writeFileSync(file, "");
    const expected = `The folder ${join(file, "x")} isn't writable. Set TESSERA_HOME to a writable folder.\n`;
    expect(await fails({ TESSERA_HOME: join(file, "x") })).toBe(expected);
    if (existsSync("/proc/version")) {
      expect(await fails({ TESSERA_HOME: "/proc/tessera" })).toContain("/proc/tessera isn't writable");
    }
  });

  test("a full disk", async () => {
    if (!existsSync("/dev/full")) return;
    const { startFailureText } = await import("./start-failure.ts");
    const { readConfig } = await import("../config/config.ts");
    let failure: unknown;
    try {
      writeFileSync("/dev/full", "x");
    } catch (error) {
      failure = error;
    }
    expect(startFailureText(failure, readConfig({ TESSERA_HOME: home }, home))).toBe(`No disk space left for ${home}.`);
  });

  test("invalid settings, an unreachable database or Redis, a corrupted store", async () => {
    expect(await fails({ TESSERA_PORT: "http" })).toContain("TESSERA_PORT must be a port number");
    expect(await fails({ TESSERA_DATABASE_URL: "mysql://x" })).toContain("TESSERA_DATABASE_URL must start with");
    expect(await fails({ TESSERA_SECRET_KEY: "short" })).toContain("at least 32 characters");
    const nowhere = `127.0.0.1:${await freePort()}`;
    expect(await fails({ TESSERA_DATABASE_URL: `postgres://x@${nowhere}/x` })).toContain(
      "Can't use the database in TESSERA_DATABASE_URL",
    );
    const other = mkdtempSync(join(tmpdir(), "tessera-run-"));
    writeFileSync(join(other, "tessera.db"), "this is not a database, whatever its name says".repeat(100));
    expect(await fails({ TESSERA_HOME: other })).toContain(`The database in ${other} is corrupted`);
    rmSync(other, { recursive: true, force: true });
  });
});

test("a command ends if Redis can't be reached", async () => {
  const env = { PATH: process.env.PATH, TESSERA_HOME: home, TESSERA_REDIS_URL: "redis://127.0.0.1:1" };
  const main = join(import.meta.dirname, "..", "..", "main-cli.ts");
  const child = spawn(process.execPath, [main, "user", "list"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stderr.on("data", (text) => (output += String(text)));
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(output).toContain("Can't connect to the Redis in TESSERA_REDIS_URL");
});

test.skipIf(process.platform !== "linux")(
  "a server has the memory settings that only a program's start can have",
  async () => {
    const { child } = await start({ TESSERA_MEMORY_LIMIT: "1GB" });
    const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, "utf8").split("\0");
    expect(read("cmdline")).toContain("--max-old-space-size=614");
    expect(read("environ")).toEqual(expect.arrayContaining(["MALLOC_ARENA_MAX=2", "MALLOC_MMAP_THRESHOLD_=100000"]));
    expect(await fails({ TESSERA_MEMORY_LIMIT: "lots", TESSERA_HOME: join(home, "other") })).toContain(
      'TESSERA_MEMORY_LIMIT must be a size from 512MB to 1024GB, such as 2GB, not "lots".',
    );
  },
);
