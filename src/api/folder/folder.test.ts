import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let samples: SampleData;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  samples = await loadSampleData(server.app);
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.app.db
    .updateTable("folders")
    .set({ parent_id: null, name: (e) => e.ref("uuid") })
    .execute();
  await server.app.db.deleteFrom("folders").execute();
});

const BASE = "/api/v1/folder/";
const make = async (client: TestClient, body: object): Promise<number> => {
  const made = await client.post<Json>(BASE, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
};
const newChart = async (client: TestClient, slice_name = "Cars"): Promise<number> => {
  const body = { slice_name, viz_type: "table", datasource_id: samples.carsId, datasource_type: "table" };
  return (await client.post<Json>("/api/v1/chart/", body)).body.id;
};
const newDashboard = async (client: TestClient, body: object = {}): Promise<number> =>
  (await client.post<Json>("/api/v1/dashboard/", { dashboard_title: "Fleet", published: true, ...body })).body.id;
const put = (client: TestClient, folder: number | "none", ...objects: [string, number][]) =>
  client.post<Json>(`${BASE}${folder}/objects`, { objects: objects.map(([type, id]) => ({ type, id })) });
const seen = async (client: TestClient): Promise<Json[]> => (await client.get<Json>(BASE)).body.result;
const names = async (client: TestClient) => (await seen(client)).map((folder) => folder.name);
const within = async (client: TestClient, type: string, folder: number | null) =>
  (await client.get<Json>(`/api/v1/${type}/?q=(filters:!((col:id,opr:${type}_in_folder,value:${folder ?? "!n"})))`))
    .body.ids;

describe("folders", () => {
  test("are created, read, changed and deleted, each in the action log", async () => {
    const alphaId = await server.userId("alpha");
    const parent = await make(alpha, { name: "Finance", description: "Money" });
    const id = await make(alpha, { name: "Reports", parent_id: parent });
    expect((await alpha.get<Json>(`${BASE}${id}`)).body.result).toMatchObject({
      name: "Reports",
      parent_id: parent,
      owners: [{ id: alphaId }],
      can_edit: true,
      can_manage: true,
      counts: { chart: 0, dashboard: 0, dataset: 0 },
    });
    expect((await alpha.put<Json>(`${BASE}${id}`, { name: "Monthly" })).status).toBe(200);
    const chart = await newChart(alpha);
    expect((await put(alpha, id, ["chart", chart])).body).toEqual({ message: "Moved 1 item" });
    expect(await alpha.delete<Json>(`${BASE}${id}`)).toMatchObject({ status: 200 });
    expect(await names(alpha)).toEqual(["Finance"]);
    expect(await within(alpha, "chart", parent)).toEqual([chart]);
    expect((await alpha.delete<Json>(`${BASE}${parent}`)).status).toBe(200);
    expect(await within(alpha, "chart", null)).toContain(chart);
    const logged = await server.app.db
      .selectFrom("logs")
      .select(["action", "user_id"])
      .where("action", "like", "folder.%")
      .orderBy("id")
      .execute();
    expect(logged.map(({ action }) => action)).toEqual([
      ...["folder.create", "folder.create", "folder.update", "folder.move", "folder.delete", "folder.delete"],
    ]);
    expect(new Set(logged.map(({ user_id }) => user_id))).toEqual(new Set([alphaId]));
  });

  test("have unique names among siblings, up to 8 levels, and no cycles", async () => {
    const top = await make(alpha, { name: "1" });
    expect((await alpha.post<Json>(BASE, { name: " 1 " })).body.message).toEqual({
      name: ["A folder of this name already exists there."],
    });
    let [id, second] = [top, 0];
    for (let level = 2; level <= 8; level++) {
      id = await make(alpha, { name: level === 2 ? "1" : `${level}`, parent_id: id });
      if (level === 2) second = id;
    }
    expect((await alpha.post<Json>(BASE, { name: "9", parent_id: id })).status).toBe(422);
    for (const parent_id of [top, second, id]) {
      expect((await alpha.put<Json>(`${BASE}${top}`, { parent_id })).body.message).toEqual({
        parent_id: ["A folder can't be moved into itself."],
      });
    }
    const other = await make(alpha, { name: "other" });
    expect((await alpha.put(`${BASE}${top}`, { parent_id: other })).status).toBe(422);
    expect((await alpha.put(`${BASE}${second}`, { parent_id: other })).status).toBe(200);
    expect((await alpha.post(BASE, { name: "nowhere", parent_id: 999_999 })).status).toBe(422);
    expect((await alpha.put(`${BASE}${other}`, { viewer_roles: [999_999] })).status).toBe(422);
  });

  test("give their contents to their parent when they are deleted, and keep names apart", async () => {
    const top = await make(alpha, { name: "Top" });
    const middle = await make(alpha, { name: "Middle", parent_id: top });
    await make(alpha, { name: "Same", parent_id: top });
    const inner = await make(alpha, { name: "Same", parent_id: middle });
    const dashboard = await newDashboard(alpha);
    await put(alpha, inner, ["dashboard", dashboard]);
    await alpha.delete(`${BASE}${middle}`);
    const found = (await seen(alpha)).map(({ name, parent_id }) => [name, parent_id]);
    expect(found).toEqual([
      ["Same", top],
      ["Same (2)", top],
      ["Top", null],
    ]);
    expect(await within(alpha, "dashboard", top)).toEqual([dashboard]);
  });

  test("have names of a single line", async () => {
    for (const name of ["a\u0000b", "a\nb", ""]) expect((await alpha.post(BASE, { name })).status).toBe(422);
  });

  test("hold an item that is moved twice at the same time", async () => {
    const [one, two, chart] = [
      await make(alpha, { name: "One" }),
      await make(alpha, { name: "Two" }),
      await newChart(alpha),
    ];
    const moves = await Promise.all([one, two, one, two].map((folder) => put(alpha, folder, ["chart", chart])));
    expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("are limited for each user, so that others can still create theirs", async () => {
    const { db, clock } = server.app;
    const stamp = { created_on: clock.timestamp(), changed_on: clock.timestamp(), changed_by_fk: null };
    const created_by_fk = await server.userId("alpha");
    const rows = Array.from({ length: 200 }, (_, i) => ({
      uuid: `own ${i}`,
      name: `own ${i}`,
      created_by_fk,
      ...stamp,
    }));
    await db
      .insertInto("folders")
      .values(rows.map((row) => ({ ...row, description: null, parent_id: null })))
      .execute();
    const refused = await alpha.post<Json>(BASE, { name: "One more" });
    expect([refused.status, refused.body.message]).toEqual([422, "A user can create up to 200 folders."]);
    await make(await server.as("admin"), { name: "One more" });
  });

  test("are deleted together, or none of them", async () => {
    const ids = [await make(alpha, { name: "A" }), await make(alpha, { name: "B" })];
    expect((await alpha.delete(`${BASE}?q=!(${[...ids, 999_999]})`)).status).toBe(404);
    expect((await alpha.delete<Json>(`${BASE}?q=!(${ids})`)).body).toEqual({ message: "Deleted 2 folders" });
    expect(await names(alpha)).toEqual([]);
  });

  test("keep what comes back from the trash", async () => {
    const id = await make(alpha, { name: "Kept" });
    const chart = await newChart(alpha);
    await put(alpha, id, ["chart", chart]);
    const restore = async () => {
      await alpha.delete(`/api/v1/chart/${chart}`);
      const trash = (await alpha.get<Json>("/api/v1/trash/?q=(page_size:100)")).body.result;
      return () => alpha.post<Json>(`/api/v1/trash/${trash.find((row: Json) => row.object_id === chart).id}/restore`);
    };
    expect((await (await restore())()).status).toBe(200);
    expect(await within(alpha, "chart", id)).toEqual([chart]);
    const again = await restore();
    await alpha.delete(`${BASE}${id}`);
    expect((await again()).status).toBe(200);
    expect(await within(alpha, "chart", null)).toContain(chart);
  });
});
