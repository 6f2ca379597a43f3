import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const CARS = 406;
const COUNT = { expressionType: "SIMPLE", column: null, aggregate: "COUNT", label: "cars" };
const POWER = { expressionType: "SIMPLE", column: { column_name: "Horsepower" }, aggregate: "AVG" };
const WAIT = { timeout: 20_000, interval: 20 };
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let web: string;
let roles: Record<"members" | "cars" | "dataEditors", number>;
let board: { id: number; counts: number; power: number };
let failing: number;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), "tessera-web-"));
  writeFileSync(join(web, "index.html"), '<!doctype html><html><head></head><body><div id="app"></div></body></html>');
  const embedding = { guestRole: "Gamma", guestTokenSecret: undefined, guestTokenAudience: undefined };
  server = await startTestServer({ config: { webFolder: web, embedding: { ...embedding, guestTokenSeconds: 300 } } });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  roles = {
    members: await makeRole("Members", ["can_read Chart", "can_read Dashboard"]),
    cars: await makeRole("Cars", [`datasource_access [samples].[cars](id:${data.carsId})`]),
    dataEditors: await makeRole("Data editors", ["can_write Dataset"]),
  };
  const counts = await addChart("Cars", { viz_type: "pie", metric: COUNT, groupby: ["Origin"] });
  const power = await addChart("Power", { viz_type: "pie", metric: POWER, groupby: ["Origin"] });
  board = { id: await addDashboard("Fleet", [counts, power]), counts, power };
  failing = await saved(admin, { kind: "range", params: { metric: COUNT, max: 10 } });
});
afterAll(async () => {
  rmSync(web, { recursive: true });
  await server.stop();
});

async function makeRole(name: string, pairs: readonly string[]): Promise<number> {
  const { db } = server.app;
  const { id } = await db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  for (const pair of pairs) {
    const [permission = "", ...view] = pair.split(" ");
    await db
      .insertInto("role_permissions")
      .values({ role_id: id, permission, view: view.join(" ") })
      .execute();
  }
  server.app.events.changed("role");
  return id;
}

async function addChart(slice_name: string, form: { viz_type: string; [key: string]: unknown }): Promise<number> {
  const { viz_type } = form;
  const chart = { slice_name, datasource_id: data.carsId, datasource_type: "table", viz_type };
  return (await admin.post<Json>("/api/v1/chart/", { ...chart, params: JSON.stringify(form) })).body.id;
}

async function addDashboard(dashboard_title: string, charts: readonly number[], by = admin): Promise<number> {
  const children = charts.map((id) => `CHART-${id}`);
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children },
    ...Object.fromEntries(
      charts.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: "CHART", children: [], meta: { chartId: id } }]),
    ),
  };
  const json_metadata = JSON.stringify({ positions });
  const shared = { dashboard_title, published: true, roles: [roles.members], json_metadata };
  const { status, body } = await by.post<Json>("/api/v1/dashboard/", shared);
  expect([status, body]).toEqual([201, body]);
  return body.id;
}

const post = (by: TestClient, body: object) =>
  by.post<Json>("/api/v1/assertion/", { name: "Few cars", dataset_id: data.carsId, ...body });

async function saved(by: TestClient, body: object): Promise<number> {
  const { status, body: answer } = await post(by, body);
  expect([status, answer]).toEqual([201, answer]);
  await vi.waitFor(async () => expect((await shownTo(by, answer.id)).state).not.toBe("unchecked"), WAIT);
  return answer.id;
}

const shownTo = async (client: TestClient, id: number) =>
  (await client.get<Json>(`/api/v1/assertion/${id}`)).body.result;
const onBoard = async (client: Pick<TestClient, "get">, headers?: Record<string, string>) => {
  const { status, body } = await client.get<Json>(`/api/v1/dashboard/${board.id}/assertions`, headers);
  expect([status, body]).toEqual([200, body]);
  return body.result;
};

const NOTHING_SAID = {
  ...{ name: "", value: null, message: "Failed", dataset_name: "", metric: null, people: [] },
  chart_ids: [expect.any(Number)],
};

describe("a dashboard's failing assertions", () => {
  test("name the charts that use the metric, the value and whom to ask", async () => {
    expect(await onBoard(admin)).toMatchObject([
      {
        ...{ id: failing, name: "Few cars", kind: "range", state: "failed", value: String(CARS), metric: "cars" },
        ...{ message: "cars is 406, more than 10", dataset_name: "cars", chart_ids: [board.counts] },
        people: [{ id: await server.userId("admin"), name: expect.any(String) }],
      },
    ]);
    const whole = await saved(admin, { kind: "unique", params: { columns: ["Origin"] } });
    const found = (await onBoard(admin)).find(({ id }: Json) => id === whole);
    expect(found.chart_ids).toEqual([board.counts, board.power]);
    await admin.delete(`/api/v1/assertion/${whole}`);
  });

  test("of another dashboard aren't shown", async () => {
    const other = await addDashboard("Other", [board.counts]);
    const own = await saved(admin, {
      dashboard_id: other,
      kind: "not_null",
      params: { column: "Miles_per_Gallon" },
    });
    expect((await onBoard(admin)).map(({ id }: Json) => id)).toEqual([failing]);
    const { result } = (await admin.get<Json>(`/api/v1/dashboard/${other}/assertions`)).body;
    expect(result.map(({ id }: Json) => id)).toEqual([failing, own]);
    await admin.delete(`/api/v1/dashboard/${other}`);
    expect((await admin.get(`/api/v1/assertion/${own}`)).status).toBe(404);
  });

  test("say only that they fail to members without the dataset, guests and visitors of a public link", async () => {
    const member = await server.as("member", ["Members"]);
    expect(await onBoard(member)).toMatchObject([NOTHING_SAID]);
    const embedded = await admin.post<Json>(`/api/v1/dashboard/${board.id}/embedded`, { allowed_domains: [] });
    const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
    const guest = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] });
    expect(await onBoard(server.anonymous, { "x-guesttoken": guest.body.token })).toMatchObject([NOTHING_SAID]);
    await admin.put("/api/v1/public_link/settings", { enabled: true, max_days: 30 });
    const ends_on = new Date(Date.now() + DAY_MS).toISOString();
    const link = await admin.post<Json>("/api/v1/public_link/", { dashboard_id: board.id, name: "Press", ends_on });
    const html = await (await server.anonymous.fetch(link.body.url)).text();
    const text = /data-bootstrap="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "{}";
    const headers = { "x-guesttoken": JSON.parse(text).public_link.token as string };
    expect(await onBoard(server.anonymous, headers)).toMatchObject([NOTHING_SAID]);
    for (const client of [member, { get: (path: string) => server.anonymous.get(path, headers) }])
      expect([403, 404]).toContain((await client.get(`/api/v1/assertion/${failing}`)).status);
  });

  test("aren't told to users who can't open it, nor of charts that they can't read", async () => {
    const stranger = await server.as("stranger");
    expect((await stranger.get(`/api/v1/dashboard/${board.id}/assertions`)).status).toBe(403);
    const { db } = server.app;
    const orphan = (is_orphaned: boolean) =>
      db.updateTable("charts").set({ is_orphaned }).where("id", "=", board.counts).execute();
    await orphan(true);
    expect(await onBoard(await server.as("member"))).toEqual([]);
    await orphan(false);
  });
});

describe("a reader of the dataset", () => {
  test("sees states and values, but not errors, and can't change or check anything", async () => {
    const reader = await server.as("reader", ["Gamma", "Cars"]);
    expect(await shownTo(reader, failing)).toMatchObject({ state: "failed", value: String(CARS), can_edit: false });
    const broken = await saved(admin, { kind: "not_null", params: { column: "Missing" } });
    expect(await shownTo(admin, broken)).toMatchObject({ state: "error", error: expect.stringContaining("Missing") });
    expect(await shownTo(reader, broken)).toMatchObject({ state: "error", error: null });
    const statuses = [
      (await post(reader, { kind: "not_null", params: { column: "Name" } })).status,
      (await reader.put(`/api/v1/assertion/${failing}`, { name: "Mine" })).status,
      (await reader.post(`/api/v1/assertion/${failing}/check`)).status,
      (await reader.post(`/api/v1/dataset/${data.carsId}/assertions/check`)).status,
      (await reader.delete(`/api/v1/assertion/${failing}`)).status,
      (await reader.delete(`/api/v1/assertion/?q=!(${failing})`)).status,
    ];
    expect(statuses).toEqual(statuses.map(() => 403));
    await admin.delete(`/api/v1/assertion/${broken}`);
  });

  test("who can't read it finds nothing", async () => {
    const stranger = await server.as("stranger");
    expect((await stranger.get<Json>("/api/v1/assertion/")).body.count).toBe(0);
    for (const path of [`assertion/${failing}`, `assertion/${failing}/results`, `dataset/${data.carsId}/assertions`])
      expect([path, (await stranger.get(`/api/v1/${path}`)).status]).toEqual([path, 404]);
    expect((await post(stranger, { kind: "not_null", params: { column: "Name" } })).body.message).toHaveProperty(
      "dataset_id",
    );
  });

  test("under row-level security doesn't see values that count rows hidden from them", async () => {
    const narrow = await server.as("narrow", ["Gamma", "Cars", "Data editors"]);
    const { body } = await admin.post<Json>("/api/v1/security/roles/", { name: "Narrow" });
    const list = (await admin.get<Json>("/api/v1/security/roles/?q=(page_size:100)")).body.result as Json[];
    const ids = ["Gamma", "Cars", "Data editors", "Narrow"].map((name) => list.find((role) => role.name === name)?.id);
    await admin.put(`/api/v1/security/users/${await server.userId("narrow")}`, { roles: ids });
    const rule = { name: "Japan", filter_type: "Regular", tables: [data.carsId], roles: [body.id] };
    const made = await admin.post<Json>("/api/v1/rowlevelsecurity/", { ...rule, clause: "Origin = 'Japan'" });
    expect(made.status).toBe(201);
    expect(await shownTo(narrow, failing)).toMatchObject({ state: "failed", value: null, message: "Failed" });
    const { result } = (await narrow.get<Json>(`/api/v1/assertion/${failing}/results`)).body;
    expect(result[0]).toMatchObject({ state: "failed", value: null });
    const listed = await saved(admin, { kind: "accepted_values", params: { column: "Origin", values: ["Japan"] } });
    const named = { message: "327 rows have an unexpected Origin, such as USA, Europe", compared: '["USA","Europe"]' };
    expect(await shownTo(admin, listed)).toMatchObject(named);
    expect(await shownTo(narrow, listed)).toMatchObject({ message: "Failed", value: null, compared: null });
    await admin.delete(`/api/v1/assertion/${listed}`);
    const wholeId = await saved(admin, { kind: "range", params: { metric: "count", min: 1 } });
    await admin.put(`/api/v1/dataset/${data.carsId}`, { owners: [await server.userId("narrow")] });
    for (const change of [{}, { description: "Hi" }, { name: "Renamed" }])
      expect((await narrow.put(`/api/v1/assertion/${wholeId}`, change)).status).toBe(200);
    await admin.post(`/api/v1/assertion/${wholeId}/check`);
    expect(await shownTo(narrow, wholeId)).toMatchObject({ name: "Renamed", value: null });
    expect(await shownTo(admin, wholeId)).toMatchObject({ value: "406" });
    const results = async (by: TestClient) =>
      new Set(
        ((await by.get<Json>(`/api/v1/assertion/${wholeId}/results`)).body.result as Json[]).map(({ value }) => value),
      );
    expect(await results(narrow)).toEqual(new Set([null]));
    // What the metric of this editor reads is read with their permissions.
    const metrics = [{ metric_name: "count", expression: "COUNT(*) + 1" }];
    await narrow.put(`/api/v1/dataset/${data.carsId}`, { metrics });
    await admin.post(`/api/v1/assertion/${wholeId}/check`);
    expect(await shownTo(narrow, wholeId)).toMatchObject({ value: "80" });
    await admin.put(`/api/v1/dataset/${data.carsId}`, { owners: [] });
    await admin.post(`/api/v1/assertion/${wholeId}/check`);
    expect(await shownTo(narrow, wholeId)).toMatchObject({ value: null });
    expect(await results(narrow)).toEqual(new Set([null, "80"]));
    const own = await addDashboard("Mine", [board.counts], narrow);
    const count = { dashboard_id: own, kind: "range", params: { metric: COUNT, min: 1 } };
    const narrowId = await saved(narrow, count);
    expect(await shownTo(narrow, narrowId)).toMatchObject({ state: "passed", value: "79" });
    await admin.delete(`/api/v1/rowlevelsecurity/${made.body.id}`);
    await admin.delete(`/api/v1/dashboard/${own}`);
  });
});

describe("an editor", () => {
  test("of a dashboard makes its own assertions only about datasets that they can read", async () => {
    const builder = await server.as("builder", ["Gamma", "Cars"]);
    const own = await addDashboard("Builder's", [board.counts], builder);
    const check = { kind: "not_null", params: { column: "Name" } };
    expect((await post(builder, check)).status).toBe(403);
    const id = await saved(builder, { ...check, dashboard_id: own });
    expect(await shownTo(builder, id)).toMatchObject({ state: "passed", can_edit: true });
    expect((await builder.put(`/api/v1/assertion/${id}`, { dashboard_id: null })).status).toBe(403);
    const unread = await builder.post<Json>("/api/v1/assertion/", {
      ...{ name: "Flights", dataset_id: data.flightsId, dashboard_id: own },
      ...{ kind: "not_null", params: { column: "delay" } },
    });
    expect([unread.status, unread.body.message]).toEqual([422, { dataset_id: ["Dataset does not exist"] }]);
    const other = { metric: COUNT, other_dataset_id: data.flightsId, other_metric: COUNT };
    const compared = await saved(builder, { dashboard_id: own, kind: "equals_dataset", params: other });
    expect(await shownTo(builder, compared)).toMatchObject({ state: "error", value: null });
    expect((await shownTo(builder, compared)).error).toMatch(/access/);
  });

  test("of the dataset can't read other tables by custom SQL, and is limited by the permissions of now", async () => {
    const sql = (text: string) => ({ kind: "sql", params: { sql: text } });
    const author = await server.as("author", ["Gamma", "Cars", "Data editors"]);
    const editor = await server.as("editor", ["Gamma", "Cars", "Data editors", "sql_lab"]);
    const owners = [await server.userId("editor"), await server.userId("author")];
    await admin.put(`/api/v1/dataset/${data.carsId}`, { owners });
    for (const path of ["", "test"]) {
      const body = { name: "Own SQL", dataset_id: data.carsId, ...sql("select 1") };
      const { status, body: answer } = await author.post<Json>(`/api/v1/assertion/${path}`, body);
      expect([status, answer.message]).toEqual([403, "You need access to SQL Lab to run SQL."]);
    }
    const foreign = await saved(editor, sql("select * from flights where delay > 10"));
    expect(await shownTo(editor, foreign)).toMatchObject({ state: "error", value: null });
    expect((await shownTo(editor, foreign)).error).toMatch(/flights/);
    const own = await saved(editor, sql("select * from cars where Cylinders = 3"));
    expect(await shownTo(editor, own)).toMatchObject({ state: "failed", value: "4" });
    expect(await shownTo(await server.as("reader"), own)).toMatchObject({ state: "failed", value: null });
    expect((await shownTo(await server.as("reader"), own)).params).toEqual({});
    expect(await shownTo(author, own)).toMatchObject({ state: "failed", value: null, error: null });
    await admin.put(`/api/v1/dataset/${data.carsId}`, { owners: [] });
    const list = (await admin.get<Json>("/api/v1/security/roles/?q=(page_size:100)")).body.result as Json[];
    const gamma = list.find((role) => role.name === "Gamma")?.id;
    await admin.put(`/api/v1/security/users/${await server.userId("editor")}`, { roles: [gamma] });
    const checked = (await admin.post<Json>(`/api/v1/assertion/${own}/check`)).body.result;
    expect(checked).toMatchObject({ state: "error", value: null });
    await admin.put(`/api/v1/security/users/${await server.userId("editor")}`, { active: false });
    const { result } = (await admin.post<Json>(`/api/v1/assertion/${own}/check`)).body;
    expect(result.error).toMatch(/is inactive/);
  });
});
