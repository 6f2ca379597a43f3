import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startPostgres } from "../../../scripts/services.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";

const LIMIT_MS = 1500;
/** For a busy machine. */
const MARGIN_MS = 1000;
const TOKEN = "a token of the test";
const folder = mkdtempSync(join(tmpdir(), "tessera-hanging-"));
let store: Service;
let proxy: Proxy;
let server: TestServer;
let admin: TestClient;
let direct: pg.Client;

interface Proxy {
  port: number;
  /** Accepts connections and data, and passes nothing on. */
  hold(): void;
  pass(): void;
  close(): void;
}

async function startProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const link = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (data) => to.write(data));
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isHeld) from.pause();
  };
  const listening: Server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    link(client, upstream);
    link(upstream, client);
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    pass: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      listening.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

beforeAll(async () => {
  const started = await startPostgres(folder);
  if (typeof started === "string") throw new Error(started);
  store = started;
  direct = new pg.Client({ connectionString: store.url });
  await direct.connect();
  proxy = await startProxy(Number(new URL(store.url).port));
  const url = store.url.replace(/:\d+\//, `:${proxy.port}/`);
  server = await startTestServer({
    app: { store: { url, file: "", hangsAfterMs: LIMIT_MS } },
    config: { metrics: { token: TOKEN, networks: [] } },
  });
  admin = await server.as("admin");
}, 60_000);
afterAll(async () => {
  await server?.stop();
  proxy?.close();
  await direct?.end();
  await store?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const since = performance.now();
  const result = await work;
  return { result, ms: performance.now() - since };
}

const page = (language: string) =>
  admin.fetch("/dashboard/list/", { headers: { accept: "text/html", "accept-language": language } });

async function storeConnections(): Promise<number> {
  const { rows } = await direct.query(
    "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return rows[0].n;
}

async function storeProcesses(): Promise<number[]> {
  const { rows } = await direct.query(
    "select pid from pg_stat_activity where pid <> pg_backend_pid() union select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int",
  );
  return rows.map(({ pid }) => pid as number);
}

const HANGS: [name: string, stop: () => Promise<() => void>][] = [
  [
    "accepts connections and forwards nothing",
    async () => {
      proxy.hold();
      return () => proxy.pass();
    },
  ],
  [
    "is stopped",
    async () => {
      const pids = await storeProcesses();
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of pids) process.kill(pid, "SIGCONT");
      };
    },
  ],
];

describe.each(HANGS)("a store that %s", (_, stop) => {
  let goOn: () => void;
  beforeAll(async () => {
    expect((await admin.get("/api/v1/chart/")).status).toBe(200);
    const resume = await stop();
    let isStopped = true;
    goOn = () => {
      if (isStopped) resume();
      isStopped = false;
    };
  });
  afterAll(() => goOn());

  test("gives calls a 503 in time", async () => {
    const { result, ms } = await timed(admin.get("/api/v1/chart/"));
    expect(result).toMatchObject({
      status: 503,
      body: {
        errors: [
          { error_type: "GENERIC_BACKEND_ERROR", message: "Can't reach the server's database. Try again in a moment." },
        ],
      },
    });
    expect(Number(result.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(ms).toBeLessThan(LIMIT_MS + MARGIN_MS);
  });

  test("gives browsers a page in their language, with the request's id", async () => {
    const { result, ms } = await timed(page("de"));
    const html = await result.text();
    expect([result.status, result.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain(`>${result.headers.get("x-request-id")}</code>`);
    expect(html).toContain("Erneut versuchen");
    expect(await (await page("ar")).text()).toContain('<html lang="ar" dir="rtl">');
    expect(ms).toBeLessThan(LIMIT_MS + MARGIN_MS);
  });

  test("isn't ready, and says why to those who may know", async () => {
    const operator = await timed(server.anonymous.get<string>("/ready", { authorization: `Bearer ${TOKEN}` }));
    expect(operator.result).toMatchObject({ status: 503, body: "Not ready\nCan't reach the metadata store." });
    expect(operator.ms).toBeLessThan(2000 + MARGIN_MS);
    const user = await timed(server.anonymous.get<string>("/ready"));
    expect(user.result).toMatchObject({ status: 503, body: "Not ready" });
    expect(user.ms).toBeLessThan(2000 + MARGIN_MS);
    const alive = await timed(server.anonymous.get("/health"));
    expect(alive.result.status).toBe(200);
    expect(alive.ms).toBeLessThan(500);
  });

  test("fails many calls in time", async () => {
    const { result, ms } = await timed(Promise.all(Array.from({ length: 40 }, () => admin.get("/api/v1/chart/"))));
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([503]));
    expect(ms).toBeLessThan(LIMIT_MS + MARGIN_MS);
  });

  test("goes on when it responds again, without losing connections", async () => {
    goOn();
    const { ms } = await timed(until(async () => (await admin.get("/api/v1/chart/")).status === 200));
    expect(ms).toBeLessThan(LIMIT_MS + 2 * MARGIN_MS);
    expect((await server.anonymous.get("/ready")).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 40 }, () => admin.get("/api/v1/chart/")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await until(async () => (await storeConnections()) <= 10);
  });
});

test("a slow statement isn't a hanging store", async () => {
  const slow = sql`select pg_sleep(${(3 * LIMIT_MS) / 1000})`.execute(server.app.db);
  const calls = Promise.all(Array.from({ length: 5 }, () => admin.get("/api/v1/chart/")));
  expect((await calls).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await slow).rows).toHaveLength(1);
});
