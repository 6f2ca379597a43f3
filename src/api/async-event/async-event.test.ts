import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../scripts/services.ts";
import { createClock } from "../../server/clock.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";
import type { AsyncEvent } from "./contract.ts";

let folder = "";
let redisUrl = process.env.TESSERA_TEST_REDIS_URL ?? "";
let stopRedis = async () => {};

beforeAll(async () => {
  if (redisUrl) return;
  folder = mkdtempSync(join(tmpdir(), "tessera-redis-"));
  const redis = await startRedis(folder);
  if (typeof redis === "string") throw new Error(redis);
  redisUrl = redis.url;
  stopRedis = redis.stop;
});
afterAll(async () => {
  await stopRedis();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Job {
  channel_id: string;
  job_id: string;
  user_id: number;
  status: string;
  errors: unknown[];
  result_url: string | null;
}

interface Answered {
  result?: { data: { Origin: string }[] }[];
}

class Browser {
  readonly #client: TestClient;
  cookie: string;

  constructor(client: TestClient) {
    this.#client = client;
    this.cookie = client.cookie;
  }

  async ask(path: string, body?: object): Promise<{ status: number; body: never }> {
    const headers = { cookie: this.cookie, "content-type": "application/json" };
    const response = await this.#client.fetch(path, {
      headers,
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    for (const set of response.headers.getSetCookie()) this.cookie += `; ${set.split(";")[0]}`;
    return { status: response.status, body: (await response.json()) as never };
  }

  async events(after?: string): Promise<AsyncEvent[]> {
    const { body } = await this.ask(`/api/v1/async_event/${after ? `?last_id=${after}` : ""}`);
    return (body as { result: AsyncEvent[] }).result;
  }

  eventOf(job: Job): Promise<AsyncEvent> {
    return until(async () => (await this.events()).find((one) => one.job_id === job.job_id));
  }
}

describe.each([
  ["in this process", () => undefined],
  ["over Redis", () => redisUrl],
])("asynchronous chart data %s", (_name, redis) => {
  let server: TestServer;
  let datasetId = 0;
  let admin: Browser;
  let count = 0;
  let aheadMs = 0;

  const contextOf = (extra: object = {}, query: object = {}) => ({
    datasource: { id: datasetId, type: "table" },
    queries: [{ columns: ["Name"], metrics: ["count"], row_limit: 5 + count++, orderby: [["Name", true]], ...query }],
    ...extra,
  });
  const ask = async (browser: Browser, context: object) => {
    const answer = await browser.ask("/api/v1/chart/data", context);
    return answer as { status: number; body: Job & { result: { data: object[]; rowcount: number }[] } };
  };

  beforeAll(async () => {
    const url = redis();
    if (url) {
      const client = new Redis(url);
      await client.flushdb();
      client.disconnect();
    }
    server = await startTestServer({
      config: { redisUrl: url, features: { globalAsyncQueries: true, asyncTransport: "ws" } },
      app: { clock: createClock(() => Date.now() + aheadMs) },
    });
    datasetId = (await loadSampleData(server.app)).carsId;
    admin = new Browser(await server.as("admin"));
  });
  afterAll(() => server.stop());

  test("returns a job for an uncached query, with the same result as a direct answer", async () => {
    const context = contextOf();
    const { status, body: job } = await ask(admin, context);
    expect(status).toBe(202);
    expect(job).toMatchObject({ status: "pending", errors: [], result_url: null, user_id: expect.any(Number) });
    const event = await admin.eventOf(job);
    expect(event).toMatchObject({ status: "done", channel_id: job.channel_id, errors: [] });
    const { status: found, body } = await admin.ask(event.result_url ?? "");
    expect(found).toBe(200);
    // A cache that answers too late on a busy machine counts as a miss.
    const direct = await until(async () => {
      const answer = await ask(admin, context);
      return answer.status === 200 ? answer : undefined;
    });
    expect((body as typeof direct.body).result[0]?.data).toEqual(direct.body.result[0]?.data);
    expect(direct.body.result[0]?.rowcount).toBeGreaterThan(0);
  });

  test("resolves relative times at the time of the request", async () => {
    const { body: job } = await ask(admin, contextOf({}, { granularity: "Year", time_range: "1970-01-01 : now" }));
    const { result_url } = await admin.eventOf(job);
    aheadMs += 2000;
    expect((await admin.ask(result_url ?? "")).status).toBe(200);
  });

  test("queues forced queries, but answers uncacheable and SQL-only ones directly", async () => {
    const context = contextOf();
    await admin.eventOf((await ask(admin, context)).body);
    expect((await ask(admin, { ...context, force: true })).status).toBe(202);
    expect((await ask(admin, contextOf({ custom_cache_timeout: -1 }))).status).toBe(200);
    expect((await ask(admin, contextOf({ result_type: "query" }))).status).toBe(200);
  });

  test("returns the errors of a failed query", async () => {
    const { body: job } = await ask(admin, contextOf({}, { extras: { where: "Name = no_such_column" } }));
    const event = await admin.eventOf(job);
    expect(event).toMatchObject({ status: "error", result_url: null });
    expect(JSON.stringify(event.errors)).toContain("no_such_column");
  });

  test("returns events after the last one seen, oldest first", async () => {
    const first = await admin.eventOf((await ask(admin, contextOf())).body);
    const second = await admin.eventOf((await ask(admin, contextOf())).body);
    expect((await admin.events(first.id)).map(({ job_id }) => job_id)).toEqual([second.job_id]);
    expect(await admin.events(second.id)).toEqual([]);
    const all = await admin.events("not-an-id");
    expect(all.length).toBeGreaterThan(1);
    expect(all.at(-1)?.id).toBe(second.id);
  });

  test("hides other users' events, and results without access to the data", async () => {
    const { body: job } = await ask(admin, contextOf());
    const { result_url } = await admin.eventOf(job);
    const gamma = new Browser(await server.as("gamma"));
    expect((await gamma.ask("/api/v1/async_event/")).status).toBe(401);
    const stolen = admin.cookie.split("; ").find((part) => part.startsWith("async-token="));
    gamma.cookie += `; ${stolen}`;
    expect((await gamma.ask("/api/v1/async_event/")).status).toBe(401);
    expect((await gamma.ask(result_url ?? "")).status).toBe(403);
    expect((await new Browser(server.anonymous).ask("/api/v1/async_event/")).status).toBe(401);
  });

  test("answers directly for users without the event permission", async () => {
    const chief = await server.as("admin");
    type Pair = { id: number; permission: { name: string }; view_menu: { name: string } };
    const { body } = await chief.get<{ result: Pair[] }>("/api/v1/security/permissions-resources/?q=(page_size:1000)");
    const ids = body.result
      .filter(({ permission, view_menu }) =>
        ["can_read Chart", "all_datasource_access all_datasource_access"].includes(
          `${permission.name} ${view_menu.name}`,
        ),
      )
      .map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const role = await chief.post<{ id: number }>("/api/v1/security/roles/", { name: "Quiet" });
    const permissions = { permission_view_menu_ids: ids };
    await chief.post(`/api/v1/security/roles/${role.body.id}/permissions`, permissions);
    const quiet = new Browser(await server.as("quiet", ["Quiet"]));
    const answer = await ask(quiet, contextOf());
    expect([answer.status, answer.body.result?.[0]?.data.length]).toEqual([200, expect.any(Number)]);
  });

  test("returns 404 for an unknown key and 422 for an expired one", async () => {
    expect((await admin.ask("/api/v1/chart/data/qc-nothing")).status).toBe(404);
    const short = contextOf({ custom_cache_timeout: 1 });
    const { result_url } = await admin.eventOf((await ask(admin, short)).body);
    const missing = { status: 422, body: { message: "Error loading data from cache" } };
    await expect.poll(() => admin.ask(result_url ?? ""), { interval: 100 }).toEqual(missing);
  });

  test("recomputes a result after the dataset or the rules change", async () => {
    const byOrigin = contextOf({}, { columns: ["Origin"], orderby: [["Origin", true]] });
    const { result_url } = await admin.eventOf((await ask(admin, byOrigin)).body);
    const origins = async () => {
      const { status, body } = (await admin.ask(result_url ?? "")) as { status: number; body: Answered };
      return [status, body.result?.[0]?.data.map(({ Origin }) => Origin)];
    };
    expect(await origins()).toEqual([200, ["Europe", "Japan", "USA"]]);
    await server.app.db.updateTable("datasets").set({ changed_on: "2031-01-01T00:00:00.000000" }).execute();
    server.app.events.changed("dataset", datasetId);
    expect(await origins()).toEqual([200, ["Europe", "Japan", "USA"]]);
    const rule = { name: "Japan", filter_type: "Base", tables: [datasetId], roles: [], clause: "Origin = 'Japan'" };
    const created = await (await server.as("admin")).post<{ id: number }>("/api/v1/rowlevelsecurity/", rule);
    expect(await origins()).toEqual([200, ["Japan"]]);
    await (await server.as("admin")).delete(`/api/v1/rowlevelsecurity/${created.body.id}`);
    expect(await origins()).toEqual([200, ["Europe", "Japan", "USA"]]);
  });

  test("returns the job or the cached answer for each request of a batch", async () => {
    const stored = contextOf();
    await admin.eventOf((await ask(admin, stored)).body);
    const client = await server.as("admin");
    const batch = async () => {
      const response = await client.fetch("/api/v1/chart/data/batch", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          requests: [
            { key: "a", context: contextOf() },
            { key: "b", context: stored },
          ],
        }),
      });
      const lines = (await response.text()).trim().split("\n").sort();
      return { cookies: response.headers.getSetCookie().join(), answers: lines.map((line) => JSON.parse(line)) };
    };
    const expected = {
      cookies: expect.stringContaining("async-token="),
      answers: [
        { key: "a", status: 202, body: { status: "pending" } },
        { key: "b", status: 200, body: { result: [{ is_cached: true }] } },
      ],
    };
    // A busy cache that answers late is passed over.
    await expect.poll(batch, { interval: 100 }).toMatchObject(expected);
  });

  test("sends missed events over a WebSocket first, then new ones", async () => {
    const missed = await admin.eventOf((await ask(admin, contextOf())).body);
    const before = (await admin.events()).at(-2)?.id ?? "0-0";
    const received = await listen(before);
    expect((await received.next()).id).toBe(missed.id);
    const { body: job } = await ask(admin, contextOf());
    expect(await received.next()).toMatchObject({ job_id: job.job_id, status: "done" });
    received.close();
  });

  test("rejects WebSockets from other sites and without cookies, and closes those without a channel", async () => {
    await expect(listen("0-0", { origin: "https://elsewhere.example" })).rejects.toThrow();
    await expect(listen("0-0", { cookie: "" })).rejects.toThrow();
    const without = await listen("0-0", { cookie: (await server.as("admin")).cookie });
    expect(await without.closed).toBe(1008);
  });

  interface ReceivedEvents {
    next(): Promise<AsyncEvent>;
    closed: Promise<number>;
    close(): void;
  }

  async function listen(after: string, headers: Record<string, string> = {}): Promise<ReceivedEvents> {
    const address = `${server.url.replace("http", "ws")}/api/v1/async_event/ws?last_id=${after}`;
    const socket = new WebSocket(address, { headers: { cookie: admin.cookie, ...headers } } as never);
    const events: AsyncEvent[] = [];
    const waiting: ((event: AsyncEvent) => void)[] = [];
    socket.addEventListener("message", ({ data }) => {
      const event = JSON.parse(String(data)) as AsyncEvent;
      const next = waiting.shift();
      if (next) next(event);
      else events.push(event);
    });
    const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error("refused")));
    });
    return {
      next: () => {
        const event = events.shift();
        return event ? Promise.resolve(event) : new Promise((resolve) => waiting.push(resolve));
      },
      closed,
      close: () => socket.close(),
    };
  }
});
