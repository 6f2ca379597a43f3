import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, alpha, gamma] = [await server.as("admin"), await server.as("alpha"), await server.as("gamma")];
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function create(title: string, more: object = {}, client = alpha): Promise<number> {
  const { status, body } = await client.post<Json>("/api/v1/dashboard/", { dashboard_title: title, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

async function createChart(slice_name: string, client = alpha): Promise<number> {
  const body = { slice_name, datasource_id: data.carsId, datasource_type: "table", viz_type: "table", params: "{}" };
  return (await client.post<Json>("/api/v1/chart/", body)).body.id;
}

const show = async (id: number | string, client = admin) =>
  (await client.get<Json>(`/api/v1/dashboard/${id}`)).body.result;

const versionsOf = async (id: number) =>
  (await alpha.get<Json>(`/api/v1/dashboard/${id}/versions/`)).body.result.length as number;

const positionsOf = (...chartIds: number[]) => ({
  DASHBOARD_VERSION_KEY: "v2",
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"] },
  "ROW-1": { id: "ROW-1", type: "ROW", children: chartIds.map((id) => `CHART-${id}`), meta: {} },
  ...Object.fromEntries(
    chartIds.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id } }]),
  ),
});

describe("a dashboard", () => {
  test("is found by id, uuid and slug", async () => {
    const id = await create("Sales of the year", { slug: "Sales 2026!" });
    const shown = await show(id);
    expect(shown).toMatchObject({ slug: "Sales-2026", url: "/superset/dashboard/Sales-2026/", published: false });
    expect(shown.owners).toMatchObject([{ first_name: "Alpha" }]);
    expect((await show(shown.uuid)).id).toBe(id);
    expect((await show("Sales-2026")).id).toBe(id);
    const put = await alpha.put<Json>(`/api/v1/dashboard/${id}`, { slug: "", published: true });
    expect(put.body.last_modified_time).toBe(Math.trunc(put.body.last_modified_time));
    expect(await show(id)).toMatchObject({ slug: null, published: true, dashboard_title: "Sales of the year" });
  });

  test("takes its layout and its charts from `positions`", async () => {
    const [a, b] = [await createChart("A"), await createChart("B")];
    const id = await create("Laid out");
    const json_metadata = JSON.stringify({ positions: positionsOf(a, b), refresh_frequency: 30, own_key: [1] });
    const put = await alpha.put<Json>(`/api/v1/dashboard/${id}`, { json_metadata });
    expect(put.status).toBe(200);
    const shown = await show(id);
    expect(shown.charts).toEqual(["A", "B"]);
    expect(JSON.parse(shown.json_metadata)).toMatchObject({ refresh_frequency: 30, own_key: [1], color_scheme: "" });
    expect(JSON.parse(shown.json_metadata)).not.toHaveProperty("positions");
    const layout = JSON.parse(shown.position_json);
    expect(layout[`CHART-${a}`].meta.uuid).toMatch(/^[0-9a-f-]{36}$/);
    await alpha.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: positionsOf(b) }) });
    expect((await show(id)).charts).toEqual(["B"]);
    await alpha.put(`/api/v1/dashboard/${id}`, { json_metadata: "{}" });
    expect((await show(id)).charts).toEqual(["B"]);
  });

  test.each([null, "", "{}"])("keeps its layout if a save has none: %j", async (position_json) => {
    const chart = await createChart("Placed");
    const id = await create("Found in a list", { json_metadata: JSON.stringify({ positions: positionsOf(chart) }) });
    const { position_json: before } = await show(id);
    const put = await alpha.put(`/api/v1/dashboard/${id}`, { position_json, dashboard_title: "Renamed" });
    expect(put.status).toBe(200);
    expect(await show(id)).toMatchObject({ position_json: before, charts: ["Placed"], dashboard_title: "Renamed" });
    const moved = JSON.stringify({ ...JSON.parse(before), HEADER_ID: { id: "HEADER_ID", type: "HEADER" } });
    await alpha.put(`/api/v1/dashboard/${id}`, { position_json: moved });
    expect((await show(id)).position_json).toBe(moved);
  });

  test("lists its charts and datasets with what the page needs", async () => {
    const chart = await createChart("Shown");
    const id = await create("With data", { json_metadata: JSON.stringify({ positions: positionsOf(chart) }) });
    const charts = (await alpha.get<Json>(`/api/v1/dashboard/${id}/charts`)).body.result;
    expect(charts).toMatchObject([{ id: chart, form_data: { slice_id: chart, viz_type: "table" } }]);
    const datasets = (await alpha.get<Json>(`/api/v1/dashboard/${id}/datasets`)).body.result;
    expect(datasets).toMatchObject([{ uid: `${data.carsId}__table`, granularity_sqla: [["Year", "Year"]] }]);
    expect((await alpha.get<Json>(`/api/v1/dashboard/${id}/tabs`)).body.result).toEqual({
      all_tabs: {},
      tab_tree: [],
      native_filters: { all: [] },
    });
  });

  test("lists each dataset once, in order, without deleted ones", async () => {
    const chart = async (datasource_id: number) => {
      const body = { slice_name: "Of a dataset", viz_type: "table", datasource_id, datasource_type: "table" };
      return (await alpha.post<Json>("/api/v1/chart/", body)).body.id as number;
    };
    const ids = [
      await chart(data.flightsId),
      await chart(data.carsId),
      await chart(data.carsId),
      await chart(data.carsId),
    ];
    const id = await create("Several", { json_metadata: JSON.stringify({ positions: positionsOf(...ids) }) });
    const { db } = server.app;
    await db
      .updateTable("charts")
      .set({ datasource_id: 99999 })
      .where("id", "=", ids[3] ?? 0)
      .execute();
    server.app.events.changed("dataset");
    const datasets = (await alpha.get<Json>(`/api/v1/dashboard/${id}/datasets`)).body.result;
    expect(datasets.map((dataset: Json) => dataset.id)).toEqual([data.carsId, data.flightsId].sort((a, b) => a - b));
    expect(datasets.map((dataset: Json) => dataset.columns.length > 0)).toEqual([true, true]);
  });

  test("saves colors, without a version if requested", async () => {
    const id = await create("Colored");
    const before = await show(id);
    const colors = { color_scheme: "tessera", map_label_colors: { ORD: "#4266C6" } };
    const put = await alpha.put<Json>(`/api/v1/dashboard/${id}/colors?mark_updated=false`, colors);
    expect([put.status, put.body]).toEqual([200, {}]);
    const after = await show(id);
    expect(JSON.parse(after.json_metadata)).toMatchObject(colors);
    expect(after.changed_on).toBe(before.changed_on);
    expect(await versionsOf(id)).toBe(1);
    await alpha.put(`/api/v1/dashboard/${id}/colors`, colors);
    expect((await show(id)).changed_on > before.changed_on).toBe(true);
    expect(await versionsOf(id)).toBe(2);
  });

  test("changes its filters", async () => {
    const id = await create("Filtered");
    const filter = (name: string) => ({
      id: `NATIVE_FILTER-${name}`,
      type: "NATIVE_FILTER",
      name,
      filterType: "filter_select",
    });
    const put = (body: object) => alpha.put<Json>(`/api/v1/dashboard/${id}/filters`, body);
    await put({ modified: [filter("a"), filter("b")], deleted: [], reordered: [] });
    const { body } = await put({ modified: [], deleted: [], reordered: ["NATIVE_FILTER-b", "NATIVE_FILTER-a"] });
    expect(body.result.map((entry: Json) => entry.name)).toEqual(["b", "a"]);
    const stored = JSON.parse((await show(id)).json_metadata).native_filter_configuration;
    expect(stored.map((entry: Json) => entry.name)).toEqual(["b", "a"]);
    expect((await put({ nonsense: 1 })).status).toBe(400);
  });

  test("is copied with or without its charts", async () => {
    const chart = await createChart("Original");
    const positions = positionsOf(chart);
    const id = await create("Template", { json_metadata: JSON.stringify({ positions }) });
    const copy = async (duplicate_slices: boolean) => {
      const body = { dashboard_title: "Copy", duplicate_slices, json_metadata: JSON.stringify({ positions }) };
      return (await alpha.post<Json>(`/api/v1/dashboard/${id}/copy/`, body)).body.result.id as number;
    };
    const charts = async (of: number) => (await alpha.get<Json>(`/api/v1/dashboard/${of}/charts`)).body.result;
    expect((await charts(await copy(false))).map((c: Json) => c.id)).toEqual([chart]);
    const [clone] = await charts(await copy(true));
    expect(clone).toMatchObject({ slice_name: "Original" });
    expect(clone.id).not.toBe(chart);
  });

  test("is copied with charts that have no place in its layout", async () => {
    const id = await create("No layout");
    const chart = await createChart("No place");
    await alpha.put(`/api/v1/chart/${chart}`, { dashboards: [id] });
    const body = { dashboard_title: "Copy", duplicate_slices: false, json_metadata: "{}" };
    const copy = (await alpha.post<Json>(`/api/v1/dashboard/${id}/copy/`, body)).body.result.id as number;
    const { result } = (await alpha.get<Json>(`/api/v1/dashboard/${copy}/charts`)).body;
    expect(result.map((one: Json) => one.id)).toEqual([chart]);
  });

  test("is deleted alone or in bulk, with its favorites", async () => {
    const ids = [await create("One"), await create("Two"), await create("Three")];
    await alpha.post(`/api/v1/dashboard/${ids[0]}/favorites/`);
    const status = await alpha.get<Json>(`/api/v1/dashboard/favorite_status/?q=!(${ids[0]},${ids[1]})`);
    expect(status.body.result.map((item: Json) => item.value)).toEqual([true, false]);
    expect((await alpha.delete<Json>(`/api/v1/dashboard/${ids[0]}`)).body).toEqual({ message: "OK" });
    expect(await server.app.db.selectFrom("favorites").selectAll().execute()).toEqual([]);
    const many = await alpha.delete<Json>(`/api/v1/dashboard/?q=!(${ids[1]},${ids[2]})`);
    expect(many.body).toEqual({ message: "Deleted 2 dashboards" });
    expect((await alpha.delete(`/api/v1/dashboard/${ids[1]}`)).status).toBe(404);
  });
});

test("a slug equal to another dashboard's id or uuid, or to a route, doesn't hide it", async () => {
  const uuid = "c0ffee00-1111-4222-8333-444455556666";
  const decoy = await create("Decoy", { slug: uuid });
  const id = await create("Meant", { uuid });
  const like = await create("Like an id", { slug: String(id) });
  const call = await create("Like a call", { slug: "export" });
  for (const reference of [uuid, String(id)]) {
    const { body } = await admin.get<Json>(`/api/v1/dashboard/${reference}`);
    expect(body.result.dashboard_title).toBe("Meant");
  }
  for (const each of [decoy, like, call]) expect((await show(each)).url).toBe(`/superset/dashboard/${each}/`);
});

describe("lists", () => {
  test("search title and slug, and show only what the caller can see", async () => {
    const hidden = await create("Draft needle", { published: false }, admin);
    const chart = await createChart("In the list", admin);
    const json_metadata = JSON.stringify({ positions: positionsOf(chart) });
    const open = await create("Open", { slug: "needle-work", published: true, json_metadata }, admin);
    const list = async (client: TestClient) =>
      (await client.get<Json>("/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:NEEDLE)))"))
        .body;
    expect((await list(admin)).ids.sort()).toEqual([hidden, open].sort());
    expect((await list(alpha)).ids).toEqual([open]);
    expect((await list(alpha)).result[0]).toMatchObject({ status: "published", changed_by_name: "Admin User" });
    expect((await list(gamma)).ids).toEqual([]);
    const related = (await admin.get<Json>("/api/v1/dashboard/related/owners?q=(filter:alp)")).body;
    expect(related.result[0]).toMatchObject({ text: "Alpha User", extra: { active: true } });
  });
});

describe("links", () => {
  test("the same state has the same permalink, for users who can open the dashboard", async () => {
    const chart = await createChart("Linked", admin);
    const id = await create("Linked", { json_metadata: JSON.stringify({ positions: positionsOf(chart) }) }, admin);
    const state = {
      dataMask: { f: { filterState: { value: ["ORD"] } } },
      activeTabs: ["TAB-a"],
      urlParams: [["a", "b"]],
    };
    const post = async () => (await admin.post<Json>(`/api/v1/dashboard/${id}/permalink`, state)).body;
    const { key, url } = await post();
    expect(url).toBe(`${server.url}/superset/dashboard/p/${key}/`);
    expect((await post()).key).toBe(key);
    const { uuid } = await show(id);
    expect((await alpha.get<Json>(`/api/v1/dashboard/permalink/${key}`)).body).toEqual({ dashboardId: uuid, state });
    expect((await gamma.get(`/api/v1/dashboard/permalink/${key}`)).status).toBe(403);
    expect((await admin.get("/api/v1/dashboard/permalink/nothing")).status).toBe(404);
  });

  test("filter values are stored under a key of the tab and changed only by their creator", async () => {
    const id = await create("Stateful");
    const path = `/api/v1/dashboard/${id}/filter_state`;
    const created = await alpha.post<Json>(`${path}?tab_id=1`, { value: '{"a":1}' });
    expect(created.status).toBe(201);
    const { key } = created.body;
    expect((await alpha.post<Json>(`${path}?tab_id=1`, { value: '{"a":2}' })).body.key).toBe(key);
    expect((await alpha.get<Json>(`${path}/${key}`)).body).toEqual({ value: '{"a":2}' });
    const refused = await admin.put<Json>(`${path}/${key}`, { value: "{}" });
    expect([refused.status, refused.body.message]).toEqual([403, "You don't have permission to modify the value."]);
    expect((await alpha.put<Json>(`${path}/${key}`, { value: "{}" })).body).toEqual({ key });
    expect((await alpha.post(`${path}`, { value: "{" })).status).toBe(400);
    expect((await alpha.delete<Json>(`${path}/${key}`)).body).toEqual({ message: "Deleted successfully" });
    expect((await alpha.get(`${path}/${key}`)).status).toBe(404);
  });
});

describe("rejects", () => {
  test("a taken slug, missing roles and owners, unknown fields", async () => {
    await create("First", { slug: "taken" });
    const post = async (body: object) => {
      const answer = await alpha.post<Json>("/api/v1/dashboard/", body);
      return [answer.status, answer.body.message];
    };
    expect(await post({ slug: "taken" })).toEqual([422, { slug: ["Must be unique"] }]);
    expect(await post({ roles: [999] })).toEqual([422, { roles: ["Some roles do not exist"] }]);
    expect(await post({ owners: [999] })).toEqual([422, { owners: ["Owners are invalid"] }]);
    expect(await post({ nonsense: 1 })).toEqual([400, { nonsense: ["Unknown field."] }]);
    expect((await post({ json_metadata: "{" }))[0]).toBe(400);
  });

  test("changes by other users, and access without data permission", async () => {
    const chart = await createChart("Secret", admin);
    const json_metadata = JSON.stringify({ positions: positionsOf(chart) });
    const id = await create("Admin's", { json_metadata, published: true }, admin);
    expect((await alpha.put(`/api/v1/dashboard/${id}`, { css: "x" })).status).toBe(403);
    expect((await alpha.put(`/api/v1/dashboard/${id}/filters`, {})).status).toBe(403);
    expect((await alpha.delete(`/api/v1/dashboard/?q=!(${id})`)).status).toBe(403);
    const opened = await gamma.get<Json>(`/api/v1/dashboard/${id}`);
    expect([opened.status, opened.body.message]).toEqual([403, "You don't have access to this dashboard."]);
    expect(opened.body.errors[0].extra.owners, "whom to ask").toMatchObject([{ id: await server.userId("admin") }]);
    expect((await server.anonymous.get(`/api/v1/dashboard/${id}`)).status).toBe(401);
    expect((await admin.get("/api/v1/dashboard/nothing-here")).status).toBe(404);
  });
});
