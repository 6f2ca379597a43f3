import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueGuestToken } from "../server/auth/guest-tokens.ts";
import { QUOTAS } from "../server/store/quotas.ts";
import { casesOf, FULL_SIZE, isSampled } from "../testing/full-size.ts";
import { loadSampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let carsId: number;
let databaseId: number;
let dashboardId: number;
let chartId: number;
let unsentId: number;

/** Smaller than the product's: the store of the test is in memory. */
const SMALL_QUOTAS = {
  objects: { rows: 2000, bytes: 100_000_000 },
  states: { rows: 40, bytes: 2_100_000 },
  guestStates: { rows: 20, bytes: 2_000_000 },
  placeStates: { rows: 1000, bytes: 100_000_000 },
  tabs: { rows: 40, bytes: 20_000_000 },
};
const { objects, states, guestStates, placeStates, tabs } = structuredClone(QUOTAS);
const setQuotas = (quotas: typeof SMALL_QUOTAS) => {
  for (const [name, quota] of Object.entries(quotas)) Object.assign(QUOTAS[name as keyof typeof SMALL_QUOTAS], quota);
};

beforeAll(async () => {
  if (!FULL_SIZE) setQuotas(SMALL_QUOTAS);
  server = await startTestServer({ checkAnswers: false });
  ({ carsId, databaseId } = await loadSampleData(server.app));
  admin = await server.as("admin");
  dashboardId = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "D" })).body.id;
  const chart = { slice_name: "C", datasource_id: carsId, datasource_type: "table" };
  chartId = (await admin.post<Json>("/api/v1/chart/", chart)).body.id;
  unsentId = (await admin.post<Json>("/api/v1/chart/", chart)).body.id;
});
afterAll(async () => {
  setQuotas({ objects, states, guestStates, placeStates, tabs });
  await server.stop();
});

const text = (bytes: number) => "x".repeat(bytes);
const json = (bytes: number) => JSON.stringify({ a: text(bytes - 8) });
const form = (bytes: number) => ({ datasource: `${carsId}__table`, viz_type: "table", a: text(bytes) });

interface Kind {
  limit: number;
  words: string;
  send(bytes: number): [method: "post" | "put", path: string, body: object];
}

const KB = 1000;
const MB = 1000 * KB;
const KINDS: Record<string, Kind> = {
  "filter state": {
    limit: 256 * KB,
    words: "256 kB",
    send: (n) => ["post", `/api/v1/dashboard/${dashboardId}/filter_state`, { value: json(n) }],
  },
  "unsaved chart": {
    limit: 256 * KB,
    words: "256 kB",
    send: (n) => [
      "post",
      "/api/v1/explore/form_data",
      { datasource_id: carsId, datasource_type: "table", form_data: json(n) },
    ],
  },
  "chart permalink": {
    limit: 250 * KB,
    words: "256 kB",
    send: (n) => ["post", "/api/v1/explore/permalink", { formData: form(n) }],
  },
  "dashboard permalink": {
    limit: 250 * KB,
    words: "256 kB",
    send: (n) => ["post", `/api/v1/dashboard/${dashboardId}/permalink`, { dataMask: { a: { b: text(n) } } }],
  },
  "SQL permalink": {
    limit: 250 * KB,
    words: "256 kB",
    send: (n) => ["post", "/api/v1/sqllab/permalink", { dbId: databaseId, name: "q", sql: text(n) }],
  },
  "dashboard CSS": {
    limit: 256 * KB,
    words: "256 kB",
    send: (n) => ["put", `/api/v1/dashboard/${dashboardId}`, { css: text(n) }],
  },
  "CSS template": {
    limit: 256 * KB,
    words: "256 kB",
    send: (n) => ["post", "/api/v1/css_template/", { template_name: "t", css: text(n) }],
  },
  theme: {
    limit: 256 * KB,
    words: "256 kB",
    send: (n) => [
      "post",
      "/api/v1/theme/",
      { theme_name: "t", json_data: JSON.stringify({ token: { fontFamily: "a" } }).padEnd(n) },
    ],
  },
  "dashboard metadata": {
    // What the server adds to it counts.
    limit: 4 * MB - 9 * KB,
    words: "4 MB",
    send: (n) => ["put", `/api/v1/dashboard/${dashboardId}`, { json_metadata: json(n) }],
  },
  "dashboard layout": {
    limit: 4 * MB,
    words: "4 MB",
    send: (n) => ["put", `/api/v1/dashboard/${dashboardId}`, { position_json: "{}".padEnd(n) }],
  },
  "chart settings": {
    limit: 4 * MB,
    words: "4 MB",
    send: (n) => ["put", `/api/v1/chart/${chartId}`, { params: json(n) }],
  },
  "chart query": {
    limit: 4 * MB,
    words: "4 MB",
    send: (n) => ["put", `/api/v1/chart/${chartId}`, { query_context: json(n) }],
  },
  "chart description": {
    limit: 64 * KB,
    words: "64 kB",
    send: (n) => ["put", `/api/v1/chart/${chartId}`, { description: text(n) }],
  },
  "chart query that the page sends": {
    limit: 256 * KB,
    words: "256 kB",
    send: (n) => ["put", `/api/v1/chart/${unsentId}`, { query_context: json(n), query_context_generation: true }],
  },
  "saved query": {
    limit: MB,
    words: "1 MB",
    send: (n) => ["post", "/api/v1/saved_query/", { label: "q", db_id: databaseId, sql: text(n) }],
  },
  "SQL Lab tab": {
    limit: MB,
    words: "1 MB",
    send: (n) => ["post", "/tabstateview/", { queryEditor: JSON.stringify({ dbId: databaseId, sql: text(n) }) }],
  },
  "annotation metadata": {
    limit: 64 * KB,
    words: "64 kB",
    send: (n) => [
      "post",
      "/api/v1/annotation_layer/1/annotation/",
      { short_descr: text(20), start_dttm: "2020-01-01", end_dttm: "2020-01-02", json_metadata: json(n) },
    ],
  },
};

describe("a text", () => {
  beforeAll(async () => {
    expect((await admin.post("/api/v1/annotation_layer/", { name: "L" })).status).toBe(201);
  });

  test.each(Object.entries(KINDS).filter((_, at) => isSampled(at, 3)))(
    "as %s is stored up to its limit; beyond, the answer names it",
    async (_, kind) => {
      const send = async (bytes: number) => {
        const [method, path, body] = kind.send(bytes);
        return admin[method]<Json>(path, body);
      };
      const refused = await send(kind.limit + 10 * KB);
      expect(refused.status).toBe(413);
      expect(JSON.stringify(refused.body)).toContain(kind.words);
      const stored = await send(kind.limit);
      expect([200, 201]).toContain(stored.status);
    },
  );

  test("is measured in bytes, not characters", async () => {
    const path = `/api/v1/dashboard/${dashboardId}`;
    expect((await admin.put(path, { css: "é".repeat(129 * KB) })).status).toBe(413);
  });

  test("has the same limit if it grows in parts, such as filters added one by one", async () => {
    const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Filters" })).body;
    const path = `/api/v1/dashboard/${id}/filters`;
    const filter = (n: number) => ({
      ...{ id: `NATIVE_FILTER-${n}`, name: "f", filterType: "filter_select", targets: [{}] },
      ...{ description: text(1900 * KB), scope: { rootPath: ["ROOT_ID"], excluded: [] }, type: "NATIVE_FILTER" },
    });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await admin.put(path, { modified: [filter(n)] })).status);
    expect(statuses).toEqual([200, 200, 413]);
  });
});

describe("quotas per user", () => {
  test("delete the user's oldest states, and no other user's", async () => {
    const [ada, ben] = [await server.as("ada", ["Alpha"]), await server.as("ben", ["Alpha"])];
    const path = `/api/v1/dashboard/${dashboardId}/filter_state`;
    const keep = async (client: TestClient) => (await client.post<Json>(path, { value: "{}" })).body.key as string;
    const [first, others] = [await keep(ada), await keep(ben)];
    const keys: string[] = [];
    for (let n = 0; n < QUOTAS.states.rows; n++) keys.push(await keep(ada));
    expect((await ada.get(`${path}/${first}`)).status).toBe(404);
    expect((await ada.get(`${path}/${keys[0]}`)).status).toBe(200);
    expect((await ada.get(`${path}/${others}`)).status).toBe(200);
  });

  test("limit the bytes of states, also when they grow by changes", async () => {
    const cyd = await server.as("cyd", ["Alpha"]);
    const path = `/api/v1/dashboard/${dashboardId}/filter_state`;
    for (let n = 0; n < casesOf(12, 60); n++) {
      const { key } = (await cyd.post<Json>(path, { value: "{}" })).body;
      expect((await cyd.put(`${path}/${key}`, { value: json(250 * KB) })).status).toBe(200);
    }
    const owner = await server.userId("cyd");
    const rows = await server.app.db.selectFrom("key_values").select("value").where("owner_id", "=", owner).execute();
    const bytes = rows.reduce((sum, { value }) => sum + value.length, 0);
    expect(bytes).toBeGreaterThan(0.9 * QUOTAS.states.bytes);
    expect(bytes).toBeLessThanOrEqual(QUOTAS.states.bytes);
  });

  test("limit API keys to 20", async () => {
    const ada = await server.as("ada", ["Alpha"]);
    const make = async () => ada.post<Json>("/api/v1/security/api_keys/", { name: "k" });
    for (let n = 0; n < 20; n++) expect((await make()).status).toBe(201);
    const refused = await make();
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "API keys: you've reached the limit of 20. Delete some first.",
    ]);
  });

  test("limit the trash to 100 MB and delete its oldest items", async () => {
    const ty = await server.as("ty", ["Gamma"]);
    const { db } = server.app;
    const createDashboard = async () => (await ty.post<Json>("/api/v1/dashboard/", { dashboard_title: "d" })).body.id;
    const [first, last] = [await createDashboard(), await createDashboard()];
    await ty.delete(`/api/v1/dashboard/${first}`);
    const { id, ...row } = await db
      .selectFrom("trash")
      .selectAll()
      .where("object_id", "=", first)
      .where("noun", "=", "dashboard")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("trash")
      .set({ content: "x".repeat(100 * MB) })
      .where("id", "=", id)
      .execute();
    await ty.delete(`/api/v1/dashboard/${last}`);
    const left = await db
      .selectFrom("trash")
      .select("object_id")
      .where("deleted_by_fk", "=", row.deleted_by_fk)
      .execute();
    expect(left).toEqual([{ object_id: last }]);
  });

  test("limit dashboards in number and bytes per creator", async () => {
    const cy = await server.as("cy", ["Gamma"]);
    const { db } = server.app;
    const dashboard = (values: object) => cy.post<Json>("/api/v1/dashboard/", { dashboard_title: "d", ...values });
    const { id } = (await dashboard({})).body;
    const row = await db.selectFrom("dashboards").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const { id: _, uuid: __, slug: ___, ...copied } = row;
    const copies = (count: number, values: object) =>
      Array.from({ length: count }, () => ({ ...copied, ...values, uuid: crypto.randomUUID() }));
    await db
      .insertInto("dashboards")
      .values(copies(casesOf(25, 250), { position_json: "x".repeat(4 * MB) }))
      .execute();
    const layout = JSON.stringify({ HEADER_ID: { text: text(MB) } });
    const refused = await cy.put<Json>(`/api/v1/dashboard/${id}`, { position_json: layout });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `Dashboards: you've reached the limit of ${FULL_SIZE ? "1,000" : "100"} MB. Delete some first.`,
    ]);
    expect((await cy.put(`/api/v1/dashboard/${id}`, { dashboard_title: "e" })).status).toBe(200);
    await db.updateTable("dashboards").set({ position_json: null }).execute();
    for (let n = 0; n < casesOf(2, 20); n++) await db.insertInto("dashboards").values(copies(1000, {})).execute();
    expect((await dashboard({})).status).toBe(422);
    await db.deleteFrom("dashboards").where("created_by_fk", "=", row.created_by_fk).execute();
    expect((await dashboard({})).status).toBe(201);
  });

  test("limit saved queries to 50 MB, which can still be shortened", async () => {
    const path = "/api/v1/saved_query/";
    const eve = await server.as("eve", ["Alpha", "sql_lab"]);
    const save = () => eve.post<Json>(path, { label: "q", sql: text(MB) });
    const { id } = (await save()).body;
    const { db } = server.app;
    const row = await db.selectFrom("saved_queries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const { id: _, ...copied } = row;
    const copies = Array.from({ length: 49 }, () => ({ ...copied, uuid: crypto.randomUUID() }));
    await db.insertInto("saved_queries").values(copies).execute();
    const refused = await save();
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "Saved queries: you've reached the limit of 50 MB. Delete some first.",
    ]);
    expect((await eve.put(path + id, { sql: "select 1" })).status).toBe(200);
    expect((await eve.put(path + id, { sql: text(MB) })).status).toBe(200);
  });

  test("limit the number of SQL Lab tabs", async () => {
    const eve = await server.as("eve", ["Alpha", "sql_lab"]);
    const open = () => eve.post<Json>("/tabstateview/", { queryEditor: "{}" });
    const { id } = (await open()).body;
    for (let n = 1; n < QUOTAS.tabs.rows; n++) expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(422);
    expect((await eve.put(`/tabstateview/${id}`, { sql: JSON.stringify("select 2") })).status).toBe(200);
  });

  test("limit the rate of recorded events", async () => {
    const ada = await server.as("ada", ["Alpha"]);
    const send = async (bytes: number) =>
      (await ada.post("/superset/log/", { events: JSON.stringify([{ event_name: "x", text: text(bytes) }]) })).status;
    expect([await send(900 * KB), await send(900 * KB), await send(900 * KB)]).toEqual([200, 200, 429]);
  });
});

test("guests of a dashboard evict only their own states, whatever names a site gives them", async () => {
  const user = await server.as("ben", ["Alpha"]);
  const boards: { id: number; uuid: string }[] = [];
  for (const dashboard_title of ["Flooded", "Quiet"]) {
    const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title })).body;
    const created = await admin.post<Json>(`/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] });
    boards.push({ id, uuid: created.body.result.uuid });
  }
  const keep = async (at: number, username: string, headers = {}) => {
    const resources = [{ type: "dashboard", id: boards[at]?.uuid ?? "" }];
    const token = await issueGuestToken(server.app, { user: { username }, resources, rls_rules: [] });
    const path = `/api/v1/dashboard/${boards[at]?.id}/filter_state`;
    const answer = await server.anonymous.post<Json>(path, { value: "{}" }, { "x-guesttoken": token, ...headers });
    return { path: `${path}/${answer.body.key}`, headers: { "x-guesttoken": token } };
  };
  const own = (await user.post<Json>(`/api/v1/dashboard/${boards[0]?.id}/filter_state`, { value: "{}" })).body.key;
  const quiet = await keep(1, "quiet");
  const first = await keep(0, "one guest");
  for (let n = 0; n < QUOTAS.guestStates.rows; n++) await keep(0, "one guest");
  expect((await server.anonymous.get(first.path, first.headers)).status).toBe(404);
  const { app } = server;
  const [row] = await app.db
    .selectFrom("key_values")
    .selectAll()
    .where("place", "=", `dashboard ${boards[0]?.id}`)
    .limit(1)
    .execute();
  const { id: _, ...values } = row!;
  const otherIds = Array.from({ length: 50 }, (_, n) => n);
  for (let n = 0; n < QUOTAS.placeStates.rows; n += 50) {
    const rows = otherIds.map((k) => ({ ...values, key: `k${n + k}`, guest: `g${n + k}`, network: `n${n + k}` }));
    await app.db.insertInto("key_values").values(rows).execute();
  }
  for (let n = 0; n < 16; n++) await keep(0, `made up ${n}`);
  const states = app.db.selectFrom("key_values").select((e) => e.fn.countAll<number>().as("n"));
  const flooded = await states.where("place", "=", `dashboard ${boards[0]?.id}`).executeTakeFirstOrThrow();
  expect(Number(flooded.n)).toBeLessThan(QUOTAS.placeStates.rows + 16);
  expect((await server.anonymous.get(quiet.path, quiet.headers)).status).toBe(200);
  expect((await user.get(`/api/v1/dashboard/${boards[0]?.id}/filter_state/${own}`)).status).toBe(200);
});

test("limits an object to 100 tags", async () => {
  const tag = (names: string[]) => admin.post<Json>(`/api/v1/tag/3/${dashboardId}/`, { properties: { tags: names } });
  const names = Array.from({ length: 100 }, (_, n) => `tag ${n}`);
  expect((await tag(names)).status).toBe(201);
  expect((await tag(["tag 5"])).status).toBe(201);
  const refused = await tag(["one more"]);
  expect([refused.status, refused.body.message]).toEqual([422, "A dashboard can have up to 100 tags."]);
});

test("limits the versions of an object to 20 MB", async () => {
  const dashboard = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Heavy" });
  const { id } = dashboard.body;
  const save = async () => {
    const json_metadata = JSON.stringify({ a: randomBytes(1400 * KB).toString("hex") });
    expect((await admin.put(`/api/v1/dashboard/${id}`, { json_metadata })).status).toBe(200);
  };
  await save();
  const latest = await server.app.db
    .selectFrom("versions")
    .selectAll()
    .where("noun", "=", "dashboard")
    .where("object_id", "=", id)
    .where("number", "=", 2)
    .executeTakeFirstOrThrow();
  const { id: _, ...copied } = latest;
  const copies = Array.from({ length: 10 }, (_, n) => ({ ...copied, number: 3 + n }));
  await server.app.db.insertInto("versions").values(copies).execute();
  await save();
  const versions = await server.app.db
    .selectFrom("versions")
    .select(["number", "content"])
    .where("noun", "=", "dashboard")
    .where("object_id", "=", id)
    .orderBy("number")
    .execute();
  expect(versions.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(QUOTAS.versionBytes);
  expect(versions.length).toBeGreaterThan(5);
  expect(versions.at(-1)?.number).toBe(13);
});
