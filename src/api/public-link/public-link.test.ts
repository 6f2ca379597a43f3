import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { QueryObject } from "../../model/query-context.ts";
import { LINK_OPERATIONS } from "../../server/auth/public-links.ts";
import { viewerPairs } from "../../server/auth/role-matrix.ts";
import { createClock } from "../../server/clock.ts";
import { routeRegistry } from "../../server/http/route.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const DAY_MS = 24 * 60 * 60 * 1000;
const BASE = "/api/v1/public_link/";
const SECRET = "the secret that two servers share, long enough";
const COUNT = { expressionType: "SIMPLE", column: { column_name: "Horsepower" }, aggregate: "AVG", label: "power" };
const FORM = { viz_type: "pie", metric: COUNT, groupby: ["Cylinders"], row_limit: 100, adhoc_filters: [] };

let laterMs = 0;
let server: TestServer;
let admin: TestClient;
let ann: TestClient;
let annId: number;
let data: SampleData;
let dashboardId: number;
let otherId: number;
let chartId: number;
let otherChartId: number;
let web: string;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), "tessera-web-"));
  writeFileSync(join(web, "index.html"), '<!doctype html><html><head></head><body><div id="app"></div></body></html>');
  const embedding = { guestRole: "Public", guestTokenSecret: new TextEncoder().encode(SECRET) };
  server = await startTestServer({
    app: { clock: createClock(() => Date.now() + laterMs) },
    config: {
      webFolder: web,
      embedding: { ...embedding, guestTokenAudience: undefined, guestTokenSeconds: 300 },
    },
  });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  await readers("Cars readers", data.carsId);
  ann = await server.as("ann", ["Gamma", "Cars readers"]);
  annId = await server.userId("ann");
  await admin.put(`/api/v1/dataset/${data.carsId}`, { owners: [] });
  chartId = await addChart("Power", data.carsId, FORM);
  otherChartId = await addChart("Delays", data.flightsId, { ...FORM, groupby: ["origin"] });
  dashboardId = await addDashboard("Cars", [chartId]);
  otherId = await addDashboard("Other", [otherChartId]);
});
afterAll(async () => {
  rmSync(web, { recursive: true });
  await server.stop();
});
beforeEach(async () => {
  // Time only goes forward, beyond the limit of openings a minute.
  laterMs += 61_000;
  [admin, ann] = [await server.as("admin"), await server.as("ann")];
  await set({ enabled: true, max_days: 30 });
});

async function readers(name: string, datasetId: number): Promise<number> {
  const { db, events } = server.app;
  const role = await db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  const row = await db.selectFrom("datasets").selectAll().where("id", "=", datasetId).executeTakeFirstOrThrow();
  const { database_name } = await db
    .selectFrom("databases")
    .select("database_name")
    .where("id", "=", row.database_id)
    .executeTakeFirstOrThrow();
  const view = `[${database_name}].[${row.table_name}](id:${row.id})`;
  await db.insertInto("role_permissions").values({ role_id: role.id, permission: "datasource_access", view }).execute();
  events.changed("role");
  return role.id;
}

async function addChart(slice_name: string, datasource_id: number, form: object): Promise<number> {
  const chart = { slice_name, datasource_id, datasource_type: "table", viz_type: "pie", params: JSON.stringify(form) };
  return (await admin.post<Json>("/api/v1/chart/", chart)).body.id;
}

async function addDashboard(dashboard_title: string, charts: readonly number[]): Promise<number> {
  const places = charts.map((id) => [
    `CHART-${id}`,
    { id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id } },
  ]);
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: places.map(([id]) => id) },
    ...Object.fromEntries(places),
  };
  const json_metadata = JSON.stringify({ positions });
  const owners = [annId, await server.userId("admin")];
  return (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title, json_metadata, owners })).body.id;
}

const set = (body: object, client = admin) => client.put<Json>(`${BASE}settings`, body);
const inDays = (days: number) => new Date(Date.now() + laterMs + days * DAY_MS).toISOString();
const make = (change: object = {}, client = ann) =>
  client.post<Json>(BASE, { dashboard_id: dashboardId, ends_on: inDays(7), name: "Press", ...change });

interface Made {
  id: number;
  url: string;
}

async function made(change: object = {}, client = ann): Promise<Made> {
  const { body, status } = await make(change, client);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.id, url: body.url };
}

const open = (url: string, init: RequestInit = {}) => server.anonymous.fetch(url, init);

async function visit({ url }: Made) {
  const html = await (await open(url)).text();
  const text = /data-bootstrap="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "{}";
  const headers = { "x-guesttoken": JSON.parse(text).public_link.token as string };
  return {
    headers,
    get: (path: string) => server.anonymous.get<Json>(path, headers),
    post: (path: string, body: object) => server.anonymous.post<Json>(path, body, headers),
    ask: (change: Partial<QueryObject> = {}, form: object = {}) =>
      server.anonymous.post<Json>("/api/v1/chart/data", context(change, form), headers),
  };
}

function context(change: Partial<QueryObject> = {}, form: object = {}, datasetId = data.carsId) {
  const query = { columns: ["Cylinders"], metrics: [COUNT], orderby: [[COUNT, false]], row_limit: 100 };
  return {
    datasource: { id: datasetId, type: "table" },
    queries: [{ ...query, ...change }],
    form_data: { ...FORM, slice_id: chartId, dashboardId, ...form },
  };
}

const cylinders = ({ body }: { body: Json }) => body.result[0].data.map((row: Json) => row.Cylinders).sort();

describe("the page", () => {
  test("opens for strangers, framed, indexed and cached by nobody, and nothing of the link leaves it", async () => {
    const { url } = await made();
    const page = await open(url);
    const header = (name: string) => page.headers.get(name);
    expect([page.status, header("cache-control"), header("referrer-policy"), header("x-robots-tag")]).toEqual([
      200,
      "no-store",
      "no-referrer",
      "noindex, nofollow",
    ]);
    expect(header("x-frame-options")).toBe("DENY");
    expect(header("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.getSetCookie()).toEqual([]);
    const html = await page.text();
    expect(html).not.toContain("Cars");
    expect(html).not.toContain(url.split("/")[2]);
  });

  test("stores only a hash of the address", async () => {
    const { id, url } = await made();
    const row = await server.app.db
      .selectFrom("public_links")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const token = url.split("/")[2] ?? "";
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(row)).not.toContain(token);
    const log = await server.app.db.selectFrom("logs").select("json").execute();
    expect(JSON.stringify(log)).not.toContain(token);
    expect(JSON.stringify((await ann.get(BASE)).body)).not.toContain(row.token_hash);
  });

  test("is the same for every link that doesn't work", async () => {
    const dead = async (url: string) => {
      const page = await open(url);
      return [page.status, page.headers.get("cache-control"), await page.text()];
    };
    const missing = await dead("/public/nothing/");
    expect(missing.slice(0, 2)).toEqual([404, "no-store"]);
    const [ended, revoked, off] = [await made(), await made(), await made()];
    await ann.delete(BASE + revoked.id);
    expect(await dead(revoked.url)).toEqual(missing);
    await set({ enabled: false, max_days: 30 });
    expect(await dead(off.url)).toEqual(missing);
    await set({ enabled: true, max_days: 30 });
    expect((await open(off.url)).status).toBe(200);
    laterMs += 8 * DAY_MS;
    expect(await dead(ended.url)).toEqual(missing);
  });

  test("is limited to some openings a minute and network, so that guessing is slow", async () => {
    laterMs += DAY_MS / 24;
    const statuses: number[] = [];
    for (let i = 0; i < 121; i++) statuses.push((await open(`/public/guess-${i}/`)).status);
    expect([statuses[119], statuses[120]]).toEqual([404, 429]);
    const { url } = await made();
    const refused = await open(url);
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    laterMs += 61_000;
    expect((await open(url)).status).toBe(200);
  });

  test("counts openings by people, each in the action log", async () => {
    const { id, url } = await made({ name: "Counted" });
    await open(url, { method: "HEAD" });
    await open(url);
    await open(url);
    const [row] = (await ann.get<Json>(BASE)).body.result;
    expect(row).toMatchObject({ id, name: "Counted", opens: 2, status: "active" });
    expect(Date.parse(`${row.last_opened_on}Z`)).toBeGreaterThan(Date.now() - 60_000);
    await ann.delete(BASE + id);
    const log = await server.app.db.selectFrom("logs").selectAll().where("dashboard_id", "=", dashboardId).execute();
    const own = log.filter(({ json }) => JSON.parse(json ?? "{}").link === id);
    expect(own.map(({ action, user_id }) => [action, user_id])).toEqual([
      ["public_link_created", annId],
      ["public_link_opened", null],
      ["public_link_opened", null],
      ["public_link_revoked", annId],
    ]);
  });
});

describe("a visitor", () => {
  test("sees the dashboard, read-only, without users", async () => {
    const visitor = await visit(await made());
    const { result } = (await visitor.get(`/api/v1/dashboard/${dashboardId}`)).body;
    expect(result).toMatchObject({ dashboard_title: "Cars", owners: [], changed_by: null, roles: [] });
    const charts = (await visitor.get(`/api/v1/dashboard/${dashboardId}/charts`)).body.result;
    expect(charts.map(({ id }: Json) => id)).toEqual([chartId]);
    const [dataset] = (await visitor.get(`/api/v1/dashboard/${dashboardId}/datasets`)).body.result;
    expect([dataset.id, dataset.sql, dataset.database]).toEqual([data.carsId, undefined, undefined]);
    expect(cylinders(await visitor.ask())).toEqual([3, 4, 5, 6, 8]);
    const whoAmI = (await visitor.get("/api/v1/me/roles/")).body.result;
    expect(whoAmI).toMatchObject({ userId: 0, username: expect.not.stringContaining("ann") });
    expect(JSON.stringify(whoAmI.roles)).not.toMatch(
      /"can_write","(Chart|Dashboard)"|can_export|can_sqllab|menu_access/,
    );
  });

  test("can call nothing else: every other operation refuses", async () => {
    const { headers } = await visit(await made());
    const { routes } = server.app.once(routeRegistry);
    expect([...LINK_OPERATIONS].filter((id) => !routes.some(({ operation }) => operation.id === id))).toEqual([]);
    const answered: string[] = [];
    for (const { operation, ownAuthorization } of routes) {
      if (LINK_OPERATIONS.has(operation.id) || ownAuthorization) continue;
      const { method } = operation;
      const path = operation.path.replace(/:\w+/g, String(dashboardId));
      const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" };
      const type = { "content-type": "application/json" };
      const answer = await server.anonymous.fetch(path, { method, headers: { ...headers, ...type }, ...body });
      if (answer.status !== 403) answered.push(operation.id);
    }
    expect(answered).toEqual([]);
  });

  test("can't open another dashboard, chart or dataset", async () => {
    const visitor = await visit(await made());
    expect((await visitor.get(`/api/v1/dashboard/${otherId}`)).status).toBe(403);
    expect((await visitor.get(`/api/v1/dashboard/${otherId}/charts`)).status).toBe(403);
    const flights = context({ columns: ["origin"] }, { slice_id: otherChartId, dashboardId: otherId }, data.flightsId);
    expect((await visitor.post("/api/v1/chart/data", flights)).status).toBe(403);
    const mixed = context({ columns: ["origin"] }, { slice_id: chartId }, data.flightsId);
    expect((await visitor.post("/api/v1/chart/data", mixed)).status).toBe(403);
  });

  test.each<[string, Partial<QueryObject>, object?]>([
    ["another column", { columns: ["Name"] }],
    ["another metric", { metrics: ["count"] }],
    ["more rows", { row_limit: 101 }],
    ["another order", { orderby: [["Weight_in_lbs", true]] }],
    ["a condition", { extras: { where: "1 = 1) or (1 = 1" } }],
    ["having", { extras: { having: "COUNT(*) = 1" } }],
    ["a filter on a hidden column", { filters: [{ col: "Name", op: "LIKE", val: "a%" }] }],
    ["the SQL", { result_type: "query" }],
    ["samples", { result_type: "samples" }],
    ["details", { result_type: "drill_detail" }],
    ["another chart", {}, { slice_id: 99_999 }],
    ["another dashboard", {}, { dashboardId: 99_999 }],
    ["no dashboard", {}, { dashboardId: undefined }],
    ["a made-up filter", {}, { type: "NATIVE_FILTER", native_filter_id: "x" }],
  ])("can't change the payload to %s", async (_, change, form) => {
    const visitor = await visit(await made());
    expect((await visitor.ask(change, form)).status).toBe(403);
    const batch = { contexts: [context(change, form)] };
    const answer = await visitor.post("/api/v1/chart/data/batch", batch);
    expect(JSON.stringify(answer.body)).not.toContain('"rowcount"');
  });

  test("downloads only what both the guest role and the maker may", async () => {
    const visitor = await visit(await made());
    const file = { ...context(), result_format: "csv" };
    const download = (body: object) => visitor.post("/api/v1/chart/data", body);
    expect((await download(file)).status).toBe(403);
    const { db, events } = server.app;
    const role = await db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
    const pairs = [...viewerPairs(), ["can_csv", "Superset"] as const, ["can_samples", "Datasource"] as const];
    const rows = [...pairs, ["can_drill", "Dashboard"] as const].map(([permission, view]) => ({
      role_id: role.id,
      permission,
      view,
    }));
    await db.insertInto("role_permissions").values(rows).execute();
    events.changed("role");
    try {
      expect((await download(file)).headers.get("content-type")).toContain("text/csv");
      expect((await download({ ...context({ columns: ["Name"] }), result_format: "csv" })).status).toBe(403);
      // Ann has no right to samples, so neither have visitors of her link.
      expect((await visitor.ask({ columns: [], metrics: null, result_type: "samples" })).status).toBe(403);
      const own = await visit(await made({}, admin));
      expect((await own.ask({ columns: [], metrics: null, orderby: [], result_type: "samples" })).status).toBe(200);
    } finally {
      await db.deleteFrom("role_permissions").where("role_id", "=", role.id).execute();
      events.changed("role");
    }
  });

  test("keeps the right to see it only as long as the link works", async () => {
    const link = await made();
    const visitor = await visit(link);
    const look = async () => [
      (await visitor.get(`/api/v1/dashboard/${dashboardId}`)).status,
      (await visitor.ask()).status,
    ];
    expect(await look()).toEqual([200, 200]);
    await set({ enabled: false, max_days: 30 });
    expect(await look()).toEqual([401, 401]);
    await set({ enabled: true, max_days: 30 });
    expect(await look()).toEqual([200, 200]);
    await ann.delete(BASE + link.id);
    expect(await look()).toEqual([401, 401]);
    const ending = await visit(await made());
    laterMs += 8 * DAY_MS;
    expect((await ending.ask()).status).toBe(401);
  });

  test("can't forge or stretch a token, with the secret of embedding sites either", async () => {
    const { id } = await made();
    const seconds = () => Math.floor((Date.now() + laterMs) / 1000);
    const forge = (claims: object, key: string, typ = "public-link") =>
      new SignJWT({ type: "public-link", link: id, ...claims })
        .setProtectedHeader({ alg: "HS256", typ })
        .setIssuedAt(seconds())
        .setJti("1")
        .setExpirationTime(seconds() + 3600)
        .sign(new TextEncoder().encode(key));
    const status = async (token: string) =>
      (await server.anonymous.get(`/api/v1/dashboard/${dashboardId}`, { "x-guesttoken": token })).status;
    const guest = {
      type: "guest",
      user: {},
      resources: [{ type: "dashboard", id: String(dashboardId) }],
      rls_rules: [],
    };
    expect(await status(await forge({}, SECRET))).toBe(401);
    expect(await status(await forge({}, "another secret, which is long enough too"))).toBe(401);
    expect(await status(await forge({}, SECRET, "JWT"))).toBe(401);
    expect(await status(await forge(guest, SECRET))).toBe(401);
    // A token of an embedding site opens no dashboard that isn't embedded.
    expect(await status(await forge(guest, SECRET, "JWT"))).toBe(403);
    const { headers } = await visit({ id, url: (await made()).url });
    expect(await status(`${headers["x-guesttoken"]}x`)).toBe(401);
  });

  test("with a session changes nothing by it: the guest token comes first, and proves no session", async () => {
    const { headers } = await visit(await made());
    const put = (extra: object) =>
      admin.fetch(`/api/v1/dashboard/${dashboardId}`, {
        method: "PUT",
        headers: { "content-type": "application/json", ...extra },
        body: JSON.stringify({ dashboard_title: "Taken" }),
      });
    expect((await put(headers)).status).toBe(403);
    const { status } = await fetch(`${server.url}${BASE}`, {
      method: "POST",
      headers: { cookie: ann.cookie, "content-type": "application/json", "x-csrftoken": "" },
      body: JSON.stringify({ dashboard_id: dashboardId, ends_on: inDays(1) }),
    });
    expect(status).toBe(400);
  });
});

describe("what the maker loses, visitors lose at once", () => {
  const rows = (id: number) => server.app.db.updateTable("users").where("id", "=", id);

  test("the right to the dataset", async () => {
    const visitor = await visit(await made());
    const { db, events } = server.app;
    const role = await db.selectFrom("roles").select("id").where("name", "=", "Cars readers").executeTakeFirstOrThrow();
    await db.deleteFrom("user_roles").where("user_id", "=", annId).where("role_id", "=", role.id).execute();
    events.changed("user", annId);
    expect((await visitor.ask()).status).toBe(403);
    expect((await visitor.get(`/api/v1/dashboard/${dashboardId}/datasets`)).body.result).toEqual([]);
    await db.insertInto("user_roles").values({ user_id: annId, role_id: role.id }).execute();
    events.changed("user", annId);
    expect((await visitor.ask()).status).toBe(200);
  });

  test("rows hidden by a row-level rule", async () => {
    const visitor = await visit(await made());
    expect(cylinders(await visitor.ask())).toEqual([3, 4, 5, 6, 8]);
    const role = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "Cars readers")
      .executeTakeFirstOrThrow();
    const rule = {
      name: "Few",
      filter_type: "Regular",
      tables: [data.carsId],
      roles: [role.id],
      clause: "Cylinders < 5",
    };
    const { id } = (await admin.post<Json>("/api/v1/rowlevelsecurity/", rule)).body;
    expect(cylinders(await visitor.ask())).toEqual([3, 4]);
    const personal = { ...rule, clause: "Cylinders = {{ 4 if current_username() == 'ann' else 8 }}" };
    await admin.put(`/api/v1/rowlevelsecurity/${id}`, personal);
    expect(cylinders(await visitor.ask())).toEqual([4]);
    await admin.delete(`/api/v1/rowlevelsecurity/${id}`);
    expect(cylinders(await visitor.ask())).toEqual([3, 4, 5, 6, 8]);
  });

  test("their account", async () => {
    const link = await made();
    const visitor = await visit(link);
    await rows(annId).set({ active: false }).execute();
    server.app.events.changed("user", annId);
    expect([(await visitor.ask()).status, (await open(link.url)).status]).toEqual([401, 404]);
    await rows(annId).set({ active: true }).execute();
    server.app.events.changed("user", annId);
    expect((await visitor.ask()).status).toBe(200);
  });

  test("the dashboard, also when it is restored from the trash", async () => {
    const own = await addDashboard("Short-lived", [chartId]);
    const link = await made({ dashboard_id: own });
    const visitor = await visit(link);
    expect((await visitor.get(`/api/v1/dashboard/${own}`)).status).toBe(200);
    await admin.delete(`/api/v1/dashboard/${own}`);
    expect([(await visitor.get(`/api/v1/dashboard/${own}`)).status, (await open(link.url)).status]).toEqual([401, 404]);
    const [trashed] = (await admin.get<Json>("/api/v1/trash/")).body.result;
    expect((await admin.post(`/api/v1/trash/${trashed.id}/restore`, {})).status).toBeLessThan(300);
    expect((await admin.get(`/api/v1/dashboard/${own}`)).status).toBe(200);
    expect([(await visitor.get(`/api/v1/dashboard/${own}`)).status, (await open(link.url)).status]).toEqual([401, 404]);
  });

  test("access to the dashboard", async () => {
    const own = await addDashboard("Restricted", [chartId]);
    const link = await made({ dashboard_id: own });
    const visitor = await visit(link);
    const role = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "Alpha")
      .executeTakeFirstOrThrow();
    await admin.put(`/api/v1/dashboard/${own}`, { owners: [await server.userId("admin")], roles: [role.id] });
    expect((await ann.get(`/api/v1/dashboard/${own}`)).status).toBe(403);
    expect([(await visitor.get(`/api/v1/dashboard/${own}`)).status, (await open(link.url)).status]).toEqual([403, 404]);
  });
});
