import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { contextOfForm } from "../chart-data/run/chart-context.ts";

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

const chart = (slice_name: string, more: object = {}) => ({
  slice_name,
  datasource_id: data.carsId,
  datasource_type: "table",
  viz_type: "table",
  params: JSON.stringify({ viz_type: "table", groupby: ["Origin"], unknown_key: { kept: true } }),
  ...more,
});

async function create(name: string, client = alpha, more: object = {}): Promise<number> {
  const { status, body } = await client.post<Json>("/api/v1/chart/", chart(name, more));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
const show = async (id: number, client = admin) => (await client.get<Json>(`/api/v1/chart/${id}`)).body.result;

describe("a chart", () => {
  test("is created, shown, changed and deleted", async () => {
    const id = await create("Cars by origin");
    expect(await show(id)).toMatchObject({
      slice_name: "Cars by origin",
      viz_type: "table",
      datasource_id: data.carsId,
      datasource_name_text: "cars",
      owners: [{ first_name: "Alpha" }],
      dashboards: [],
      url: `/explore/?slice_id=${id}`,
    });
    expect(JSON.parse((await show(id)).params).unknown_key).toEqual({ kept: true });
    const put = await alpha.put<Json>(`/api/v1/chart/${id}`, { slice_name: "Cars", description: "By origin" });
    expect(put.body).toEqual({ id, result: { slice_name: "Cars", description: "By origin" } });
    expect(await show(id)).toMatchObject({ slice_name: "Cars", description: "By origin", viz_type: "table" });
    const { uuid } = await show(id);
    expect((await admin.get<Json>(`/api/v1/chart/${uuid}`)).body.result.id).toBe(id);
    expect((await alpha.delete<Json>(`/api/v1/chart/${id}`)).body).toEqual({ message: "OK" });
    expect((await alpha.get(`/api/v1/chart/${id}`)).status).toBe(404);
  });

  test("lists its dashboards, and vice versa", async () => {
    const dashboard = (await alpha.post<Json>("/api/v1/dashboard/", { dashboard_title: "Of alpha" })).body.id;
    const id = await create("On a dashboard", alpha, { dashboards: [dashboard] });
    expect((await show(id)).dashboards).toMatchObject([{ id: dashboard, dashboard_title: "Of alpha" }]);
    const charts = await admin.get<Json>(`/api/v1/dashboard/${dashboard}/charts`);
    expect(charts.body.result[0].form_data).toMatchObject({ slice_id: id, datasource: `${data.carsId}__table` });
    const foreign = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Of admin" })).body.id;
    const refused = await alpha.put<Json>(`/api/v1/chart/${id}`, { dashboards: [dashboard, foreign] });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe("Changing one or more of these dashboards is forbidden");
    await alpha.put(`/api/v1/chart/${id}`, { dashboards: [] });
    expect((await show(id)).dashboards).toEqual([]);
  });

  test("saves a query context in the background without a version", async () => {
    const id = await create("Background", admin);
    const before = await show(id);
    const query_context = JSON.stringify({ queries: [] });
    const put = await admin.put(`/api/v1/chart/${id}`, { query_context, query_context_generation: true });
    expect(put.status).toBe(200);
    const row = await server.app.db.selectFrom("charts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.query_context).toBe(query_context);
    expect(row.changed_on).toBe(row.created_on);
    expect((await show(id)).owners).toEqual(before.owners);
    const foreign = JSON.stringify({ datasource: { id: data.flightsId, type: "table" }, queries: [] });
    const body = { query_context: foreign, query_context_generation: true };
    expect((await admin.put(`/api/v1/chart/${id}`, body)).status).toBe(422);
    expect((await show(id)).query_context).toBe(query_context);
  });

  test("without a query context accepts from readers only one that matches its form data", async () => {
    const datasource = `${data.carsId}__table`;
    const form = { viz_type: "table", datasource, query_mode: "aggregate", groupby: ["Origin"], metrics: ["count"] };
    const id = await create("Unsent", admin, { params: JSON.stringify(form) });
    const rows = async () => (await admin.get<Json>(`/api/v1/chart/${id}/data/`)).body.result[0].data;
    const before = await rows();
    const context = (queries: object[], form_data: object = {}) =>
      JSON.stringify({ datasource: { id: data.carsId, type: "table" }, queries, form_data });
    const send = (by: TestClient, query_context: string) =>
      by.put(`/api/v1/chart/${id}`, { query_context, query_context_generation: true });
    const { queries } = (await contextOfForm(form)) as { queries: Json[] };
    const wider = [
      [{ ...queries[0], columns: ["Name"] }],
      [{ ...queries[0], filters: [{ col: "Origin", op: "==", val: "USA" }] }],
      [{ ...queries[0], row_limit: 1 }],
      [...queries, ...queries],
      [],
    ];
    for (const one of wider) expect((await send(alpha, context(one, { slice_id: id }))).status).toBe(403);
    expect(await rows()).toEqual(before);
    const same = [{ ...queries[0], url_params: {}, applied_time_extras: {}, annotation_layers: [] }];
    expect((await send(alpha, context(same, { extra_form_data: { time_range: "1 day" } }))).status).toBe(200);
    const stored = JSON.parse((await show(id)).query_context);
    expect([stored.queries, stored.form_data?.extra_form_data]).toEqual([queries, undefined]);
    expect(await rows()).toEqual(before);
    expect((await send(admin, context(wider[0] ?? []))).status).toBe(200);
  });

  test("with a query context accepts another only from owners, also in the background", async () => {
    const stored = JSON.stringify({ queries: [{ columns: ["Origin"] }] });
    const id = await create("Reported", admin, { query_context: stored });
    const other = JSON.stringify({ queries: [{ columns: ["Name"] }] });
    const replace = (by: TestClient, query_context: string | null) =>
      by.put(`/api/v1/chart/${id}`, { query_context, query_context_generation: true });
    for (const requested of [other, null]) expect((await replace(alpha, requested)).status).toBe(403);
    expect((await show(id)).query_context).toBe(stored);
    expect((await replace(admin, other)).status).toBe(200);
    expect((await show(id)).query_context).toBe(other);
  });

  test("survives the deletion of its dataset", async () => {
    const virtual = { database: data.databaseId, table_name: "short", sql: "SELECT 1 AS a" };
    const dataset = (await admin.post<Json>("/api/v1/dataset/", virtual)).body.id;
    const id = await create("Orphan", admin, { datasource_id: dataset });
    await admin.delete(`/api/v1/dataset/${dataset}`);
    expect(await show(id)).toMatchObject({ slice_name: "Orphan", datasource_url: null });
    const explore = (await admin.get<Json>(`/api/v1/explore/?slice_id=${id}`)).body.result;
    expect(explore.dataset).toMatchObject({ name: "[Missing Dataset]", columns: [] });
  });
});

describe("lists", () => {
  test("search all text fields, and filter by favorite, owner and certification", async () => {
    const id = await create("Needle", alpha, { description: "A haystack", certified_by: "Ann" });
    const other = await create("Other", admin);
    const list = async (filter: string, client = alpha) =>
      (await client.get<Json>(`/api/v1/chart/?q=(filters:!(${filter}),page_size:100)`)).body.ids as number[];
    expect(await list("(col:slice_name,opr:chart_all_text,value:HAYSTACK)")).toEqual([id]);
    expect(await list("(col:slice_name,opr:chart_all_text,value:cars)")).toContain(other);
    expect(await list("(col:id,opr:chart_is_certified,value:!t)")).toEqual([id]);
    await alpha.post(`/api/v1/chart/${other}/favorites/`);
    expect(await list("(col:id,opr:chart_is_favorite,value:!t)")).toEqual([other]);
    expect(await list("(col:id,opr:chart_is_favorite,value:!t)", admin)).toEqual([]);
    expect(await list("(col:created_by,opr:chart_created_by_me,value:me)")).not.toContain(other);
    const owner = await server.userId("alpha");
    expect(await list(`(col:owners,opr:rel_m_m,value:${owner})`)).toContain(id);
    const columns = await alpha.get<Json>("/api/v1/chart/?q=(columns:!(id,slice_name,changed_by.first_name))");
    expect(Object.keys(columns.body.result[0]).sort()).toEqual(["changed_by", "id", "slice_name"]);
  });

  test("include favorites", async () => {
    const [a, b] = [await create("Star"), await create("Plain")];
    await alpha.post(`/api/v1/chart/${a}/favorites/`);
    await alpha.post(`/api/v1/chart/${a}/favorites/`);
    const status = async () => (await alpha.get<Json>(`/api/v1/chart/favorite_status/?q=!(${a},${b})`)).body.result;
    expect(await status()).toEqual([
      { id: a, value: true },
      { id: b, value: false },
    ]);
    expect((await alpha.delete<Json>(`/api/v1/chart/${a}/favorites/`)).body).toEqual({ result: "OK" });
    expect((await status())[0].value).toBe(false);
    expect((await alpha.get("/api/v1/chart/favorite_status/?q=!(99999)")).status).toBe(404);
    expect((await alpha.post("/api/v1/chart/99999/favorites/")).status).toBe(404);
  });

  test("hide charts on data that the caller can't read", async () => {
    const id = await create("Hidden");
    expect((await gamma.get<Json>("/api/v1/chart/")).body.count).toBe(0);
    expect((await gamma.get(`/api/v1/chart/${id}`)).status).toBe(404);
    expect((await server.anonymous.get("/api/v1/chart/")).status).toBe(401);
  });
});

describe("rejects", () => {
  test.each([
    ["no name", { slice_name: undefined }, 400, { slice_name: ["Missing data for required field."] }],
    ["unknown fields", { nonsense: 1 }, 400, { nonsense: ["Unknown field."] }],
    ["bad JSON", { params: "{" }, 400, { params: ["JSON not valid"] }],
    ["a missing dataset", { datasource_id: 9999 }, 422, { datasource_id: ["Dataset does not exist"] }],
    ["missing owners", { owners: [9999] }, 422, { owners: ["Owners are invalid"] }],
    ["missing dashboards", { dashboards: [9999] }, 422, { dashboards: ["Dashboards do not exist"] }],
  ])("%s", async (_, more, status, message) => {
    const answer = await admin.post<Json>("/api/v1/chart/", chart("X", more));
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  });

  test("changes by other users", async () => {
    const id = await create("Mine", admin);
    expect((await alpha.put(`/api/v1/chart/${id}`, { slice_name: "Yours" })).status).toBe(403);
    expect((await alpha.delete(`/api/v1/chart/${id}`)).status).toBe(403);
    const other = await create("Alpha's");
    expect((await alpha.delete(`/api/v1/chart/?q=!(${id},${other})`)).status).toBe(403);
    const many = await admin.delete<Json>(`/api/v1/chart/?q=!(${id},${other})`);
    expect(many.body).toEqual({ message: "Deleted 2 charts" });
    expect((await admin.put("/api/v1/chart/99999", { slice_name: "x" })).status).toBe(404);
  });

  test("a save without a session, or with invalid JSON", async () => {
    expect((await server.anonymous.post("/api/v1/chart/", chart("X"))).status).toBe(401);
    const headers = { "content-type": "application/json" };
    const bad = await admin.fetch("/api/v1/chart/", { method: "POST", body: "{", headers });
    expect(bad.status).toBe(400);
  });
});
