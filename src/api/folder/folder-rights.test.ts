import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

/** Alpha reads all data. Gamma and its like read no dataset, or only those of their role. */
let server: TestServer;
let samples: SampleData;
let admin: TestClient;
let alpha: TestClient;
let gamma: TestClient;
let reader: TestClient;
let roleIds: ReadonlyMap<string, number>;
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.app;
  samples = await loadSampleData(server.app);
  [admin, alpha, gamma] = [await server.as("admin"), await server.as("alpha"), await server.as("gamma")];
  await admin.post("/api/v1/security/roles/", { name: "Cars" });
  await admin.post("/api/v1/security/roles/", { name: "Board" });
  roleIds = new Map((await db.selectFrom("roles").select(["id", "name"]).execute()).map(({ id, name }) => [name, id]));
  const pairs = await db
    .selectFrom("permission_pairs")
    .selectAll()
    .where("permission", "=", "datasource_access")
    .execute();
  const cars = pairs.filter(({ view }) => view.endsWith(`(id:${samples.carsId})`)).map(({ id }) => id);
  await admin.post(`/api/v1/security/roles/${roleIds.get("Cars")}/permissions`, { permission_view_menu_ids: cars });
  reader = await server.as("rita", ["Gamma", "Cars"]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { db } = server.app;
  await db
    .updateTable("folders")
    .set({ parent_id: null, name: (e) => e.ref("uuid") })
    .execute();
  await db.deleteFrom("folders").execute();
  await db.deleteFrom("dashboards").execute();
});

const BASE = "/api/v1/folder/";
const role = (name: string) => roleIds.get(name) ?? 0;
const make = async (client: TestClient, body: object): Promise<number> => {
  const made = await client.post<Json>(BASE, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
};
const newChart = async (client: TestClient, datasource_id = samples.carsId): Promise<number> => {
  const [group, number] = datasource_id === samples.carsId ? ["Cylinders", "Horsepower"] : ["origin", "delay"];
  const metric = { expressionType: "SIMPLE", column: { column_name: number }, aggregate: "AVG", label: "m" };
  const params = JSON.stringify({ viz_type: "pie", metric, groupby: [group], row_limit: 100 });
  const body = { slice_name: "Cars", viz_type: "pie", datasource_id, datasource_type: "table", params };
  return (await client.post<Json>("/api/v1/chart/", body)).body.id;
};
const newDashboard = async (client: TestClient, body: object = {}): Promise<number> =>
  (await client.post<Json>("/api/v1/dashboard/", { dashboard_title: "Fleet", published: true, ...body })).body.id;
async function dashboardOf(client: TestClient, datasetId = samples.carsId) {
  const dashboard = await newDashboard(client);
  const chart = await newChart(client, datasetId);
  await client.put(`/api/v1/chart/${chart}`, { dashboards: [dashboard] });
  return { dashboard, chart };
}
const put = (client: TestClient, folder: number | "none", ...objects: [string, number][]) =>
  client.post<Json>(`${BASE}${folder}/objects`, { objects: objects.map(([type, id]) => ({ type, id })) });
const seen = async (client: TestClient): Promise<Json[]> => (await client.get<Json>(BASE)).body.result;
const names = async (client: TestClient) => (await seen(client)).map((folder) => folder.name);
const listed = async (client: TestClient, type: string): Promise<number[]> =>
  (await client.get<Json>(`/api/v1/${type}/?q=(page_size:100)`)).body.ids;
const dataStatus = async (client: TestClient, { dashboard, chart }: { dashboard: number; chart: number }) => {
  const row = await server.app.db.selectFrom("charts").selectAll().where("id", "=", chart).executeTakeFirstOrThrow();
  const form = JSON.parse(row.params ?? "{}");
  const query = { columns: form.groupby, metrics: [form.metric], orderby: [[form.metric, false]], row_limit: 100 };
  const body = {
    datasource: { id: row.datasource_id, type: "table" },
    queries: [{ ...query, filters: [] }],
    form_data: { ...form, slice_id: chart, dashboardId: dashboard, datasource: `${row.datasource_id}__table` },
  };
  return (await client.post<Json>("/api/v1/chart/data", body)).status;
};

describe("seeing folders", () => {
  test("needs something readable in them, or the right to edit them", async () => {
    const top = await make(alpha, { name: "Top" });
    const cars = await make(alpha, { name: "Cars", parent_id: top });
    await make(alpha, { name: "Empty", parent_id: top });
    const flights = await make(alpha, { name: "Flights", parent_id: top });
    expect((await put(alpha, cars, ["chart", await newChart(alpha)])).status).toBe(200);
    await put(admin, cars, ["dataset", samples.carsId]);
    await put(alpha, flights, ["chart", await newChart(alpha, samples.flightsId)]);
    expect(await names(admin)).toEqual(["Cars", "Empty", "Flights", "Top"]);
    expect(await names(gamma)).toEqual([]);
    expect(await names(reader)).toEqual(["Cars", "Top"]);
    expect((await seen(reader)).map(({ name, counts }) => [name, counts.chart, counts.dataset])).toEqual([
      ["Cars", 1, 1],
      ["Top", 1, 1],
    ]);
    expect((await reader.get(`${BASE}${flights}`)).status).toBe(404);
    expect((await put(reader, flights, ["chart", await newChart(reader)])).status).toBe(404);
    expect((await reader.post<Json>(BASE, { name: "x", parent_id: flights })).body.message).toEqual({
      parent_id: ["Folder does not exist"],
    });
    const anonymous = await server.as("nobody", ["Public"]);
    expect((await anonymous.get(BASE)).status).toBe(403);
  });

  test("hides the parent that a user can't see", async () => {
    const top = await make(alpha, { name: "Secret" });
    const own = await make(alpha, { name: "Shared", parent_id: top, editors: [await server.userId("gamma")] });
    expect(await seen(gamma)).toMatchObject([{ id: own, parent_id: null, can_edit: true, can_manage: false }]);
  });
});

describe("editing because of a folder", () => {
  test("is inherited by what is in it, without reading more data or keeping the right", async () => {
    const top = await make(alpha, { name: "Top", editor_roles: [role("Cars")] });
    const inner = await make(alpha, { name: "Inner", parent_id: top });
    const [cars, flights] = [await newChart(alpha), await newChart(alpha, samples.flightsId)];
    await put(alpha, inner, ["chart", cars], ["chart", flights]);
    const change = (id: number, body: object) => reader.put<Json>(`/api/v1/chart/${id}`, body);
    expect((await change(cars, { slice_name: "Renamed" })).status).toBe(200);
    expect((await change(flights, { slice_name: "Renamed" })).status).toBe(404);
    expect(await listed(reader, "chart")).not.toContain(flights);
    const owners = [await server.userId("alpha"), await server.userId("rita")];
    expect((await change(cars, { owners })).status).toBe(403);
    expect((await change(cars, { owners: owners.slice(0, 1), slice_name: "Again" })).status).toBe(200);
    const explained = await reader.get<Json>(`/api/v1/security/explain/?type=chart&id=${cars}&operation=change`);
    expect(explained.body.result.because).toBe("Allowed: can edit the folder “Top” with the item");
    await alpha.put(`${BASE}${top}`, { editor_roles: [] });
    expect((await change(cars, { slice_name: "Late" })).status).toBe(403);
  });

  test("lists drafts whose data the editor can read", async () => {
    const folder = await make(alpha, { name: "Drafts", editor_roles: [role("Cars")] });
    const [own, other] = [await dashboardOf(alpha), await dashboardOf(alpha, samples.flightsId)];
    for (const { dashboard } of [own, other]) {
      await alpha.put(`/api/v1/dashboard/${dashboard}`, { published: false });
      await put(alpha, folder, ["dashboard", dashboard]);
    }
    expect(await listed(reader, "dashboard")).toEqual([own.dashboard]);
  });

  test("doesn't let editors change the folder itself, share it or delete it", async () => {
    const folder = await make(alpha, { name: "Folder", editor_roles: [role("Cars")] });
    for (const body of [{ name: "x" }, { viewer_roles: [role("Cars")] }, { editors: [] }, { parent_id: null }]) {
      expect((await reader.put(`${BASE}${folder}`, body)).status).toBe(403);
    }
    expect((await reader.delete(`${BASE}${folder}`)).status).toBe(403);
    expect((await reader.post(BASE, { name: "Inner", parent_id: folder })).status).toBe(201);
  });
});

describe("moving objects", () => {
  test("needs the right to edit both, for all of them", async () => {
    const [mine, theirs] = [await make(reader, { name: "Mine" }), await make(alpha, { name: "Theirs" })];
    const [own, foreign] = [await newChart(reader), await newChart(alpha)];
    await put(alpha, theirs, ["chart", foreign]);
    expect((await put(reader, theirs, ["chart", own])).status).toBe(403);
    expect((await put(reader, mine, ["chart", own], ["chart", foreign])).status).toBe(403);
    expect((await put(reader, "none", ["chart", foreign])).status).toBe(403);
    expect((await put(reader, mine, ["chart", 999_999])).status).toBe(404);
    expect((await put(reader, mine, ["dataset", samples.carsId])).status).toBe(403);
    expect((await put(reader, mine, ["chart", own])).status).toBe(200);
    const [row] = (await seen(reader)).filter(({ name }: Json) => name === "Mine");
    expect(row.counts.chart).toBe(1);
  });

  test("of a folder needs the right to change it and to edit its new parent", async () => {
    const [mine, theirs] = [await make(reader, { name: "Mine" }), await make(alpha, { name: "Theirs" })];
    await put(alpha, theirs, ["chart", await newChart(alpha)]);
    expect((await reader.put(`${BASE}${mine}`, { parent_id: theirs })).status).toBe(403);
    expect((await reader.put(`${BASE}${theirs}`, { parent_id: mine })).status).toBe(403);
  });
});

describe("roles that view the dashboards of a folder", () => {
  test("see them and their data as with the dashboard's own roles, and others no longer", async () => {
    const board = await server.as("bo", ["Gamma", "Board"]);
    const shown = await dashboardOf(alpha);
    expect(await listed(reader, "dashboard")).toEqual([shown.dashboard]);
    expect(await listed(board, "dashboard")).toEqual([]);
    const top = await make(alpha, { name: "Boardroom", viewer_roles: [role("Board")] });
    const inner = await make(alpha, { name: "Inner", parent_id: top });
    await put(alpha, inner, ["dashboard", shown.dashboard]);
    expect(await listed(board, "dashboard")).toEqual([shown.dashboard]);
    expect(await dataStatus(board, shown)).toBe(200);
    const detail = (await board.get<Json>(`/api/v1/dashboard/${shown.dashboard}`)).body.result;
    expect(detail.folder.path.map(({ name }: Json) => name)).toEqual(["Boardroom", "Inner"]);
    expect([detail.folder.viewer_roles[0].name, detail.can_edit]).toEqual(["Board", false]);
    expect(await names(board)).toEqual(["Boardroom", "Inner"]);
    expect(await listed(reader, "dashboard")).toEqual([]);
    expect((await reader.get(`/api/v1/dashboard/${shown.dashboard}`)).status).toBe(403);
    const explained = await board.get<Json>(
      `/api/v1/security/explain/?type=dashboard&id=${shown.dashboard}&operation=see`,
    );
    expect(explained.body.result.because).toContain("“Boardroom”");
    const copy = { dashboard_title: "Copy", json_metadata: "{}" };
    expect((await board.post(`/api/v1/dashboard/${shown.dashboard}/copy/`, copy)).status).toBe(403);
    await alpha.put(`/api/v1/dashboard/${shown.dashboard}`, { published: false });
    expect(await listed(board, "dashboard")).toEqual([]);
    expect(await dataStatus(board, shown)).toBe(403);
  });

  test("see no data that who put the dashboard there, or shared the folder, can't read", async () => {
    const board = await server.as("bo", ["Gamma", "Board"]);
    const gammaId = await server.userId("gamma");
    const shown = await dashboardOf(alpha, samples.flightsId);
    const owners = [await server.userId("alpha"), gammaId];
    await alpha.put(`/api/v1/dashboard/${shown.dashboard}`, { owners });
    const shared = await make(gamma, { name: "Shared", viewer_roles: [role("Board"), role("Gamma")] });
    expect((await put(gamma, shared, ["dashboard", shown.dashboard])).status).toBe(200);
    expect(await listed(board, "dashboard")).toEqual([shown.dashboard]);
    expect([await dataStatus(board, shown), await dataStatus(gamma, shown)]).toEqual([403, 403]);
    await admin.put(`${BASE}${shared}`, { editors: [await server.userId("alpha")] });
    await put(alpha, "none", ["dashboard", shown.dashboard]);
    await put(alpha, shared, ["dashboard", shown.dashboard]);
    expect(await dataStatus(board, shown)).toBe(403);
    await admin.put(`${BASE}${shared}`, { viewer_roles: [] });
    await admin.put(`${BASE}${shared}`, { viewer_roles: [role("Board")] });
    expect(await dataStatus(board, shown)).toBe(200);
  });

  test("aren't added by an owner who can't open the dashboards, or by moving the folder", async () => {
    const gammaId = await server.userId("gamma");
    const hidden = await dashboardOf(alpha, samples.flightsId);
    const folder = await make(alpha, { name: "Folder", owners: [gammaId, await server.userId("alpha")] });
    await put(alpha, folder, ["dashboard", hidden.dashboard]);
    expect((await gamma.put<Json>(`${BASE}${folder}`, { viewer_roles: [role("Gamma")] })).body.message).toContain(
      "dashboards that you can't open",
    );
    const open = await make(gamma, { name: "Open", viewer_roles: [role("Gamma")] });
    expect((await gamma.put(`${BASE}${folder}`, { parent_id: open })).status).toBe(403);
    expect(await listed(gamma, "dashboard")).toEqual([]);
    expect((await gamma.get(`${BASE}${folder}`)).body).toMatchObject({ result: { viewer_roles: [], parent_id: null } });
  });

  test("keep a role that is used by a folder", async () => {
    await make(alpha, { name: "Boardroom", viewer_roles: [role("Board")] });
    expect((await admin.delete(`/api/v1/security/roles/${role("Board")}`)).status).toBe(422);
  });
});

test("guests see no folders", async () => {
  const { dashboard } = await dashboardOf(alpha);
  const folder = await make(alpha, { name: "Secret" });
  await put(alpha, folder, ["dashboard", dashboard]);
  const embedded = await admin.post<Json>(`/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] });
  const token = await admin.post<Json>("/api/v1/security/guest_token/", {
    user: { username: "visitor" },
    resources: [{ type: "dashboard", id: embedded.body.result.uuid }],
    rls: [],
  });
  const headers = { "x-guesttoken": token.body.token };
  const answers = await Promise.all(
    [BASE, "/api/v1/dashboard/"].map(
      (url) => server.app.once === undefined || fetch(`${server.url}${url}`, { headers }),
    ),
  );
  for (const answer of answers) expect(await (answer as Response).text()).not.toContain("Secret");
});
