import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PLACE = { type: "latlong", latCol: "Horsepower", lonCol: "Cylinders" };
const LAYER = { viz_type: "deck_screengrid", spatial: PLACE, size: "count", row_limit: 100 };
const PIE = { viz_type: "pie", groupby: ["Origin"], metric: "count", row_limit: 100 };
const GEOMETRY = "Cylinders";
const filterOf = (subject: string, comparator: number) => ({
  ...{ clause: "WHERE", expressionType: "SIMPLE", subject, operator: ">", comparator },
});
const PARENT = filterOf("Cylinders", 3);
const OWN = filterOf("Horsepower", 100);

let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;
let layerId: number;
let strangerId: number;
let mapId: number;
let pieId: number;
let placesId: number;
let ownPlacesId: number;
let dashboardId: number;
let guestToken: (rls?: object[]) => Promise<Record<string, string>>;

async function newChart(slice_name: string, form: { viz_type: string }): Promise<number> {
  const of = { datasource_id: data.carsId, datasource_type: "table", viz_type: form.viz_type };
  const { body } = await admin.post<Json>("/api/v1/chart/", { slice_name, ...of, params: JSON.stringify(form) });
  return body.id;
}

beforeAll(async () => {
  const guestTokenSecret = new TextEncoder().encode("the secret that two servers share, long enough");
  server = await startTestServer({
    config: {
      embedding: { guestRole: "Public", guestTokenSecret, guestTokenAudience: undefined, guestTokenSeconds: 300 },
    },
  });
  data = await loadSampleData(server.app);
  [admin, gamma] = [await server.as("admin"), await server.as("gamma")];
  layerId = await newChart("Engines", { ...LAYER, adhoc_filters: [OWN] } as never);
  strangerId = await newChart("Not on it", LAYER);
  mapId = await newChart("All", { viz_type: "deck_multi", deck_slices: [layerId], adhoc_filters: [PARENT] } as never);
  pieId = await newChart("Origins", { ...PIE, adhoc_filters: [OWN] } as never);
  const ofPlaces = { viz_type: "cartodiagram", geom_column: GEOMETRY, adhoc_filters: [PARENT] };
  placesId = await newChart("At places", { ...ofPlaces, selected_chart: pieId } as never);
  ownPlacesId = await newChart("At places too", { ...ofPlaces, selected_chart: JSON.stringify(PIE) } as never);
  const target = { datasetId: data.carsId, column: { name: "Origin" } };
  const filter = { id: "NATIVE_FILTER-o", name: "Origin", filterType: "filter_select", targets: [target] };
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1", "CHART-2", "CHART-3"] },
    "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: mapId } },
    "CHART-2": { id: "CHART-2", type: "CHART", children: [], meta: { chartId: placesId } },
    "CHART-3": { id: "CHART-3", type: "CHART", children: [], meta: { chartId: ownPlacesId } },
  };
  const json_metadata = JSON.stringify({ positions, native_filter_configuration: [filter] });
  const created = await admin.post<Json>("/api/v1/dashboard/", {
    dashboard_title: "Map",
    json_metadata,
    published: true,
  });
  dashboardId = created.body.id;
  const embedded = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, { allowed_domains: [] });
  guestToken = async (rls = []) => {
    const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
    const { body } = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls });
    return { "x-guesttoken": body.token };
  };
});
afterAll(() => server.stop());

function question({ form = {}, filters = [] as object[], own = [OWN, PARENT] } = {}) {
  const requested = own.map(({ subject, operator, comparator }) => ({ col: subject, op: operator, val: comparator }));
  const places = ["Horsepower", "Cylinders"].map((col) => ({ col, op: "IS NOT NULL" }));
  const query = {
    columns: ["Cylinders", "Horsepower"],
    metrics: ["count"],
    orderby: [["count", false]],
    row_limit: 100,
  };
  return {
    datasource: { id: data.carsId, type: "table" },
    queries: [{ ...query, filters: [...places, ...requested, ...filters] }],
    form_data: { ...LAYER, slice_id: layerId, parent_slice_id: mapId, dashboardId, ...form },
  };
}
const cylinders = ({ body }: Json) => new Set(body.result[0].data.map((row: Json) => row.Cylinders));
const path = (chart: number) => `/api/v1/dashboard/${dashboardId}/charts/${chart}/layers`;

test("guests see the layers of a map, filtered by the map, the dashboard and the token", async () => {
  const token = await guestToken();
  const { body } = await server.anonymous.get<Json>(path(mapId), token);
  expect(body.result).toMatchObject([{ id: layerId, slice_name: "Engines", form_data: LAYER }]);
  const ask = async (change = {}, rls: object[] = []) =>
    server.anonymous.post<Json>("/api/v1/chart/data", question(change), await guestToken(rls));
  expect((await ask()).status).toBe(200);
  const japan = await ask({ filters: [{ col: "Origin", op: "IN", val: ["Japan"], isExtra: true }] });
  expect(cylinders(japan)).not.toContain(8);
  expect(cylinders(await ask({}, [{ clause: "Cylinders = 8" }]))).toEqual(new Set([8]));
  const refused = [
    ask({ own: [OWN] }),
    ask({ own: [PARENT] }),
    ask({ filters: [{ col: "Name", op: "==", val: "x" }] }),
    ask({ form: { parent_slice_id: undefined } }),
    ask({ form: { slice_id: strangerId } }),
    ask({ form: { dashboardId: 99_999 } }),
  ];
  expect((await Promise.all(refused)).map((one) => one.status)).toEqual(refused.map(() => 403));
  const others = await Promise.all([layerId, strangerId, 99_999].map((id) => server.anonymous.get(path(id), token)));
  expect(others.map((one) => one.status)).toEqual([404, 404, 404]);
});

function atPlaces({ own = [OWN, PARENT], columns = ["Origin", GEOMETRY], form = {} } = {}) {
  const filters = own.map(({ subject, operator, comparator }) => ({ col: subject, op: operator, val: comparator }));
  return {
    datasource: { id: data.carsId, type: "table" },
    queries: [{ columns, metrics: ["count"], filters, orderby: [["count", false]], row_limit: 100 }],
    form_data: { ...PIE, slice_id: pieId, parent_slice_id: placesId, dashboardId, ...form },
  };
}

test("guests see a chart at the points of a map, saved or inline, and nothing more of it", async () => {
  const token = await guestToken();
  const { body } = await server.anonymous.get<Json>(path(placesId), token);
  expect(body.result).toMatchObject([{ id: pieId, form_data: PIE }]);
  const ask = (question: object) => server.anonymous.post<Json>("/api/v1/chart/data", question, token);
  const ofItself = { slice_id: undefined, parent_slice_id: ownPlacesId };
  const shown = [atPlaces(), atPlaces({ own: [PARENT], form: ofItself })];
  const refused = [
    atPlaces({ own: [OWN] }),
    atPlaces({ columns: ["Origin", "Name"] }),
    atPlaces({ form: { parent_slice_id: mapId } }),
    atPlaces({ form: { slice_id: strangerId } }),
    atPlaces({ own: [], form: ofItself }),
    atPlaces({ own: [PARENT], columns: ["Name"], form: ofItself }),
    { ...atPlaces({ own: [PARENT], form: ofItself }), datasource: { id: data.flightsId, type: "table" } },
  ];
  expect(await Promise.all(shown.map(async (one) => (await ask(one)).status))).toEqual([200, 200]);
  expect(await Promise.all(refused.map(async (one) => (await ask(one)).status))).toEqual(refused.map(() => 403));
});

test("users of the dashboard's role see them too, and lose access with the role", async () => {
  const { id } = await server.app.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "Gamma")
    .executeTakeFirstOrThrow();
  const visible = async () => [
    (await gamma.get(path(mapId))).status,
    (await gamma.post("/api/v1/chart/data", question())).status,
    (await gamma.get(`/api/v1/chart/${layerId}`)).status,
    (await gamma.get(path(placesId))).status,
    (await gamma.post("/api/v1/chart/data", atPlaces())).status,
  ];
  expect(await visible()).toEqual([403, 403, 404, 403, 403]);
  await admin.put(`/api/v1/dashboard/${dashboardId}`, { roles: [id] });
  expect(await visible()).toEqual([200, 200, 404, 200, 200]);
  const rule = {
    name: "Japan",
    filter_type: "Regular",
    tables: [data.carsId],
    roles: [id],
    clause: "Origin = 'Japan'",
  };
  expect((await admin.post("/api/v1/rowlevelsecurity/", rule)).status).toBe(201);
  expect(cylinders(await gamma.post<Json>("/api/v1/chart/data", question()))).not.toContain(8);
  expect((await gamma.post("/api/v1/chart/data", question({ form: { slice_id: strangerId } }))).status).toBe(403);
});

test("users can't add layers that they can't see, by saving or importing", async () => {
  const { db, events } = server.app;
  const role = await db.insertInto("roles").values({ name: "fliers" }).returning("id").executeTakeFirstOrThrow();
  const pairs = await db.selectFrom("permission_pairs").select("view").where("permission", "=", "datasource_access");
  const view = (await pairs.execute()).find((pair) => pair.view.endsWith(`(id:${data.flightsId})`))?.view ?? "";
  const grant = { role_id: role.id, permission: "datasource_access", view };
  await db.insertInto("role_permissions").values(grant).execute();
  events.changed("role", role.id);
  const flier = await server.as("flier", ["Gamma", "fliers"]);
  const of = { viz_type: "deck_multi", datasource_id: data.flightsId, datasource_type: "table" };
  const layersIn = (...deck_slices: unknown[]) => ({ params: JSON.stringify({ viz_type: "deck_multi", deck_slices }) });
  const own = await flier.post<Json>("/api/v1/chart/", { ...of, slice_name: "Own" });
  expect(own.status).toBe(201);
  const mine = await flier.post<Json>("/api/v1/chart/", { ...of, slice_name: "Mine", ...layersIn(own.body.id) });
  expect(mine.status).toBe(201);
  for (const id of [strangerId, String(strangerId), 999_999]) {
    const created = await flier.post<Json>("/api/v1/chart/", { ...of, slice_name: "Theirs", ...layersIn(id) });
    expect([created.status, created.body.message]).toEqual([422, { params: [`Charts do not exist: ${id}`] }]);
    const change = layersIn(own.body.id, id);
    expect((await flier.put<Json>(`/api/v1/chart/${mine.body.id}`, change)).status).toBe(422);
  }
  const whole = JSON.stringify({ id: strangerId, ...PIE });
  const change = (value: object) => ({ params: JSON.stringify({ viz_type: "cartodiagram", ...value }) });
  for (const selected_chart of [strangerId, String(strangerId), whole]) {
    const { status } = await flier.put<Json>(`/api/v1/chart/${mine.body.id}`, change({ selected_chart }));
    expect([selected_chart, status]).toEqual([selected_chart, 422]);
  }
  const both = change({ deck_slices: [strangerId, own.body.id], selected_chart: whole });
  await admin.put(`/api/v1/chart/${mine.body.id}`, both);
  expect((await flier.put(`/api/v1/chart/${mine.body.id}`, both)).status).toBe(200);

  const bundle = await (await flier.fetch(`/api/v1/chart/export/?q=!(${mine.body.id})`)).blob();
  const form = new FormData();
  form.set("formData", bundle, "bundle.zip");
  form.set("overwrite", "true");
  expect((await flier.fetch("/api/v1/chart/import/", { method: "POST", body: form })).status).toBe(200);
  const { body } = await flier.get<Json>(`/api/v1/chart/${mine.body.id}`);
  const stored = JSON.parse(body.result.params);
  expect([stored.deck_slices, JSON.parse(stored.selected_chart)]).toEqual([[own.body.id], PIE]);
});

test.each(["json", "csv", "xlsx"])("a map of other charts reports as %s that it has no data", async (format) => {
  const { status, body } = await admin.get<Json>(`/api/v1/chart/${mapId}/data/?format=${format}`);
  expect([status, body.message]).toEqual([400, expect.stringContaining("combines other charts")]);
});

test("guests can't change or export anything, whatever the permissions of their role", async () => {
  const { db, events } = server.app;
  const role = await db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
  const alpha = (await server.as("alpha")).get<Json>("/api/v1/me/roles/");
  const pairs: [string, string][] = (await alpha).body.result.roles.Alpha;
  const rows = pairs.map(([permission, view]) => ({ role_id: role.id, permission, view }));
  await db.insertInto("role_permissions").values(rows).execute();
  events.changed("role");
  const headers = await guestToken();
  const { anonymous } = server;
  expect((await anonymous.get(`/api/v1/dashboard/${dashboardId}`, headers)).status).toBe(200);
  const state = await anonymous.post(`/api/v1/dashboard/${dashboardId}/filter_state`, { value: "{}" }, headers);
  expect(state.status).toBe(201);
  const refused = [
    anonymous.get(`/api/v1/dashboard/export/?q=!(${dashboardId})`, headers),
    anonymous.get(`/api/v1/dashboard/${dashboardId}/export_as_example/`, headers),
    anonymous.post(`/api/v1/dashboard/${dashboardId}/copy/`, { dashboard_title: "c", json_metadata: "{}" }, headers),
    anonymous.post("/api/v1/dashboard/", { dashboard_title: "mine" }, headers),
    anonymous.post("/api/v1/tag/", { name: "mine" }, headers),
    anonymous.post("/api/v1/theme/", { theme_name: "mine", json_data: "{}" }, headers),
    anonymous.post("/api/v1/cachekey/invalidate", { datasource_uids: ["1__table"] }, headers),
  ];
  for (const { status } of await Promise.all(refused)) expect(status).toBe(403);
  await db.deleteFrom("role_permissions").where("role_id", "=", role.id).execute();
  events.changed("role");
});
