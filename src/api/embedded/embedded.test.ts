import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { QueryContext, QueryObject } from "../../model/query-context.ts";
import { viewerPairs } from "../../server/auth/role-matrix.ts";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { canEmbed } from "./routes.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const SECRET = "the secret that two servers share, long enough";
let laterMs = 0;
let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;
let dashboardId: number;
let otherId: number;
let chartId: number;
let uuid: string;

const ORIGIN = { id: "NATIVE_FILTER-o", name: "Origin", filterType: "filter_select" };
const POWER = { id: "NATIVE_FILTER-p", name: "Power", filterType: "filter_range" };
const FORM = {
  viz_type: "pie",
  metric: { expressionType: "SIMPLE", column: { column_name: "Horsepower" }, aggregate: "AVG", label: "power" },
  groupby: ["Cylinders"],
  row_limit: 100,
  adhoc_filters: [
    { clause: "WHERE", expressionType: "SIMPLE", subject: "Cylinders", operator: ">", comparator: 3 },
    { clause: "WHERE", expressionType: "SQL", sqlExpression: "Horsepower < 200" },
  ],
};

beforeAll(async () => {
  const embedding = { guestRole: "Public", guestTokenSecret: new TextEncoder().encode(SECRET) };
  server = await startTestServer({
    app: { clock: createClock(() => Date.now() + laterMs) },
    config: { embedding: { ...embedding, guestTokenAudience: undefined, guestTokenSeconds: 300 } },
  });
  data = await loadSampleData(server.app);
  [admin, gamma] = [await server.as("admin"), await server.as("gamma")];
  const chart = { slice_name: "Power", datasource_id: data.carsId, datasource_type: "table", viz_type: "pie" };
  chartId = (await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(FORM) })).body.id;
  const target = { datasetId: data.carsId, column: { name: "Origin" } };
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
    "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId } },
  };
  const power = { datasetId: data.carsId, column: { name: "Horsepower" } };
  const native_filter_configuration = [
    { ...ORIGIN, targets: [target] },
    { ...POWER, targets: [power] },
  ];
  const json_metadata = JSON.stringify({ positions, native_filter_configuration });
  dashboardId = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Cars", json_metadata })).body.id;
  otherId = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Other", published: true })).body.id;
  const created = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, { allowed_domains: [] });
  uuid = created.body.result.uuid;
});
afterAll(() => server.stop());

async function tokenFor(id: string | number, rls: object[] = [], user = {}): Promise<Record<string, string>> {
  const body = { user, resources: [{ type: "dashboard", id }], rls };
  const { body: answer, status } = await admin.post<Json>("/api/v1/security/guest_token/", body);
  if (status !== 200) throw new Error(JSON.stringify(answer));
  return { "x-guesttoken": answer.token };
}

const guest = {
  get: async (path: string, rls: object[] = []) => server.anonymous.get<Json>(path, await tokenFor(uuid, rls)),
  post: async (path: string, body: object, rls: object[] = []) =>
    server.anonymous.post<Json>(path, body, await tokenFor(uuid, rls)),
};

function context(change: Partial<QueryObject> = {}, form: object = {}): QueryContext {
  const query = {
    columns: ["Cylinders"],
    metrics: [FORM.metric],
    filters: [{ col: "Cylinders", op: ">", val: 3 }],
    extras: { where: "(Horsepower < 200)", having: "" },
    orderby: [[FORM.metric, false]],
    row_limit: 100,
  };
  const form_data = { ...FORM, slice_id: chartId, dashboardId, datasource: `${data.carsId}__table`, ...form };
  return {
    datasource: { id: data.carsId, type: "table" },
    queries: [{ ...query, ...change } as QueryObject],
    form_data,
  };
}
const ask = (change: Partial<QueryObject> = {}, form: object = {}) =>
  guest.post("/api/v1/chart/data", context(change, form));

test("accepts the token as a form field, for beacons and downloads", async () => {
  const { "x-guesttoken": token = "" } = await tokenFor(uuid);
  const send = (fields: Record<string, string>) => {
    const body = new URLSearchParams({ form_data: JSON.stringify(context()), ...fields });
    return fetch(`${server.url}/api/v1/chart/data`, { method: "POST", body });
  };
  const answer = await send({ guest_token: token });
  expect([answer.status, ((await answer.json()) as Json).result[0].rowcount]).toEqual([200, 4]);
  const form = new FormData();
  for (const [name, value] of [
    ["form_data", JSON.stringify(context())],
    ["guest_token", token],
  ] as const)
    form.set(name, value);
  expect((await fetch(`${server.url}/api/v1/chart/data`, { method: "POST", body: form })).status).toBe(200);
  expect((await send({})).status).toBe(401);
  expect((await send({ guest_token: `${token}x` })).status).toBe(401);
  const json = JSON.stringify({ ...context(), guest_token: token });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${server.url}/api/v1/chart/data`, { method: "POST", body: json, headers })).status).toBe(401);
  const changed = context({ columns: ["Name"] });
  expect((await send({ guest_token: token, form_data: JSON.stringify(changed) })).status).toBe(403);
  const beacon = (role: string) =>
    fetch(`${server.url}/superset/log/?explode=events`, {
      method: "POST",
      body: new URLSearchParams({ events: "[]", guest_token: role }),
    });
  expect((await beacon(token)).status).toBe(403);
  expect((await beacon("no")).status).toBe(401);
});

describe("embedding settings", () => {
  const path = () => `/api/v1/dashboard/${dashboardId}/embedded`;

  test("are visible to viewers, set by administrators only, and keep their key", async () => {
    expect((await admin.get<Json>(path())).body.result).toMatchObject({
      uuid,
      allowed_domains: [],
      dashboard_id: String(dashboardId),
      changed_by: { first_name: "Admin" },
    });
    const domains = ["https://shop.example", "*.intern.example:8443"];
    const changed = await admin.put<Json>(path(), { allowed_domains: domains });
    expect(changed.body.result).toMatchObject({ uuid, allowed_domains: domains });
    expect((await gamma.put(path(), { allowed_domains: [] })).status).toBe(403);
    expect((await gamma.delete(path())).status).toBe(403);
    expect((await admin.get(`/api/v1/dashboard/${otherId}/embedded`)).status).toBe(404);
    expect((await admin.put(path(), { allowed_domains: ["https://x; script-src *"] })).status).toBe(400);
    expect((await admin.put(path(), { allowed_domains: ["https://shop.example:99999"] })).status).toBe(400);
    expect((await admin.put(path(), {})).status).toBe(400);
    expect((await admin.put(path(), { allowed_domains: [] })).status).toBe(200);
  });

  test("are found by key if the dashboard is accessible; guests don't see other domains", async () => {
    await admin.put(path(), { allowed_domains: ["https://shop.example"] });
    for (const place of [`/api/v1/embedded_dashboard/${uuid}`, path()]) {
      const { result } = (await guest.get(place)).body;
      expect(result).toMatchObject({ uuid, dashboard_id: String(dashboardId), changed_by: null, allowed_domains: [] });
    }
    await admin.put(path(), { allowed_domains: [] });
    expect((await gamma.get(`/api/v1/embedded_dashboard/${uuid}`)).status).toBe(404);
    expect((await admin.get("/api/v1/embedded_dashboard/none")).status).toBe(404);
    expect((await server.anonymous.get(`/api/v1/embedded_dashboard/${uuid}`)).status).toBe(401);
  });

  test("the page can be framed by its domains only", async () => {
    const page = (referer?: string) =>
      server.anonymous.fetch(`/embedded/${uuid}`, referer ? { headers: { referer } } : {});
    const open = await page();
    expect(open.status).toBe(200);
    expect(open.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(open.headers.get("x-frame-options")).toBeNull();
    await admin.put(path(), { allowed_domains: ["https://shop.example"] });
    const framed = await page("https://shop.example/cars?a=1");
    expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors https://shop.example");
    expect((await page("https://evil.example/")).status).toBe(403);
    expect((await page()).status).toBe(403);
    expect((await server.anonymous.fetch("/embedded/none")).status).toBe(404);
    await admin.put(path(), { allowed_domains: [] });
  });
});

test.each([
  [["https://a.example"], "https://a.example/x", true],
  [["https://a.example:443"], "https://a.example/x", true],
  [["https://a.example"], "http://a.example/x", false],
  [["https://a.example"], "https://a.example.evil.com/", false],
  [["https://a.example"], "https://evil.com/https://a.example", false],
  [["a.example"], "http://a.example/", true],
  [["*.a.example"], "https://b.a.example/", true],
  [["*.a.example"], "https://ba.example/", false],
  [["a.example"], undefined, false],
  [[], undefined, true],
])("%j framed by %s: %s", (domains, referer, allowed) => {
  expect(canEmbed(domains, referer)).toBe(allowed);
});

describe("guest tokens", () => {
  test("are created by administrators, only for embedded dashboards", async () => {
    const body = { resources: [{ type: "dashboard", id: uuid }], rls: [], unknown: 1 };
    expect((await admin.post("/api/v1/security/guest_token/", body)).status).toBe(200);
    expect((await gamma.post("/api/v1/security/guest_token/", body)).status).toBe(403);
    expect((await server.anonymous.post("/api/v1/security/guest_token/", body)).status).toBe(401);
    const grant = (more: object) => admin.post("/api/v1/security/guest_token/", { ...body, ...more });
    expect((await grant({ resources: [{ type: "dashboard", id: String(otherId) }] })).status).toBe(400);
    expect((await grant({ resources: [] })).status).toBe(400);
    expect((await grant({ rls: [{ clause: "" }] })).status).toBe(400);
  });

  test("give access only to what they name", async () => {
    expect((await guest.get(`/api/v1/dashboard/${dashboardId}`)).status).toBe(200);
    expect((await guest.get(`/api/v1/dashboard/${otherId}`)).status).toBe(403);
    expect((await guest.get("/api/v1/dashboard/")).body.ids).toEqual([dashboardId]);
    expect((await guest.get("/api/v1/chart/")).body.ids).toEqual([]);
    expect((await guest.get(`/api/v1/chart/${chartId}`)).status).toBe(404);
    expect((await guest.get("/api/v1/dataset/")).status).toBe(403);
    expect((await guest.post("/api/v1/dashboard/", { dashboard_title: "Mine" })).status).toBe(403);
    await admin.put(`/api/v1/dataset/${data.flightsId}`, { owners: [await server.userId("ada")] });
    const flights = { datasource: { id: data.flightsId, type: "table" }, queries: [{ metrics: ["count"] }] };
    const refused = await guest.post("/api/v1/chart/data", flights);
    expect([refused.status, refused.body.errors[0].extra]).toEqual([403, { datasource: data.flightsId }]);
    const byId = await server.anonymous.get(`/api/v1/dashboard/${dashboardId}/charts`, await tokenFor(dashboardId));
    expect(byId.status).toBe(200);
  });

  test("don't reveal users or the location of data", async () => {
    const { result } = (await guest.get(`/api/v1/dashboard/${dashboardId}`)).body;
    expect(result).toMatchObject({ owners: [], changed_by: null, created_by: null, changed_by_name: "" });
    const [dataset] = (await guest.get(`/api/v1/dashboard/${dashboardId}/datasets`)).body.result;
    expect(dataset).toMatchObject({ id: data.carsId });
    expect([dataset.database, dataset.owners, dataset.sql]).toEqual([undefined, undefined, undefined]);
    const [listed] = (await guest.get("/api/v1/dashboard/")).body.result;
    expect([listed.id, listed.owners, listed.roles, listed.changed_by, listed.changed_by_name]).toEqual([
      dashboardId,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    for (const column of ["owners", "roles", "created_by"]) {
      const reported = await guest.get(`/api/v1/dashboard/related/${column}?q=(include_ids:!(1))`);
      expect(reported).toMatchObject({ status: 200, body: { count: 0, result: [] } });
    }
  });

  test("show only a name, and nothing of an account", async () => {
    const { body } = await guest.get("/api/v1/me/");
    expect(Object.keys(body.result).sort()).toEqual(
      ["first_name", "is_active", "is_anonymous", "last_name", "username"].sort(),
    );
    expect(body.result).toMatchObject({ is_active: true, is_anonymous: false });
    const withRoles = (await guest.get("/api/v1/me/roles/")).body.result;
    expect(withRoles).toMatchObject({ userId: 0, isAnonymous: false, username: body.result.username });
  });

  test("have no favorites", async () => {
    expect((await guest.post(`/api/v1/dashboard/${dashboardId}/favorites/`, {})).status).toBe(403);
  });

  test("expire after five minutes, and when embedding is turned off", async () => {
    const applied = await tokenFor(dashboardId);
    const open = () => server.anonymous.get<Json>(`/api/v1/dashboard/${dashboardId}`, applied);
    await admin.delete(`/api/v1/dashboard/${dashboardId}/embedded`);
    expect((await open()).status).toBe(403);
    const again = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, { allowed_domains: [] });
    uuid = again.body.result.uuid;
    expect((await open()).status).toBe(200);
    laterMs += 301_000;
    expect(await open()).toMatchObject({ status: 401, body: { msg: "Token has expired" } });
  });

  test("can be signed by another server only with the shared secret", async () => {
    const claims = { type: "guest", user: {}, resources: [{ type: "dashboard", id: uuid }], rls_rules: [] };
    const sign = (payload: object, key = SECRET, alg = "HS256") =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg })
        .setIssuedAt(Math.floor((Date.now() + laterMs) / 1000))
        .setExpirationTime(Math.floor((Date.now() + laterMs) / 1000) + 60)
        .sign(new TextEncoder().encode(key));
    const status = async (token: string, headers = {}) =>
      (await server.anonymous.get(`/api/v1/dashboard/${dashboardId}`, { "x-guesttoken": token, ...headers })).status;
    expect(await status(await sign(claims))).toBe(200);
    expect(await status(await sign(claims, "another secret, which is long enough too"))).toBe(401);
    expect(await status(await sign({ ...claims, type: "access" }))).toBe(401);
    expect(await status(await sign({ ...claims, rls_rules: [{ dataset: data.carsId }] }))).toBe(401);
    expect(await status(await sign({ ...claims, resources: "all" }))).toBe(401);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    expect(await status(`${part({ alg: "none" })}.${part({ ...claims, exp: 9e9, iat: 1 })}.`)).toBe(401);
    expect(await status("x")).toBe(401);
    const bearer = { authorization: `Bearer ${await sign(claims)}` };
    expect((await server.anonymous.get("/api/v1/me/", bearer)).status).toBe(422);
  });
});

describe("chart data for guests", () => {
  test("matches the saved chart, without its SQL", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.result[0].rowcount).toBeGreaterThan(2);
    expect(body.result[0]).not.toHaveProperty("query");
    const own = await admin.post<Json>("/api/v1/chart/data", context());
    expect(own.body.result[0].query).toContain("SELECT");
    expect(own.body.result[0].data).toEqual(body.result[0].data);
    expect((await ask()).body.result[0]).not.toHaveProperty("query");
    const who =
      "'{{ current_username() }} {{ current_user_id() }} {{ current_user_email() }}' = 'guest_user None None'";
    const named = await guest.post("/api/v1/chart/data", context(), [{ clause: who }]);
    expect(named.body.result[0].data).toEqual(body.result[0].data);
  });

  test("can be filtered by the dashboard's filters and by clicking on its charts", async () => {
    const filters = [{ col: "Cylinders", op: ">", val: 3 }];
    const by = (filter: object) => ask({ filters: [...filters, filter] as QueryObject["filters"] });
    const { body } = await by({ col: "Origin", op: "IN", val: ["Japan"], isExtra: true });
    expect(body.result[0].data.map((row: Json) => row.Cylinders)).not.toContain(8);
    expect((await by({ col: "Cylinders", op: "==", val: 8 })).status).toBe(200);
    expect((await by({ col: "Name", op: "ILIKE", val: "a%" })).status).toBe(403);
    const sql = { sqlExpression: "Weight_in_lbs", label: "w", expressionType: "SQL" };
    expect((await by({ col: sql, op: ">", val: 1 })).status).toBe(403);
  });

  test("of a table can be filtered by its columns and metrics, even without cross-filters", async () => {
    const path = `/api/v1/dashboard/${dashboardId}`;
    const stored = (await admin.get<Json>(path)).body.result.json_metadata;
    const without = { ...JSON.parse(stored), cross_filters_enabled: false };
    expect((await admin.put(path, { json_metadata: JSON.stringify(without) })).status).toBe(200);
    const own = { col: "Cylinders", op: ">", val: 3 };
    const reader = [
      own,
      { col: "Cylinders", op: "ANY OF", any: [[{ op: "==", val: 4 }], [{ op: "IS NULL" }]] },
      { col: FORM.metric.label, op: ">", val: 0 },
    ];
    const answer = await ask({ filters: reader });
    expect([answer.status, answer.body.result[0].data.map((row: Json) => row.Cylinders)]).toEqual([200, [4]]);
    expect((await ask({ columns: [], filters: reader.slice(0, 2) })).status).toBe(403);
    expect((await ask({ filters: [own, { col: "Name", op: "CONTAINS TEXT", val: "a" }] })).status).toBe(403);
    await admin.put(path, { json_metadata: stored });
  });

  const power = { expressionType: "SQL", sqlExpression: "MAX(Horsepower)", label: "power" } as const;
  test.each<[string, Partial<QueryObject>, object?]>([
    ["another metric", { metrics: [power] }],
    ["more rows than the chart shows", { row_limit: 101 }],
    ["the rows after those shown", { row_offset: 1 }],
    ["other rows first", { orderby: [["Cylinders", true]] }],
    ["an additional metric", { metrics: [FORM.metric as never, "count"] }],
    ["no metric", { metrics: null }],
    ["another column", { columns: ["Name"] }],
    ["another column under the legacy key", { groupby: ["Name"] }],
    ["rows in a revealing order", { orderby: [["Weight_in_lbs", true]] }],
    ["a limit by another metric", { series_limit_metric: power }],
    ["fewer filters", { filters: [] }],
    ["another condition", { extras: { where: "" } }],
    ["an additional condition", { extras: { where: "(Horsepower < 200) OR 1 = 1" } }],
    ["a condition under the legacy key", { where: "Name = 'x'" }],
    ["having", { extras: { where: "(Horsepower < 200)", having: "COUNT(*) = 1" } }],
    ["another time", { time_range: "1970" }],
    ["a time axis", { is_timeseries: true }],
    ["another end of the time range", { extras: { where: "(Horsepower < 200)", relative_end: "now" } }],
    ["another start of the time range", { extras: { where: "(Horsepower < 200)", relative_start: "now" } }],
    ["a time comparison", { time_offsets: ["1 year ago"] }],
    ["samples", { result_type: "samples" }],
    ["details", { result_type: "drill_detail" }],
    ["the SQL", { result_type: "query" }],
    ["columns", { result_type: "columns" }],
    ["layers", { annotation_layers: [{ name: "x", annotationType: "EVENT", sourceType: "NATIVE", value: 1 }] }],
    ["no chart", {}, { slice_id: undefined }],
    ["another chart", {}, { slice_id: 99_999 }],
    ["another dashboard", {}, { dashboardId: 99_999 }],
    ["no dashboard", {}, { dashboardId: undefined }],
    ["a missing filter", {}, { type: "NATIVE_FILTER", native_filter_id: "x" }],
  ])("is rejected with %s", async (_, change, form) => {
    expect((await ask(change, form)).status).toBe(403);
  });

  test("accepts the dimensions of a display control, for its dataset", async () => {
    const filterType = "chart_customization_dynamic_groupby";
    const control = { id: "CHART_CUSTOMIZATION-by", type: "CHART_CUSTOMIZATION", name: "By", filterType };
    const put = (change: object) => admin.put(`/api/v1/dashboard/${dashboardId}/chart_customizations`, change);
    await put({ modified: [{ ...control, targets: [{ datasetId: data.carsId }] }] });
    expect((await ask({ columns: ["Origin"] })).status).toBe(200);
    const sql = { sqlExpression: "Weight_in_lbs + 1", label: "w", expressionType: "SQL" } as const;
    expect((await ask({ columns: [sql] })).status).toBe(403);
    await put({ modified: [{ ...control, targets: [{ datasetId: data.carsId + 1 }] }] });
    expect((await ask({ columns: ["Origin"] })).status).toBe(403);
    await put({ deleted: [control.id] });
  });

  test("has the error messages that clients know", async () => {
    expect((await ask({ columns: ["Name"] })).body.errors[0].message).toBe("Guest user cannot modify chart payload");
    expect((await guest.post("/api/v1/chart/data", { ...context(), result_format: "csv" })).status).toBe(403);
    const path = `/datasource/samples?datasource_type=table&datasource_id=${data.carsId}&dashboard_id=${dashboardId}`;
    expect((await guest.post(path, {})).status).toBe(403);
  });

  test("can be downloaded with the permission, limited to the saved chart", async () => {
    const { db, events } = server.app;
    const file = { ...context(), result_format: "csv" };
    const role = await db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
    // A role that was given permissions has only those.
    const pairs = [...viewerPairs(), ["can_csv", "Superset"] as const];
    const rows = pairs.map(([permission, view]) => ({ role_id: role.id, permission, view }));
    await db.insertInto("role_permissions").values(rows).execute();
    events.changed("role");
    const saved = await guest.post("/api/v1/chart/data", file);
    expect([saved.status, saved.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(String(saved.body).split("\n")[0]).toContain("Cylinders");
    const other = { ...context({ columns: ["Name"] }), result_format: "csv" };
    expect((await guest.post("/api/v1/chart/data", other)).status).toBe(403);
    await db.deleteFrom("role_permissions").where("role_id", "=", role.id).execute();
    events.changed("role");
    expect((await guest.post("/api/v1/chart/data", file)).status).toBe(403);
  });

  test("can be drilled into with the permission, by values only", async () => {
    const { db, events } = server.app;
    const role = await db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
    const pairs = [...viewerPairs(), ["can_samples", "Datasource"] as const];
    const give = async (more: readonly (readonly [string, string])[]) => {
      const rows = more.map(([permission, view]) => ({ role_id: role.id, permission, view }));
      await db.insertInto("role_permissions").values(rows).execute();
      events.changed("role");
    };
    const rowsOf = (of: { dashboard?: number; dataset?: number; body?: object; rls?: object[] } = {}) => {
      const { dashboard = dashboardId, dataset = data.carsId, body = {}, rls = [] } = of;
      const path = `/datasource/samples?datasource_type=table&datasource_id=${dataset}&dashboard_id=${dashboard}&per_page=5`;
      return guest.post(path, body, rls);
    };
    const foreign = { slice_name: "Elsewhere", datasource_id: data.carsId, datasource_type: "table", viz_type: "pie" };
    const { body: created } = await admin.post<Json>("/api/v1/chart/", { ...foreign, params: JSON.stringify(FORM) });
    const foreignId: number = created.id;
    await give(pairs);
    expect((await rowsOf()).status).toBe(403);
    await give([["can_drill", "Dashboard"]]);
    const filters = [{ col: "Cylinders", op: "==", val: 8 }];
    const { body, status } = await rowsOf({ body: { filters }, rls: [{ clause: "Origin = 'USA'" }] });
    expect([status, body.result.data.length, body.result.query]).toEqual([200, 5, undefined]);
    expect(new Set(body.result.data.map((row: Json) => `${row.Cylinders} ${row.Origin}`))).toEqual(new Set(["8 USA"]));
    const none = await rowsOf({ body: { filters }, rls: [{ clause: "Origin = 'Japan'" }] });
    expect([none.status, none.body.result.total_count]).toEqual([200, 0]);
    // Like the page: the chart's form data with its id, and the chart's own filters with that of the mark.
    const detail = (change: object = {}, form: object = {}) => {
      const own = { filters: [{ col: "Cylinders", op: ">", val: 3 }, ...filters], url_params: {}, ...change };
      const extras = { where: "(Horsepower < 200)", having: "", ...(change as QueryObject).extras };
      const page = { ...own, extras, row_limit: 50, row_offset: 0, result_type: "drill_detail" };
      const count = { ...own, extras, is_rowcount: true, metrics: null, result_type: "full" };
      const form_data = { ...context().form_data, ...form };
      const body = { ...context(), form_data, result_type: "drill_detail", queries: [page, count] };
      return guest.post("/api/v1/chart/data", body, [{ clause: "Origin = 'USA'" }]);
    };
    const shown = await detail();
    expect(shown.status).toBe(200);
    const [rows, count] = shown.body.result;
    expect(rows.data.length).toBe(50);
    expect(count.data[0].rowcount).toBeGreaterThan(50);
    expect(rows.data.every((row: Json) => row.Cylinders === 8 && row.Horsepower < 200 && row.Origin === "USA")).toBe(
      true,
    );
    const columnsOf = (id: number, dashboard: number) =>
      guest.get(`/api/v1/dataset/${id}/drill_info/?q=(dashboard_id:${dashboard})`);
    expect((await columnsOf(data.carsId, dashboardId)).status).toBe(403);
    await give([["can_get_drill_info", "Dataset"]]);
    const by = await columnsOf(data.carsId, dashboardId);
    expect([by.status, by.body.result.owners, by.body.result.changed_by]).toEqual([200, [], null]);
    expect(by.body.result.columns.map((column: Json) => column.column_name)).toContain("Origin");
    const sql = { sqlExpression: "1 = 1", label: "x", expressionType: "SQL" };
    const ungrouped = db.updateTable("dataset_columns").set({ groupby: false });
    await ungrouped.where("dataset_id", "=", data.carsId).where("column_name", "=", "Weight_in_lbs").execute();
    events.changed("dataset");
    const drilled = [{ col: "Cylinders", op: ">", val: 3 }, ...filters];
    const byOrigin = await ask({ columns: ["Origin"], filters: drilled });
    expect([byOrigin.status, byOrigin.body.result[0].data.map((row: Json) => row.Origin)]).toEqual([200, ["USA"]]);
    const named = await ask({ columns: ["Name"] }, { slice_id: 0, chart_id: chartId, groupby: ["Name"] });
    expect([named.status, named.body.result[0].rowcount]).toEqual([200, 100]);
    const refused = [
      columnsOf(data.carsId, otherId),
      columnsOf(data.flightsId, dashboardId),
      guest.get(`/api/v1/dataset/${data.carsId}/drill_info/`),
      detail({ extras: { where: "1 = 1" } }),
      detail({ extras: { having: "1 = 1" } }),
      detail({ columns: ["Name"] }),
      detail({ filters: [{ col: sql, op: "==", val: 1 }] }),
      detail({}, { slice_id: undefined }),
      detail({}, { slice_id: 0, chart_id: chartId, groupby: ["Name"] }),
      detail({}, { slice_id: foreignId }),
      detail({}, { dashboardId: otherId }),
      rowsOf({ dashboard: otherId }),
      rowsOf({ dataset: data.flightsId }),
      rowsOf({ body: { extras: { where: "1 = 1" } } }),
      rowsOf({ body: { filters: [{ col: sql, op: "==", val: 1 }] } }),
      ask({ columns: ["Weight_in_lbs"] }),
      ask({ columns: [sql as never] }),
      ask({ columns: ["Name"], filters: [] }),
      ask({ columns: ["Name"], extras: {} }),
      ask({ columns: ["Name"], metrics: [power] }),
      ask({ metrics: [power] }, { slice_id: undefined }),
      ask({ result_type: "drill_detail", columns: ["Name"] }, { slice_id: undefined }),
      ask({ columns: ["Weight_in_lbs"] }, { slice_id: 0, chart_id: chartId, groupby: ["Name"] }),
      ask({ columns: ["Name"] }, { slice_id: 0, chart_id: foreignId, groupby: ["Name"] }),
      ask({ columns: ["Name"] }, { slice_id: foreignId }),
    ];
    expect((await Promise.all(refused)).map((one) => one.status)).toEqual(refused.map(() => 403));
    await db.deleteFrom("role_permissions").where("role_id", "=", role.id).execute();
    events.changed("role");
  });

  test("isn't widened by the chart's saved query context", async () => {
    const wide = { ...context({ columns: ["Name"] }), form_data: { ...FORM, slice_id: chartId } };
    const stored = { query_context: JSON.stringify(wide), query_context_generation: true };
    expect((await admin.put(`/api/v1/chart/${chartId}`, stored)).status).toBe(200);
    expect((await ask({ columns: ["Name"] })).status).toBe(403);
    expect((await ask()).status).toBe(200);
  });

  test("includes a filter's values from its column only", async () => {
    const form_data = { type: "NATIVE_FILTER", native_filter_id: ORIGIN.id, dashboardId };
    const count = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "__count" };
    const of = (column: string) => ({
      datasource: { id: data.carsId, type: "table" },
      queries: [{ columns: [column], metrics: [count], filters: [], orderby: [[column, true]], row_limit: 1000 }],
      form_data,
    });
    const { body } = await guest.post("/api/v1/chart/data", of("Origin"));
    expect(body.result[0].data.map((row: Json) => row.Origin)).toEqual(["Europe", "Japan", "USA"]);
    expect((await guest.post("/api/v1/chart/data", of("Name"))).status).toBe(403);
  });

  test("includes a range filter's histogram from its column only, for numbers", async () => {
    const form_data = { type: "NATIVE_FILTER", native_filter_id: POWER.id, dashboardId };
    const BIN = { label: "__bin", sqlExpression: "Horsepower", isColumnReference: true };
    const status = async (column: object, more: object = {}) => {
      const count = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "__count" };
      const filters = [{ col: "Horsepower", op: "IS NOT NULL" }];
      const query = { columns: [{ ...BIN, ...column }], metrics: [count], filters, row_limit: 18, ...more };
      const context = { datasource: { id: data.carsId, type: "table" }, queries: [query], form_data };
      return (await guest.post("/api/v1/chart/data", context)).status;
    };
    const bin = { start: 46, width: 9.2 };
    expect(await status({ bin })).toBe(200);
    expect(await status({ bin: { start: -150, width: 184.5 } })).toBe(200);
    const others = [
      { bin, sqlExpression: "Weight_in_lbs" },
      { bin, sqlExpression: "FLOOR(Horsepower)", isColumnReference: undefined, expressionType: "SQL" },
      { sqlExpression: "version()", isColumnReference: undefined, expressionType: "SQL" },
      {},
    ];
    for (const other of others) expect(await status(other)).toBe(403);
    expect(await status({ bin }, { filters: [] })).toBe(403);
    expect(await status({ bin }, { row_limit: 1000 })).toBe(403);
  });

  test("is filtered by the token's rules, per guest", async () => {
    const rows = async (rls: object[]) => {
      const { body } = await guest.post("/api/v1/chart/data", context(), rls);
      return body.result?.[0].data.map((row: Json) => row.Cylinders);
    };
    const everything = await rows([]);
    expect(await rows([{ clause: "Cylinders = 8" }])).toEqual([8]);
    expect(await rows([{ clause: "Cylinders = 4", dataset: data.carsId }])).toEqual([4]);
    expect(await rows([{ clause: "Cylinders = 4", dataset: data.flightsId }])).toEqual(everything);
    expect(await rows([{ clause: "Cylinders = 4" }, { clause: "Cylinders = 8" }])).toEqual([]);
    const broken = await guest.post("/api/v1/chart/data", context(), [{ clause: "1 = 1) OR (1 = 1" }]);
    expect(broken.status).toBe(400);
    const base = { name: "Base", filter_type: "Base", tables: [data.carsId], roles: [], clause: "Cylinders <> 8" };
    const { id } = (await admin.post<Json>("/api/v1/rowlevelsecurity/", base)).body;
    expect(await rows([])).toEqual(everything.filter((cylinders: number) => cylinders !== 8));
    expect(await rows([{ clause: "Cylinders > 5", dataset: data.carsId }])).toEqual([6]);
    await admin.delete(`/api/v1/rowlevelsecurity/${id}`);
    expect(await rows([])).toEqual(everything);
  });
});

describe("dashboards restricted to roles", () => {
  test("show their data to users with the role, but only on the dashboard", async () => {
    const role = await server.app.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "Gamma")
      .executeTakeFirstOrThrow();
    const asGamma = (form: object = {}) => gamma.post<Json>("/api/v1/chart/data", context({}, form));
    const put = (body: object) => admin.put(`/api/v1/dashboard/${dashboardId}`, body);
    const open = async () => (await gamma.get(`/api/v1/dashboard/${dashboardId}`)).status;
    expect([await open(), (await asGamma()).status]).toEqual([403, 403]);
    await put({ roles: [role.id] });
    expect([await open(), (await asGamma()).status]).toEqual([403, 403]);
    await put({ published: true });
    expect([await open(), (await asGamma()).status]).toEqual([200, 200]);
    expect((await gamma.get<Json>("/api/v1/dashboard/")).body.ids).toContain(dashboardId);
    expect((await gamma.get<Json>(`/api/v1/dashboard/${dashboardId}/datasets`)).body.result).toHaveLength(1);
    expect((await asGamma({ dashboardId: undefined })).status).toBe(403);
    const layer = { name: "Events", annotationType: "EVENT", sourceType: "NATIVE", value: 1 };
    const withLayer = async () => {
      const requested = context({ annotation_layers: [layer] });
      return gamma.post<Json>("/api/v1/chart/data", requested);
    };
    expect((await withLayer()).status).toBe(403);
    expect((await asGamma({ slice_id: 99_999 })).status).toBe(403);
    const copy = { json_metadata: "{}", dashboard_title: "Mine" };
    expect((await gamma.post(`/api/v1/dashboard/${dashboardId}/copy/`, copy)).status).toBe(403);
    await put({ roles: [], published: false });
    expect([await open(), (await asGamma()).status]).toEqual([403, 403]);
  });
});
