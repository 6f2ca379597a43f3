import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../../scripts/services.ts";
import { createClock } from "../../../server/clock.ts";
import { engineOf } from "../../../server/engine/app-engine.ts";
import { loadSampleData, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { pass } from "../../../testing/waits.ts";
import { chartDataOf } from "./answer.ts";

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

interface Answer {
  is_cached: boolean | null;
  cached_dttm: string | null;
  cache_key: string;
  cache_timeout: number;
  data: Record<string, unknown>[];
}

describe.each([
  ["in memory", () => undefined],
  ["in Redis", () => redisUrl],
])("the cache %s", (_name, redis) => {
  let server: TestServer;
  let data: SampleData;
  let admin: TestClient;
  let count = 0;

  beforeAll(async () => {
    const url = redis();
    server = await startTestServer({ config: { redisUrl: url } });
    data = await loadSampleData(server.app);
    admin = await server.as("admin");
  });
  afterAll(() => server.stop());

  const fresh = (rest: object = {}, query: object = {}) => ({
    datasource: { id: data.carsId, type: "table" },
    queries: [
      { columns: ["Origin"], metrics: ["count"], orderby: [["Origin", true]], row_limit: 1000 + count++, ...query },
    ],
    ...rest,
  });
  const ask = async (context: object, client = admin): Promise<Answer> => {
    const { status, body } = await client.post<{ result: Answer[] }>("/api/v1/chart/data", context);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.result[0] as Answer;
  };
  const isCached = async (context: object, client = admin) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      if ((await ask(context, client)).is_cached === true) return true;
      await pass(10, "nothing may happen meanwhile");
    }
    return false;
  };

  test("is shared by all users with access, and bypassed by force", async () => {
    const context = fresh();
    const first = await ask(context);
    expect([first.is_cached, first.cached_dttm]).toEqual([null, null]);
    expect(await isCached(context)).toBe(true);
    expect(await isCached(context, await server.as("alpha"))).toBe(true);
    expect((await ask({ ...context, force: true })).is_cached).toBeNull();
    expect(await isCached(context)).toBe(true);
    expect((await ask(context)).cache_key).toBe(first.cache_key);
  });

  test("uses the timeout of the request, the chart, the dataset, the database, in this order", async () => {
    const timeoutOf = async (rest: object) => (await ask(fresh(rest))).cache_timeout;
    const chart = await admin.post<{ id: number }>("/api/v1/chart/", {
      slice_name: `Cached ${count}`,
      viz_type: "table",
      datasource_id: data.carsId,
      datasource_type: "table",
      cache_timeout: 300,
    });
    const form_data = { viz_type: "table", slice_id: chart.body.id };
    expect(await timeoutOf({})).toBe(86_400);
    await server.app.db
      .updateTable("databases")
      .set({ cache_timeout: 900 })
      .where("id", "=", data.databaseId)
      .execute();
    server.app.events.changed("database", data.databaseId);
    expect(await timeoutOf({})).toBe(900);
    await admin.put(`/api/v1/dataset/${data.carsId}`, { cache_timeout: 600 });
    expect(await timeoutOf({})).toBe(600);
    expect(await timeoutOf({ form_data })).toBe(300);
    expect(await timeoutOf({ form_data, custom_cache_timeout: 60 })).toBe(60);
    await admin.put(`/api/v1/chart/${chart.body.id}`, { cache_timeout: 120 });
    expect(await timeoutOf({ form_data })).toBe(120);
  });

  test("stores nothing for a timeout of -1, and expires", async () => {
    const never = fresh({ custom_cache_timeout: -1 });
    await ask(never);
    expect(await isCached(never)).toBe(false);
    const short = fresh({ custom_cache_timeout: 1 });
    await ask(short);
    expect(await isCached(short)).toBe(true);
    await expect.poll(async () => (await ask(short)).is_cached, { interval: 100 }).toBeNull();
  });

  test("isn't used where caching is off", async () => {
    const chart = { slice_name: "live", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
    const { id } = (await admin.post<{ id: number }>("/api/v1/chart/", chart)).body;
    const row_limit = 7000 + count++;
    const ofChart = fresh({ form_data: { slice_id: id } }, { row_limit });
    await ask(ofChart);
    expect(await isCached(ofChart)).toBe(true);
    expect((await ask(fresh({ custom_cache_timeout: -1 }, { row_limit }))).is_cached).toBeNull();
    await admin.put(`/api/v1/chart/${id}`, { cache_timeout: -1 });
    expect((await ask(ofChart)).is_cached).toBeNull();
    expect((await ask(ofChart)).is_cached).toBeNull();
    await admin.put(`/api/v1/chart/${id}`, { cache_timeout: null });
    expect(await isCached(ofChart)).toBe(true);
  });

  test("uses a different key for every difference in the request", async () => {
    const row_limit = 5000 + count++;
    const variants = [
      {},
      { filters: [{ col: "Origin", op: "==", val: "USA" }] },
      { filters: [{ col: "Origin", op: "==", val: "usa" }] },
      { extras: { where: "Cylinders > 4" } },
      { columns: ["Origin", "Cylinders"] },
      { metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" }] },
      { post_processing: [{ operation: "cum", options: { columns: { count: "count" }, operator: "sum" } }] },
      { result_type: "samples" },
    ];
    for (const variant of variants) expect((await ask(fresh({}, { row_limit, ...variant }))).is_cached).toBeNull();
    for (const variant of variants) expect(await isCached(fresh({}, { row_limit, ...variant }))).toBe(true);
  });

  test("is stale after the dataset changes", async () => {
    const context = fresh();
    await ask(context);
    expect(await isCached(context)).toBe(true);
    await admin.put(`/api/v1/dataset/${data.carsId}`, { description: `changed ${count}` });
    expect((await ask(context)).is_cached).toBeNull();
  });

  test("never shows rows that a new rule hides", async () => {
    const gamma = await server.as("gamma");
    const gammaRole = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "Gamma")
      .executeTakeFirstOrThrow();
    const grant = { role_id: gammaRole.id, permission: "all_datasource_access", view: "all_datasource_access" };
    await server.app.db.insertInto("role_permissions").values(grant).execute();
    server.app.events.changed("role");
    const context = fresh();
    expect(await ask(context, gamma)).toMatchObject({ is_cached: null });
    expect(await isCached(context, gamma)).toBe(true);
    const rule = await admin.post<{ id: number }>("/api/v1/rowlevelsecurity/", {
      name: `Only Japan ${count}`,
      filter_type: "Regular",
      clause: "Origin = 'Japan'",
      tables: [data.carsId],
      roles: [gammaRole.id],
    });
    expect(rule.status).toBe(201);
    expect((await ask(context, gamma)).data.map((row) => row.Origin)).toEqual(["Japan"]);
    expect((await ask(context)).data).toHaveLength(3);
    await admin.delete(`/api/v1/rowlevelsecurity/${rule.body.id}`);
    expect((await ask(context, gamma)).data).toHaveLength(3);
    await server.app.db
      .deleteFrom("role_permissions")
      .where("role_id", "=", gammaRole.id)
      .where("permission", "=", "all_datasource_access")
      .execute();
    server.app.events.changed("role");
    expect((await gamma.post("/api/v1/chart/data", context)).status).toBe(403);
  });

  test("isn't used after a change of the database or SQL", async () => {
    for (const [file, rows] of Object.entries({ one: 1, two: 2 })) {
      const statements = [`CREATE TABLE t AS SELECT range AS a FROM range(${rows})`];
      await engineOf(server.app).load({ file: join(server.app.config.home, `${file}.duckdb`), statements });
    }
    const create = async (path: string, body: object) => {
      const answer = await admin.post<{ id: number }>(path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.id;
    };
    const at = (file: string) => ({ sqlalchemy_uri: `duckdb:///${file}.duckdb` });
    const database = await create("/api/v1/database/", { database_name: "moving", ...at("one") });
    const inner = await create("/api/v1/dataset/", { database, schema: "main", table_name: "t" });
    const sql = `SELECT * FROM {{ dataset(${inner}) }}`;
    const outer = await create("/api/v1/dataset/", { database, schema: "main", table_name: "outer", sql });
    const change = async (path: string, body: object) => expect((await admin.put(path, body)).status).toBe(200);
    const metric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" };
    const contexts = [inner, outer].map((id) => ({
      datasource: { id, type: "table" },
      queries: [{ columns: [], metrics: [metric] }],
    }));
    const counts = async () => {
      for (const context of contexts) expect(await isCached(context)).toBe(true);
      return Promise.all(contexts.map(async (context) => (await ask(context)).data[0]?.n));
    };
    expect(await counts()).toEqual([1, 1]);
    await change(`/api/v1/database/${database}`, at("two"));
    expect((await ask(contexts[0] as object)).data).toEqual([{ n: 2 }]);
    expect(await counts()).toEqual([2, 2]);
    await change(`/api/v1/dataset/${inner}`, { sql: "SELECT 7 AS a UNION ALL SELECT 8 UNION ALL SELECT 9" });
    expect((await ask(contexts[1] as object)).data).toEqual([{ n: 3 }]);
    expect(await counts()).toEqual([3, 3]);
  });

  test("isn't used after access is lost, for whatever reason", async () => {
    const { app } = server;
    const create = async (path: string, body: object) => (await admin.post<{ id: number }>(path, body)).body.id;
    const role = await create("/api/v1/security/roles/", { name: `reads ${count}` });
    const view = `[samples].[cars](id:${data.carsId})`;
    const give = () =>
      app.db.insertInto("role_permissions").values({ role_id: role, permission: "datasource_access", view }).execute();
    await give();
    app.events.changed("role");
    const reader = await server.as("reader", ["Gamma"]);
    const id = await server.userId("reader");
    const group = await create("/api/v1/security/groups/", { name: `readers ${count}`, roles: [role], users: [] });
    const { id: gamma } = await app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "Gamma")
      .executeTakeFirstOrThrow();
    const context = fresh();
    const put = async (path: string, body: object) =>
      expect((await admin.put(`/api/v1/${path}`, body)).status).toBe(200);
    const ways: readonly [get: () => Promise<unknown>, lose: () => Promise<unknown>][] = [
      [
        () => put(`security/users/${id}`, { roles: [gamma, role] }),
        () => put(`security/users/${id}`, { roles: [gamma] }),
      ],
      [() => put(`security/groups/${group}`, { users: [id] }), () => put(`security/groups/${group}`, { users: [] })],
      [
        () => put(`security/roles/${role}/users`, { user_ids: [id] }),
        () => admin.post(`/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [] }),
      ],
      [() => put(`dataset/${data.carsId}`, { owners: [id] }), () => put(`dataset/${data.carsId}`, { owners: [] })],
    ];
    const status = async () => (await reader.post("/api/v1/chart/data", context)).status;
    for (const [i, [get, lose]] of ways.entries()) {
      expect([i, await status()]).toEqual([i, 403]);
      await get();
      expect(await isCached(context, reader), String(i)).toBe(true);
      await lose();
    }
    expect(await status()).toBe(403);
  });
});

describe("answers for time ranges up to now", () => {
  const MINUTE = 60_000;
  let now = 0;
  let server: TestServer;
  let dataset = 0;

  beforeAll(async () => {
    server = await startTestServer({ app: { clock: createClock(() => now) } });
    dataset = (await loadSampleData(server.app)).carsId;
  });
  afterAll(() => server.stop());

  async function ask(range: string, minutes: number): Promise<Answer & { to_dttm: number }> {
    now = Date.UTC(2026, 2, 2) + minutes * MINUTE;
    const admin = await server.as("admin");
    const queries = [{ metrics: ["count"], granularity: "Year", time_range: range }];
    const context = { datasource: { id: dataset, type: "table" }, queries };
    const { body } = await admin.post<{ result: (Answer & { to_dttm: number })[] }>("/api/v1/chart/data", context);
    await chartDataOf(server.app).cacheWritten();
    return body.result[0] as Answer & { to_dttm: number };
  }

  test.each([
    ["a day: 10 minutes", "Last 24 hours", [601, 609, 610], [null, true, null]],
    ["a day and what follows: 10 minutes", "2026-03-01 : now", [601, 609, 610], [null, true, null]],
    ["a month: an hour", "30 days ago : now", [605, 659, 660], [null, true, null]],
    ["since the beginning: an hour", " : now", [605, 659, 660], [null, true, null]],
    ["an hour: 10 seconds", "Last 60 minutes", [605, 605.1, 605.2], [null, true, null]],
    ["a minute: not at all", "Last 60 seconds", [605, 605.005, 605.02], [null, null, null]],
    ["whole days: until midnight", "Last 7 days", [605, 1439, 1440], [null, true, null]],
  ] as const)("are reused for up to 1 %% of %s", async (_, range, minutes, cached) => {
    const answers = [];
    for (const minute of minutes) answers.push(await ask(range, minute));
    expect(answers.map(({ is_cached }) => is_cached)).toEqual(cached);
  });

  test("end at the time of the question", async () => {
    const { to_dttm } = await ask("3 days ago : now", 607);
    expect(to_dttm).toBe(Date.UTC(2026, 2, 2, 10, 7));
  });
});

test("the cache acts as empty if Redis is unreachable", async () => {
  const own = mkdtempSync(join(tmpdir(), "tessera-redis-"));
  const redis = await startRedis(own);
  if (typeof redis === "string") throw new Error(redis);
  const server = await startTestServer({ config: { redisUrl: redis.url } });
  const { carsId } = await loadSampleData(server.app);
  const admin = await server.as("admin");
  await redis.stop();
  const context = { datasource: { id: carsId, type: "table" }, queries: [{ columns: [], metrics: ["count"] }] };
  const { status, body } = await admin.post<{ result: Answer[] }>("/api/v1/chart/data", context);
  expect([status, body.result[0]?.data]).toEqual([200, [{ count: 406 }]]);
  await server.stop();
  rmSync(own, { recursive: true, force: true });
});
