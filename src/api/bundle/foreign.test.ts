import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toYaml } from "../../model/yaml.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { readArchive, writeArchive } from "./archive.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const MARK = "Zanzibar";
let server: TestServer;
let admin: TestClient;
let gamma: TestClient;
let data: SampleData;
const uuids: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  [admin, gamma] = [await server.as("admin"), await server.as("gamma")];
  const create = async (noun: string, body: object) => {
    ids[noun] = (await admin.post<Json>(`/api/v1/${noun}/`, body)).body.id;
    uuids[noun] = (await admin.get<Json>(`/api/v1/${noun}/${ids[noun]}`)).body.result.uuid;
  };
  const chart = { slice_name: MARK, datasource_id: data.carsId, datasource_type: "table", viz_type: "table" };
  await create("chart", { ...chart, params: JSON.stringify({ viz_type: "table", secret: MARK }) });
  await create("dashboard", { dashboard_title: MARK });
  await create("theme", { theme_name: "Theirs", json_data: "{}" });
  for (const noun of ["dataset", "database"]) {
    const id = noun === "dataset" ? data.carsId : data.databaseId;
    uuids[noun] = (await admin.get<Json>(`/api/v1/${noun}/${id}`)).body.result.uuid;
  }
});
afterAll(() => server.stop());

const VERSION = { version: "1.0.0" };
const files = (): Record<string, object> => ({
  "databases/samples.yaml": {
    database_name: "mine",
    sqlalchemy_uri: "postgresql://db.example.org/x",
    uuid: uuids.database,
    ...VERSION,
  },
  "datasets/mine/t.yaml": {
    table_name: "t",
    uuid: uuids.dataset,
    database_uuid: uuids.database,
    columns: [],
    metrics: [],
    ...VERSION,
  },
  "charts/c.yaml": {
    slice_name: "mine",
    viz_type: "table",
    params: {},
    uuid: uuids.chart,
    dataset_uuid: uuids.dataset,
    ...VERSION,
  },
});
const layoutOf = (chartId: number, uuid: string | undefined) => ({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
  "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId, uuid } },
});

async function imported(
  noun: string,
  type: string,
  entries: Record<string, object>,
): Promise<{ status: number; text: string }> {
  const texts = Object.entries({ "metadata.yaml": { ...VERSION, type }, ...entries }).map(
    ([path, file]) => [path, toYaml(file)] as const,
  );
  const form = new FormData();
  form.set("formData", new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]), "bundle.zip");
  form.set("overwrite", "true");
  form.set("passwords", JSON.stringify({ "databases/samples.yaml": "x" }));
  const answer = await gamma.fetch(`/api/v1/${noun}/import/`, { method: "POST", body: form });
  return { status: answer.status, text: await answer.text() };
}

async function otherUsersChart(): Promise<string> {
  const { db } = server.app;
  const rows = [
    await db
      .selectFrom("charts")
      .selectAll()
      .where("id", "=", ids.chart ?? 0)
      .execute(),
    await db
      .selectFrom("dashboards")
      .selectAll()
      .where("id", "=", ids.dashboard ?? 0)
      .execute(),
    await db
      .selectFrom("themes")
      .selectAll()
      .where("id", "=", ids.theme ?? 0)
      .execute(),
    await db.selectFrom("datasets").selectAll().execute(),
    await db.selectFrom("databases").selectAll().execute(),
  ];
  return JSON.stringify(rows);
}

test("an import can't replace or reveal other users' objects", async () => {
  const before = await otherUsersChart();
  const mine = { ...files()["charts/c.yaml"], uuid: randomUUID() };
  const board = { dashboard_title: "mine", uuid: uuids.dashboard, position: {}, metadata: {}, ...VERSION };
  const database = { "databases/samples.yaml": files()["databases/samples.yaml"] ?? {} };
  const dataset = { "datasets/mine/t.yaml": files()["datasets/mine/t.yaml"] ?? {} };
  const attempts: [string, string, Record<string, object>, number][] = [
    ["chart", "Slice", files(), 422],
    ["chart", "Slice", { ...files(), "charts/c.yaml": mine }, 422],
    ["dashboard", "Dashboard", { "dashboards/d.yaml": board }, 422],
    ["dataset", "SqlaTable", { ...database, ...dataset }, 403],
    ["database", "Database", database, 403],
  ];
  for (const [noun, type, entries, expected] of attempts) {
    const { status, text } = await imported(noun, type, entries);
    expect([noun, status, text.includes(MARK)]).toEqual([noun, expected, false]);
  }
  expect(await otherUsersChart()).toBe(before);
});

test("an import can't put other users' charts or datasets on your own dashboard", async () => {
  const before = await otherUsersChart();
  const position = layoutOf(ids.chart ?? 0, uuids.chart);
  const targets = [{ datasetUuid: uuids.dataset, column: { name: "Origin" } }];
  const metadata = { native_filter_configuration: [{ id: "NATIVE_FILTER-1", name: "f", targets }] };
  const board = {
    dashboard_title: "mine",
    uuid: randomUUID(),
    position,
    metadata,
    theme_uuid: uuids.theme,
    ...VERSION,
  };
  const answer = await imported("dashboard", "Dashboard", { ...files(), "dashboards/d.yaml": board });
  expect(answer.status).toBe(200);
  const [own] = (await gamma.get<Json>("/api/v1/dashboard/")).body.ids;
  const json_metadata = JSON.stringify({ positions: position });
  const posted = await gamma.post<Json>("/api/v1/dashboard/", { dashboard_title: "mine too", json_metadata });
  await gamma.put(`/api/v1/dashboard/${posted.body.id}`, { json_metadata });
  for (const id of [own, posted.body.id]) {
    for (const part of ["charts", "datasets"])
      expect((await gamma.get<Json>(`/api/v1/dashboard/${id}/${part}`)).body).toEqual({ result: [] });
    const shown = await (await gamma.fetch(`/api/v1/dashboard/${id}`)).text();
    expect(shown).not.toContain(MARK);
    const exported = await gamma.fetch(`/api/v1/dashboard/export/?q=!(${id})`);
    const bundle = await readArchive(Buffer.from(await exported.arrayBuffer()));
    expect([...bundle.keys()].filter((path) => /^(charts|datasets|databases)/.test(path))).toEqual([]);
    const form_data = { dashboardId: id, slice_id: ids.chart };
    const context = { datasource: { id: data.carsId, type: "table" }, queries: [{ columns: ["Name"] }], form_data };
    expect((await gamma.post("/api/v1/chart/data", context)).status).toBe(403);
  }
  expect(await otherUsersChart()).toBe(before);
});

test("a dashboard that also shows an inaccessible dataset can be opened, but not exported", async () => {
  const view = `[samples].[flights](id:${data.flightsId})`;
  const role = await server.app.db.insertInto("roles").values({ name: "flyers" }).returning("id").executeTakeFirst();
  const pair = { role_id: role?.id ?? 0, permission: "datasource_access", view };
  await server.app.db.insertInto("role_permissions").values(pair).execute();
  const flyer = await server.as("flyer", ["Gamma", "flyers"]);
  const chart = { slice_name: "Delays", datasource_id: data.flightsId, datasource_type: "table", viz_type: "table" };
  const { id: chartId } = (await admin.post<Json>("/api/v1/chart/", chart)).body;
  const boardOf = async (...charts: number[]) => {
    const body = { dashboard_title: "Mixed", published: true };
    const { id } = (await admin.post<Json>("/api/v1/dashboard/", body)).body;
    for (const each of charts) await admin.put(`/api/v1/chart/${each}`, { dashboards: [id] });
    return id;
  };
  const exported = (noun: string, id: number | undefined) => flyer.fetch(`/api/v1/${noun}/export/?q=!(${id})`);
  const explained = async (id: number) =>
    (await flyer.get<Json>(`/api/v1/security/explain/?type=dashboard&operation=export&id=${id}`)).body.result;
  const own = await boardOf(chartId);
  expect((await exported("dashboard", own)).status).toBe(200);
  expect(await explained(own)).toMatchObject({ allowed: true });
  const mixed = await boardOf(chartId, ids.chart ?? 0);
  expect((await flyer.get(`/api/v1/dashboard/${mixed}`)).status).toBe(200);
  const refused = await exported("dashboard", mixed);
  expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining("cars")]);
  expect(await explained(mixed)).toMatchObject({ allowed: false, because: expect.stringContaining("can't read") });
  expect((await flyer.fetch(`/api/v1/dashboard/${mixed}/export_as_example/`)).status).toBe(403);
  await server.app.db
    .insertInto("chart_owners")
    .values({ chart_id: ids.chart ?? 0, user_id: await server.userId("flyer") })
    .execute();
  expect((await exported("chart", ids.chart)).status).toBe(403);
});
