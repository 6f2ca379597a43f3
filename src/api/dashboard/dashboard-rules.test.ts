import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

const DAY = 24 * 60 * 60 * 1000;
let laterMs = 0;
let server: TestServer;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
let data: SampleData;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  data = await loadSampleData(server.app);
  [admin, alpha, gamma] = [await server.as("admin"), await server.as("alpha"), await server.as("gamma")];
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/dashboard";

async function create(title: string, more: object = {}, client = alpha): Promise<number> {
  const { status, body } = await client.post<Json>(`${PATH}/`, { dashboard_title: title, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
async function createChart(slice_name: string, client = alpha): Promise<number> {
  const body = { slice_name, datasource_id: data.carsId, datasource_type: "table", viz_type: "table", params: "{}" };
  return (await client.post<Json>("/api/v1/chart/", body)).body.id;
}
const show = async (id: number | string, client = admin) => (await client.get<Json>(`${PATH}/${id}`)).body.result;
const metadataOf = async (id: number) => JSON.parse((await show(id)).json_metadata);
const withCharts = (...ids: number[]) => ({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: ids.map((id) => `CHART-${id}`) },
  ...Object.fromEntries(ids.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: "CHART", meta: { chartId: id } }])),
});

describe("the metadata of a save", () => {
  test("gets defaults; a null namespace and show_native_filters are removed", async () => {
    const json_metadata = JSON.stringify({
      show_native_filters: true,
      color_namespace: null,
      label_colors: { a: "#fff" },
    });
    const id = await create("Defaults", { json_metadata });
    expect(await metadataOf(id)).toEqual({
      expanded_slices: {},
      refresh_frequency: 0,
      color_scheme: "",
      label_colors: { a: "#fff" },
      shared_label_colors: [],
      map_label_colors: {},
      color_scheme_domain: [],
      cross_filters_enabled: true,
      timed_refresh_immune_slices: [],
    });
  });

  test.each([
    ["{", "JSON not valid"],
    ["[1]", "JSON not valid"],
    ['{"native_filter_configuration": {}}', /^native_filter_configuration: /],
    ['{"timed_refresh_immune_slices": ["x"]}', /^timed_refresh_immune_slices/],
  ])("%s is rejected and changes nothing", async (json_metadata, text) => {
    const id = await create("Kept", { json_metadata: '{"refresh_frequency": 60}' });
    const put = await alpha.put<Json>(`${PATH}/${id}`, { json_metadata, dashboard_title: "Changed" });
    expect(put.status).toBe(400);
    expect(put.body.message.json_metadata).toEqual([expect.stringMatching(text)]);
    expect(await show(id)).toMatchObject({ dashboard_title: "Kept" });
    expect((await metadataOf(id)).refresh_frequency).toBe(60);
  });

  test("a save is rolled back as a whole if part of it fails", async () => {
    const chart = await createChart("Laid out");
    const id = await create("Whole", { json_metadata: JSON.stringify({ positions: withCharts(chart) }) });
    const body = { dashboard_title: "Half", json_metadata: JSON.stringify({ positions: {} }), roles: [9999] };
    const put = await alpha.put<Json>(`${PATH}/${id}`, body);
    expect([put.status, put.body]).toEqual([422, { message: { roles: ["Some roles do not exist"] } }]);
    expect(await show(id)).toMatchObject({ dashboard_title: "Whole", charts: ["Laid out"] });
    const tags = await alpha.put<Json>(`${PATH}/${id}`, { dashboard_title: "Half", tags: [77] });
    expect([tags.status, tags.body]).toEqual([422, { message: { tags: ["Some tags do not exist"] } }]);
    expect((await show(id)).dashboard_title).toBe("Whole");
  });
});

describe("slugs", () => {
  test("go to only one of two concurrent saves", async () => {
    const post = () => alpha.post<Json>(`${PATH}/`, { dashboard_title: "Race", slug: "race" });
    const answers = await Promise.all([post(), post(), post()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
  });

  test("can be kept by its own dashboard but not used by another", async () => {
    const id = await create("Own", { slug: "own slug" });
    expect((await alpha.put(`${PATH}/${id}`, { slug: "own-slug", dashboard_title: "Own 2" })).status).toBe(200);
    const other = await create("Other");
    const put = await alpha.put<Json>(`${PATH}/${other}`, { slug: " own slug " });
    expect([put.status, put.body]).toEqual([422, { message: { slug: ["Must be unique"] } }]);
    await alpha.put(`${PATH}/${id}`, { slug: null });
    expect((await alpha.put(`${PATH}/${other}`, { slug: "own-slug" })).status).toBe(200);
    expect((await show("own-slug")).id).toBe(other);
  });
});

describe("filters of a dashboard", () => {
  const filter = (id: string, name = id) => ({ id, name, filterType: "filter_select", targets: [{}] });
  const start = async (...names: string[]) =>
    create("Filtered", { json_metadata: JSON.stringify({ native_filter_configuration: names.map((n) => filter(n)) }) });
  const change = async (id: number, body: object) => {
    const answer = await alpha.put<Json>(`${PATH}/${id}/filters`, body);
    return answer.body.result.map((entry: Json) => `${entry.id}=${entry.name}`);
  };

  test("change in order: deletions, changes in place, additions, reordering", async () => {
    const id = await start("a", "b", "c");
    const modified = [filter("b", "B"), filter("d"), filter("a", "never")];
    expect(await change(id, { modified, deleted: ["a"], reordered: [] })).toEqual(["b=B", "c=c", "d=d"]);
    expect(await change(id, { modified: [filter("e")], reordered: ["d", "b"] })).toEqual(["d=d", "b=B", "e=e"]);
    expect(await change(id, { reordered: ["e", "gone", "d"] })).toEqual(["e=e", "d=d"]);
    expect((await metadataOf(id)).native_filter_configuration.map((entry: Json) => entry.id)).toEqual(["e", "d"]);
    expect(await change(id, { deleted: ["d", "e"] })).toEqual([]);
  });

  test("are listed by tab", async () => {
    const native_filter_configuration = [{ ...filter("a"), tabsInScope: ["TAB-1", "TAB-2"] }, filter("b")];
    const id = await create("Tabbed", { json_metadata: JSON.stringify({ native_filter_configuration }) });
    const { native_filters } = (await alpha.get<Json>(`${PATH}/${id}/tabs`)).body.result;
    const names = Object.entries(native_filters).map(([tab, entries]) => [
      tab,
      (entries as Json).map((e: Json) => e.id),
    ]);
    expect(Object.fromEntries(names)).toEqual({ all: ["a", "b"], "TAB-1": ["a"], "TAB-2": ["a"] });
  });

  test("that an import breaks are reported and kept", async () => {
    const id = await create("Broken");
    const json_metadata = '{"native_filter_configuration": "none", "chart_customization_config": [7]}';
    await server.app.db.updateTable("dashboards").set({ json_metadata }).where("id", "=", id).execute();
    for (const part of ["filters", "chart_customizations"])
      expect((await alpha.put(`${PATH}/${id}/${part}`, { modified: [filter("a")] })).status).toBe(422);
    expect((await alpha.get(`${PATH}/${id}/tabs`)).status).toBe(422);
  });

  test("change in the same way as display controls", async () => {
    const id = await create("Customized", { json_metadata: '{"refresh_frequency": 10}' });
    const put = (body: object, client = alpha) => client.put<Json>(`${PATH}/${id}/chart_customizations`, body);
    const control = (name: string) => ({ id: `CHART_CUSTOMIZATION-${name}`, type: "CHART_CUSTOMIZATION", name });
    const modified = [control("a"), control("b")];
    expect((await put({ modified })).body.result).toEqual(modified);
    const { body } = await put({ deleted: ["CHART_CUSTOMIZATION-a"], modified: [{ ...control("b"), name: "B" }] });
    expect(body.result).toEqual([{ ...control("b"), name: "B" }]);
    expect(await metadataOf(id)).toMatchObject({ refresh_frequency: 10, chart_customization_config: body.result });
    expect((await put({ modified: [{ name: "no id" }] })).status).toBe(400);
    expect((await put({ colour: 1 })).status).toBe(400);
    expect((await put({}, await server.as("other", ["Alpha"]))).status).toBe(403);
    expect((await put({}, server.anonymous)).status).toBe(401);
    expect((await alpha.put(`${PATH}/99999/chart_customizations`, {})).status).toBe(404);
  });

  test("can change if the color scheme was deleted", async () => {
    const id = await create("Colorless", { json_metadata: '{"color_scheme": null}' });
    expect((await alpha.put(`${PATH}/${id}/colors`, { color_scheme: null })).status).toBe(200);
    expect(await change(id, { modified: [filter("x")] })).toEqual(["x=x"]);
  });

  test("a dashboard's uuid must be valid and unique", async () => {
    const uuid = crypto.randomUUID();
    expect((await alpha.post(`${PATH}/`, { dashboard_title: "a", uuid: "7" })).status).toBe(400);
    expect((await alpha.post(`${PATH}/`, { dashboard_title: "a", uuid })).status).toBe(201);
    expect((await alpha.post(`${PATH}/`, { dashboard_title: "b", uuid })).status).toBe(422);
  });

  test("keep all other keys of the metadata, and mark the dashboard as changed", async () => {
    const id = await create("Marked", { json_metadata: '{"refresh_frequency": 10, "own": 1}' });
    const before = (await show(id)).changed_on;
    await change(id, { modified: [filter("x")] });
    expect(await metadataOf(id)).toMatchObject({ refresh_frequency: 10, own: 1 });
    expect((await show(id)).changed_on > before).toBe(true);
  });

  test("concurrent changes by two users are both kept", async () => {
    const id = await start();
    await Promise.all(["a", "b", "c", "d"].map((name) => change(id, { modified: [filter(name)] })));
    const names = (await metadataOf(id)).native_filter_configuration.map((entry: Json) => entry.id);
    expect(names.sort()).toEqual(["a", "b", "c", "d"]);
  });
});

describe("a copy", () => {
  test("has clones owned by the copier, their ids in its layout, no slug, and is a draft", async () => {
    const [a, b] = [await createChart("A", admin), await createChart("B", admin)];
    const positions = withCharts(a, b);
    const json_metadata = JSON.stringify({ positions, refresh_frequency: 5 });
    const id = await create("Source", { json_metadata, slug: "source", published: true, css: ".a{}" }, admin);
    const body = { dashboard_title: "Mine", duplicate_slices: true, json_metadata };
    const copied = (await alpha.post<Json>(`${PATH}/${id}/copy/`, body)).body.result;
    const shown = await show(copied.id);
    expect(shown).toMatchObject({ dashboard_title: "Mine", slug: null, published: false, css: ".a{}" });
    expect(shown.owners.map((owner: Json) => owner.first_name)).toEqual(["Alpha"]);
    expect(copied.last_modified_time).toBe(Math.floor(Date.parse(`${shown.changed_on.slice(0, 23)}Z`) / 1000));
    const clones = (await alpha.get<Json>(`${PATH}/${copied.id}/charts`)).body.result;
    expect(clones.map((clone: Json) => clone.slice_name)).toEqual(["A", "B"]);
    const placed = Object.values<Json>(JSON.parse(shown.position_json)).flatMap((part) => part.meta?.chartId ?? []);
    expect(placed.sort()).toEqual(clones.map((clone: Json) => clone.id).sort());
    const [first] = clones;
    expect((await alpha.put(`/api/v1/chart/${first.id}`, { slice_name: "A of mine" })).status).toBe(200);
    expect((await show(id)).charts).toEqual(["A", "B"]);
  });

  test("has the given owners, roles and tags, or isn't created", async () => {
    const id = await create("Described", {}, admin);
    await admin.post("/api/v1/tag/", { name: "kept" });
    const { result: tags } = (await admin.get<Json>("/api/v1/tag/")).body;
    const tag = tags.find((one: Json) => one.name === "kept").id;
    const users = (await show(id)).owners.map((owner: Json) => owner.id);
    const copy = (fields: object) => admin.post<Json>(`${PATH}/${id}/copy/`, { json_metadata: "{}", ...fields });
    const copied = await copy({ dashboard_title: "Twin", owners: users, tags: [tag], theme_id: null });
    const shown = await show(copied.body.result.id);
    expect(shown.owners.map((owner: Json) => owner.id)).toEqual(users);
    expect(shown.tags.filter((one: Json) => one.type === 1).map((one: Json) => one.name)).toEqual(["kept"]);
    const count = async () => (await admin.get<Json>(`${PATH}/`)).body.count;
    const before = await count();
    const refused = [{ tags: [77] }, { roles: [77] }, { owners: [77] }, { theme_id: 77 }];
    const statuses = await Promise.all(refused.map(async (fields) => (await copy(fields)).status));
    expect(statuses).toEqual([422, 422, 422, 422]);
    expect(await count()).toBe(before);
  });

  test("requires metadata", async () => {
    const id = await create("No metadata");
    const missing = await alpha.post<Json>(`${PATH}/${id}/copy/`, { dashboard_title: "X" });
    expect([missing.status, missing.body.message]).toEqual([
      400,
      { json_metadata: ["Missing data for required field."] },
    ]);
    expect((await alpha.post(`${PATH}/99999/copy/`, { json_metadata: "{}" })).status).toBe(404);
  });
});

describe("stored states", () => {
  const stateOf = (id: number, client: TestClient, tab = 1) =>
    client.post<Json>(`${PATH}/${id}/filter_state?tab_id=${tab}`, { value: "{}" });

  test("have different keys for other tabs, sessions and dashboards", async () => {
    const [id, other] = [await create("One"), await create("Two")];
    const [first, again] = [(await stateOf(id, alpha)).body.key, (await stateOf(id, alpha)).body.key];
    expect(again).toBe(first);
    const otherStates = [stateOf(id, alpha, 2), stateOf(other, alpha), stateOf(id, await server.as("alpha"))];
    const keys = (await Promise.all(otherStates)).map((answer) => answer.body.key);
    expect(new Set([first, ...keys]).size).toBe(4);
  });

  test("belong to their dashboard, and only their creator can delete them", async () => {
    const [id, other] = [await create("Stateful"), await create("Elsewhere")];
    const { key } = (await stateOf(id, alpha)).body;
    expect((await alpha.get(`${PATH}/${other}/filter_state/${key}`)).status).toBe(404);
    expect((await alpha.put(`${PATH}/${other}/filter_state/${key}`, { value: "[]" })).status).toBe(404);
    expect((await alpha.delete(`${PATH}/${other}/filter_state/${key}`)).status).toBe(404);
    const refused = await admin.delete<Json>(`${PATH}/${id}/filter_state/${key}`);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: "You don't have permission to modify the value." },
    ]);
    expect((await admin.get<Json>(`${PATH}/${id}/filter_state/${key}`)).body).toEqual({ value: "{}" });
    expect((await alpha.put(`${PATH}/${id}/filter_state/nothing`, { value: "{}" })).status).toBe(404);
  });

  test("expire after 90 days without access; permalinks never do", async () => {
    const id = await create("Old");
    const { key } = (await stateOf(id, alpha)).body;
    const link = (await alpha.post<Json>(`${PATH}/${id}/permalink`, { activeTabs: [] })).body.key;
    const read = async () => {
      const client = await server.as("alpha");
      return (await client.get(`${PATH}/${id}/filter_state/${key}`)).status;
    };
    laterMs += 80 * DAY;
    expect(await read()).toBe(200);
    laterMs += 80 * DAY;
    expect(await read()).toBe(200);
    laterMs += 91 * DAY;
    expect(await read()).toBe(404);
    [admin, alpha, gamma] = [await server.as("admin"), await server.as("alpha"), await server.as("gamma")];
    expect((await alpha.get(`${PATH}/permalink/${link}`)).status).toBe(200);
  });

  test("have a different permalink for another state or user", async () => {
    const id = await create("Linked");
    const link = async (client: TestClient, anchor: string) =>
      (await client.post<Json>(`${PATH}/${id}/permalink`, { anchor })).body.key;
    const keys = [await link(alpha, "TAB-a"), await link(alpha, "TAB-b"), await link(admin, "TAB-a")];
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key.length).toBeGreaterThanOrEqual(11);
    const wrong = await alpha.post<Json>(`${PATH}/${id}/permalink`, { dataMask: [], nonsense: 1 });
    expect([wrong.status, Object.keys(wrong.body.message).sort()]).toEqual([400, ["dataMask", "nonsense"]]);
  });
});

describe("visibility", () => {
  test("an unpublished dashboard opens by link for users with access to its data, but isn't listed", async () => {
    const chart = await createChart("Draft", admin);
    const json_metadata = JSON.stringify({ positions: withCharts(chart) });
    const id = await create("Draft", { json_metadata, published: false }, admin);
    const isListed = async (client: TestClient) =>
      (await client.get<Json>(`${PATH}/?q=(page_size:100)`)).body.ids.includes(id);
    expect([await isListed(admin), await isListed(alpha), await isListed(gamma)]).toEqual([true, false, false]);
    expect((await alpha.get(`${PATH}/${id}`)).status).toBe(200);
    for (const part of ["", "/charts", "/datasets", "/tabs"]) {
      expect((await gamma.get(`${PATH}/${id}${part}`)).status).toBe(403);
    }
    await admin.put(`${PATH}/${id}`, { published: true });
    expect([await isListed(alpha), await isListed(gamma)]).toEqual([true, false]);
    await admin.put(`${PATH}/${id}`, { owners: [await server.userId("gamma")] });
    expect(await isListed(gamma)).toBe(true);
    expect((await gamma.get<Json>(`${PATH}/${id}/datasets`)).body.result).toEqual([]);
  });

  test("only owners can change a dashboard", async () => {
    const id = await create("Of admin", {}, admin);
    const json_metadata = "{}";
    const calls = [
      alpha.put(`${PATH}/${id}`, { css: "" }),
      alpha.put(`${PATH}/${id}/colors`, {}),
      alpha.put(`${PATH}/${id}/filters`, {}),
      alpha.delete(`${PATH}/${id}`),
    ];
    for (const answer of await Promise.all(calls))
      expect([answer.status, answer.body]).toEqual([403, { message: "Forbidden" }]);
    expect((await alpha.post(`${PATH}/${id}/copy/`, { json_metadata })).status).toBe(200);
    expect((await server.anonymous.put(`${PATH}/${id}/colors`, {})).status).toBe(401);
  });

  test("favorites are per user", async () => {
    const id = await create("Starred", {}, admin);
    await alpha.post(`${PATH}/${id}/favorites/`);
    const q = "?q=(filters:!((col:id,opr:dashboard_is_favorite,value:!t)))";
    expect((await admin.get<Json>(`${PATH}/${q}`)).body.ids).toEqual([]);
    expect((await admin.get<Json>(`${PATH}/favorite_status/?q=!(${id})`)).body.result).toEqual([{ id, value: false }]);
    expect((await admin.delete<Json>(`${PATH}/?q=!(${id})`)).body).toEqual({ message: "Deleted 1 dashboard" });
    expect((await alpha.get(`${PATH}/favorite_status/?q=!(${id})`)).status).toBe(404);
    expect((await alpha.post(`${PATH}/${id}/favorites/`)).status).toBe(404);
  });
});

test("lists can be filtered by state, owner and certification, and sorted", async () => {
  const draft = await create("zz draft", { certified_by: "Ann" });
  const published = await create("ZZ open", { published: true }, admin);
  const ids = async (filters: string, order = "") => {
    const q = `(filters:!((col:dashboard_title,opr:sw,value:ZZ)${filters})${order})`;
    return (await admin.get<Json>(`${PATH}/?q=${encodeURIComponent(q)}`)).body.ids;
  };
  expect(await ids("")).toEqual([published, draft]);
  expect(await ids("", ",order_column:dashboard_title,order_direction:asc")).toEqual([draft, published]);
  expect(await ids("", ",order_column:published,order_direction:desc")).toEqual([published, draft]);
  expect(await ids(",(col:published,opr:eq,value:!t)")).toEqual([published]);
  expect(await ids(",(col:published,opr:neq,value:!t)")).toEqual([draft]);
  expect(await ids(",(col:id,opr:dashboard_is_certified,value:!t)")).toEqual([draft]);
  expect(await ids(",(col:created_by,opr:dashboard_created_by_me,value:me)")).toEqual([published]);
  expect(await ids(`,(col:owners,opr:rel_m_m,value:${await server.userId("alpha")})`)).toEqual([draft]);
  const info = (await gamma.get<Json>(`${PATH}/_info?q=(keys:!(permissions,filters))`)).body;
  expect(info.permissions).toEqual(expect.arrayContaining(["can_read", "can_write", "can_export"]));
  expect(info.filters.published.map((filter: Json) => filter.operator)).toEqual(["eq", "neq"]);
  const roles = (await admin.get<Json>(`${PATH}/related/roles?q=(filter:LPH)`)).body;
  expect(roles.result).toEqual([{ value: expect.any(Number), text: "Alpha", extra: {} }]);
});

describe("hidden objects", () => {
  test("a chart that the author can't see can't be added to a dashboard", async () => {
    const chart = { slice_name: "Secret", datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
    const { id: chartId } = (await admin.post<Json>("/api/v1/chart/", chart)).body;
    const layout = { [`CHART-${chartId}`]: { id: `CHART-${chartId}`, type: "CHART", children: [], meta: { chartId } } };
    const json_metadata = JSON.stringify({ positions: layout });
    const created = await gamma.post<Json>("/api/v1/dashboard/", { dashboard_title: "Curious", json_metadata });
    expect(created.status).toBe(201);
    const charts = async (client: TestClient) =>
      (await client.get<Json>(`/api/v1/dashboard/${created.body.id}/charts`)).body.result.map((one: Json) => one.id);
    expect(await charts(gamma)).toEqual([]);
    expect((await gamma.put(`/api/v1/dashboard/${created.body.id}`, { json_metadata })).status).toBe(200);
    expect(await charts(gamma)).toEqual([]);
    await admin.put(`/api/v1/dashboard/${created.body.id}`, { json_metadata });
    expect(await charts(admin)).toEqual([chartId]);
    expect((await gamma.put(`/api/v1/dashboard/${created.body.id}`, { json_metadata })).status).toBe(200);
    expect(await charts(gamma)).toEqual([chartId]);
  });

  test("a filter state belongs to its dashboard", async () => {
    const [own, other] = [await create("Own", {}, gamma), await create("Other", {}, admin)];
    const path = (id: number, key = "") => `/api/v1/dashboard/${id}/filter_state${key && `/${key}`}`;
    const { key } = (await admin.post<Json>(path(other), { value: '{"a":1}' })).body;
    expect((await gamma.get(path(own, key))).status).toBe(404);
    expect((await admin.put(path(own, key), { value: "{}" })).status).toBe(404);
    expect((await admin.delete(path(own, key))).status).toBe(404);
    expect((await admin.get<Json>(path(other, key))).body).toEqual({ value: '{"a":1}' });
  });
});

test("tabs are listed even if the layout has cycles", async () => {
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["ROW-1", "TAB-1"] },
    "ROW-1": { id: "ROW-1", type: "ROW", children: ["ROW-2"] },
    "ROW-2": { id: "ROW-2", type: "ROW", children: ["ROW-1"] },
    "TAB-1": { id: "TAB-1", type: "TAB", children: ["ROW-1", "TAB-1", "TAB-2"], meta: { text: "Outer" } },
    "TAB-2": { id: "TAB-2", type: "TAB", children: ["TAB-1"], meta: { text: "Inner" } },
  };
  const id = await create("Circles", { json_metadata: JSON.stringify({ positions }) });
  const { status, body } = await alpha.get<Json>(`${PATH}/${id}/tabs`);
  expect(status).toBe(200);
  expect(body.result.all_tabs).toEqual({ "TAB-1": "Outer", "TAB-2": "Inner" });
  expect(body.result.tab_tree).toMatchObject([{ value: "TAB-1", children: [{ value: "TAB-2", parents: ["TAB-1"] }] }]);
});
