import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { emptyTrash } from "../../server/store/trash.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => now) } });
  data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
});
afterAll(() => server.stop());

async function create(path: string, body: object, client = admin): Promise<number> {
  const answer = await client.post<Json>(`/api/v1/${path}/`, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

const chart = (more: object = {}, client = admin) =>
  create("chart", { slice_name: "A chart", datasource_id: data.carsId, datasource_type: "table", ...more }, client);

const show = async (path: string, client = admin) => (await client.get<Json>(`/api/v1/${path}`)).body.result;

async function boardWith(chartId: number, more: object = {}): Promise<number> {
  const tile = { id: "CHART-a", type: "CHART", children: [], meta: { chartId } };
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-a"] },
    "CHART-a": tile,
  };
  return create("dashboard", { dashboard_title: "Board", json_metadata: JSON.stringify({ positions }), ...more });
}

async function trashed(type: string, objectId: number, client = admin): Promise<Json | undefined> {
  const q = `(filters:!((col:type,opr:eq,value:${type}),(col:object_id,opr:eq,value:${objectId})))`;
  const { status, body } = await client.get<Json>(`/api/v1/trash/?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.result[0];
}

async function restored(type: string, objectId: number, client = admin) {
  const entry = await trashed(type, objectId);
  return client.post<Json>(`/api/v1/trash/${entry?.id ?? 0}/restore/`);
}

describe("a chart in the trash", () => {
  test("is hidden everywhere, and restored as it was", async () => {
    const id = await chart({ slice_name: "Keeper", description: "words", cache_timeout: 7 });
    const board = await boardWith(id);
    await admin.post(`/api/v1/chart/${id}/favorites/`);
    await admin.put(`/api/v1/chart/${id}`, { description: "more words" });
    const before = await show(`chart/${id}`);
    expect((await admin.delete(`/api/v1/chart/${id}`)).status).toBe(200);
    expect((await admin.get(`/api/v1/chart/${id}`)).status).toBe(404);
    expect((await admin.get(`/api/v1/chart/${before.uuid}`)).status).toBe(404);
    expect((await admin.get(`/api/v1/chart/export/?q=!(${id})`)).status).toBe(404);
    expect((await admin.get(`/api/v1/chart/favorite_status/?q=!(${id})`)).status).toBe(404);
    expect((await admin.get(`/api/v1/chart/${id}/versions/`)).status).toBe(404);
    expect((await show(`dashboard/${board}`)).charts).toEqual([]);
    const list = await admin.get<Json>("/api/v1/chart/?q=(page_size:100)");
    expect(list.body.ids).not.toContain(id);
    const entry = await trashed("chart", id);
    expect(entry).toMatchObject({ type: "chart", object_id: id, uuid: before.uuid, name: "Keeper" });
    expect(entry.deleted_by.first_name).toBe("Admin");
    expect(Date.parse(`${entry.expires_on}Z`) - Date.parse(`${entry.deleted_on}Z`)).toBe(30 * DAY_MS);
    expect(await restored("chart", id)).toMatchObject({ status: 200, body: { id, type: "chart" } });
    const { changed_on_delta_humanized: _, ...same } = before;
    expect(await show(`chart/${id}`)).toMatchObject(same);
    expect((await show(`dashboard/${board}`)).charts).toEqual(["Keeper"]);
    const favorite = await admin.get<Json>(`/api/v1/chart/favorite_status/?q=!(${id})`);
    expect(favorite.body.result).toEqual([{ id, value: true }]);
    expect((await admin.get<Json>(`/api/v1/chart/${id}/versions/`)).body.count).toBe(2);
    expect(await trashed("chart", id)).toBeUndefined();
  });

  test("isn't put back on a dashboard that was saved without it since", async () => {
    const id = await chart();
    const [stored, saved] = [await boardWith(id), await boardWith(id)];
    await admin.delete(`/api/v1/chart/?q=!(${id})`);
    const positions = { ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: [] } };
    await admin.put(`/api/v1/dashboard/${saved}`, { json_metadata: JSON.stringify({ positions }) });
    await restored("chart", id);
    const shown = (await show(`chart/${id}`)).dashboards.map((dashboard: Json) => dashboard.id);
    expect(shown).toEqual([stored]);
  });

  test("isn't restored over a newer import of the same object", async () => {
    const uuid = randomUUID();
    const id = await chart({ uuid });
    await admin.delete(`/api/v1/chart/${id}`);
    const again = await chart({ uuid, slice_name: "Again" });
    expect(again).not.toBe(id);
    expect(await restored("chart", id)).toMatchObject({
      status: 422,
      body: { message: { uuid: ["This chart already exists"] } },
    });
    expect((await show(`chart/${uuid}`)).slice_name).toBe("Again");
    expect(await trashed("chart", id)).toBeDefined();
  });
});

describe("a dashboard in the trash", () => {
  test("frees its slug; links to it stop working, and work again once restored", async () => {
    const id = await boardWith(await chart(), { slug: "wanted" });
    const link = await admin.post<Json>(`/api/v1/dashboard/${id}/permalink`, { dataMask: {} });
    await admin.delete(`/api/v1/dashboard/${id}`);
    expect((await admin.get("/api/v1/dashboard/wanted")).status).toBe(404);
    expect((await admin.get(`/api/v1/dashboard/permalink/${link.body.key}`)).status).toBe(404);
    const taker = await create("dashboard", { dashboard_title: "Taker", slug: "wanted" });
    expect((await restored("dashboard", id)).body).toEqual({ id, type: "dashboard", result: { slug: null } });
    expect((await show("dashboard/wanted")).id).toBe(taker);
    expect((await show(`dashboard/${id}`)).charts).toEqual(["A chart"]);
    expect((await admin.get(`/api/v1/dashboard/permalink/${link.body.key}`)).status).toBe(200);
  });

  test("is linked with its chart again, in whatever order they are restored", async () => {
    const id = await chart();
    const board = await boardWith(id);
    await admin.delete(`/api/v1/chart/${id}`);
    await admin.delete(`/api/v1/dashboard/${board}`);
    await restored("chart", id);
    await restored("dashboard", board);
    expect((await show(`dashboard/${board}`)).charts).toEqual(["A chart"]);
  });
});

describe("a dataset in the trash", () => {
  const dataset = { table_name: "binned", sql: "SELECT 1 AS a, 2 AS b" };

  test("takes its row-level security rules along and restores them; its charts work again afterward", async () => {
    const id = await create("dataset", { ...dataset, database: data.databaseId });
    const onIt = await chart({ datasource_id: id, slice_name: "Waits" });
    const roles = await server.app.db.selectFrom("roles").select("id").where("name", "=", "Gamma").execute();
    const rule = { name: "Only one", filter_type: "Regular", clause: "a = 1", tables: [id], roles: [roles[0]?.id] };
    const ruleId = await create("rowlevelsecurity", rule);
    const view = `[samples].[binned](id:${id})`;
    const grant = { role_id: roles[0]?.id ?? 0, permission: "datasource_access", view };
    await server.app.db.insertInto("role_permissions").values(grant).execute();
    const grants = () => server.app.db.selectFrom("role_permissions").selectAll().where("view", "=", view).execute();
    const before = await show(`dataset/${id}`);
    const related = (await admin.get<Json>(`/api/v1/dataset/${id}/related_objects`)).body;
    expect(related.charts.result).toMatchObject([{ id: onIt, slice_name: "Waits" }]);
    await admin.delete(`/api/v1/dataset/${id}`);
    const query = { datasource: { id, type: "table" }, queries: [{ columns: ["a"] }] };
    expect((await admin.post("/api/v1/chart/data", query)).status).toBe(404);
    expect((await show(`rowlevelsecurity/${ruleId}`)).tables).toEqual([]);
    expect(await grants()).toEqual([]);
    expect((await restored("dataset", id)).status).toBe(200);
    const after = await show(`dataset/${id}`);
    expect(after).toMatchObject({ uuid: before.uuid, columns: before.columns, metrics: before.metrics });
    expect((await show(`rowlevelsecurity/${ruleId}`)).tables).toMatchObject([{ id }]);
    expect(await grants()).toEqual([grant]);
    expect((await admin.post("/api/v1/chart/data", query)).status).toBe(200);
  });

  test("frees its name, and can't be restored beside a duplicate or without its database", async () => {
    const body = { ...dataset, table_name: "taken" };
    const id = await create("dataset", { ...body, database: data.databaseId });
    await admin.delete(`/api/v1/dataset/${id}`);
    await create("dataset", { ...body, database: data.databaseId });
    const refused = await restored("dataset", id);
    expect(refused).toMatchObject({ status: 422, body: { message: { table: ["Dataset taken already exists"] } } });
    const source = await server.app.db.selectFrom("databases").selectAll().executeTakeFirstOrThrow();
    const { id: _, ...copy } = { ...source, uuid: randomUUID(), database_name: "short-lived" };
    const database = await server.app.db.insertInto("databases").values(copy).returning("id").executeTakeFirstOrThrow();
    const lost = await create("dataset", { ...dataset, table_name: "lost", database: database.id });
    await admin.delete(`/api/v1/dataset/${lost}`);
    await server.app.db.deleteFrom("databases").where("id", "=", database.id).execute();
    server.app.events.changed("database", database.id);
    expect((await restored("dataset", lost)).status).toBe(422);
    expect(await trashed("dataset", lost)).toBeDefined();
  });
});

test("deleting lists what depends on an object", async () => {
  const shown = await chart({ slice_name: "Shown" });
  const layer = { name: "Line", annotationType: "TIME_SERIES", sourceType: "line", value: shown };
  const user = await admin.post<Json>("/api/v1/chart/", {
    slice_name: "Uses it",
    datasource_id: data.carsId,
    datasource_type: "table",
    params: JSON.stringify({ annotation_layers: [layer] }),
  });
  const board = await boardWith(shown);
  const { body } = await admin.get<Json>(`/api/v1/chart/${shown}/related_objects`);
  expect(body.charts.result).toMatchObject([{ id: user.body.id, slice_name: "Uses it" }]);
  expect(body.dashboards.result).toMatchObject([{ id: board, title: "Board" }]);
  const ofBoard = await admin.get<Json>(`/api/v1/dashboard/${board}/related_objects`);
  expect(ofBoard.body.charts).toMatchObject({ count: 1, result: [{ id: shown }] });
});

describe("the trash", () => {
  test("is visible to and emptied by owners", async () => {
    const id = await chart({}, alpha);
    await alpha.delete(`/api/v1/chart/${id}`);
    const entry = await trashed("chart", id, alpha);
    const other = await server.as("other", ["Alpha"]);
    expect(await trashed("chart", id, other)).toBeUndefined();
    expect((await other.post(`/api/v1/trash/${entry.id}/restore/`)).status).toBe(404);
    expect((await other.delete(`/api/v1/trash/${entry.id}`)).status).toBe(404);
    expect((await server.anonymous.get("/api/v1/trash/")).status).toBe(401);
    expect((await alpha.get("/api/v1/trash/?q=(order_column:content)")).status).toBe(400);
    expect((await alpha.delete(`/api/v1/trash/${entry.id}`)).status).toBe(200);
    expect((await alpha.post(`/api/v1/trash/${entry.id}/restore/`)).status).toBe(404);
    expect((await admin.delete("/api/v1/trash/9999999999")).status).toBe(404);
    const left = await server.app.db.selectFrom("versions").select("id").where("object_id", "=", id).execute();
    expect(left).toEqual([]);
  });

  test("restores objects without their deleted owners", async () => {
    const leaver = await server.as("leaver", ["Alpha"]);
    const id = await chart({}, leaver);
    await leaver.delete(`/api/v1/chart/${id}`);
    await server.app.db.deleteFrom("users").where("username", "=", "leaver").execute();
    expect((await restored("chart", id)).status).toBe(200);
    expect(await show(`chart/${id}`)).toMatchObject({ slice_name: "A chart", owners: [] });
  });

  test("is emptied after the configured time", async () => {
    const [old, young] = [await chart(), await chart()];
    await admin.delete(`/api/v1/chart/${old}`);
    now += 20 * DAY_MS;
    const again = await server.as("admin");
    await again.delete(`/api/v1/chart/${young}`);
    now += 11 * DAY_MS;
    await emptyTrash(server.app);
    const late = await server.as("admin");
    expect(await trashed("chart", old, late)).toBeUndefined();
    expect(await trashed("chart", young, late)).toBeDefined();
    expect(await emptyTrash(server.app)).toBe(0);
  });
});
