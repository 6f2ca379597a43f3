import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateTags } from "../../server/store/migrations/objects.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let samples: SampleData;
let admin: TestClient;
let alpha: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  samples = await loadSampleData(server.app);
  admin = await server.as("admin");
  alpha = await server.as("alpha");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const BASE = "/api/v1/tag/";

const tagsOf = async (path: string): Promise<string[]> =>
  (await admin.get<Json>(path)).body.result.tags.map((tag: Json) => `${tag.type} ${tag.name}`).sort();
async function newChart(): Promise<string> {
  const body = { slice_name: "Cars", viz_type: "table", datasource_id: samples.carsId, datasource_type: "table" };
  return `/api/v1/chart/${(await alpha.post<Json>("/api/v1/chart/", body)).body.id}`;
}
const found = async (client: TestClient, query: string) =>
  (await client.get<Json>(`${BASE}get_objects/?${query}`)).body.result.map((one: Json) => [one.type, one.name]);

test("objects are found by type, owner and favorite tags, which follow changes", async () => {
  const [alphaId, adminId] = [await server.userId("alpha"), await server.userId("admin")];
  const path = await newChart();
  expect(await tagsOf(path)).toEqual(["2 type:chart", `3 owner:${alphaId}`]);
  await admin.post(`${path}/favorites/`);
  await alpha.post(`${path}/favorites/`);
  expect(await tagsOf(path)).toEqual([
    "2 type:chart",
    `3 owner:${alphaId}`,
    ...[`4 favorited_by:${adminId}`, `4 favorited_by:${alphaId}`].sort(),
  ]);
  await alpha.delete(`${path}/favorites/`);
  await admin.put(path, { owners: [adminId] });
  expect(await tagsOf(path)).toEqual(["2 type:chart", `3 owner:${adminId}`, `4 favorited_by:${adminId}`]);
  expect(await found(admin, `tags=favorited_by:${adminId}`)).toEqual([["chart", "Cars"]]);
  expect(await found(admin, `tags=owner:${adminId}`)).toEqual([["chart", "Cars"]]);
});

test("users can't add, remove or delete managed tags, and saves with their ids don't affect them", async () => {
  const path = await newChart();
  const before = await tagsOf(path);
  const { tags } = (await alpha.get<Json>(path)).body.result;
  await alpha.post(BASE, { name: "mine" });
  const mine = (await alpha.get<Json>(`${BASE}?q=(filters:!((col:name,opr:eq,value:mine)))`)).body.ids[0];
  expect((await alpha.put(path, { tags: [mine, ...tags.map((tag: Json) => tag.id)] })).status).toBe(200);
  expect(await tagsOf(path)).toEqual(["1 mine", ...before]);
  expect((await alpha.put(path, { tags: [] })).status).toBe(200);
  expect(await tagsOf(path)).toEqual(before);
  const ofObject = path.replace("/api/v1/chart/", `${BASE}2/`);
  expect((await alpha.delete(`${ofObject}/type:chart/`)).status).toBe(403);
  expect((await alpha.post(`${ofObject}/`, { properties: { tags: ["type:x"] } })).status).toBe(400);
  expect((await admin.delete(`${BASE}${tags[0].id}`)).status).toBe(403);
  expect((await admin.put(`${BASE}${tags[0].id}`, { name: "y" })).status).toBe(403);
});

test("managed tags follow the object to the trash, and are removed with the user", async () => {
  const path = await newChart();
  const before = await tagsOf(path);
  await alpha.delete(path);
  const [trashed] = (await alpha.get<Json>("/api/v1/trash/")).body.result;
  await alpha.post(`/api/v1/trash/${trashed.id}/restore/`);
  expect(await tagsOf(path)).toEqual(before);
  const leaver = await server.as("leaver", ["Alpha"]);
  const leaverId = await server.userId("leaver");
  await leaver.post("/api/v1/dashboard/", { dashboard_title: "Left" });
  const q = `?q=(filters:!((col:name,opr:eq,value:'owner:${leaverId}')))`;
  expect((await admin.get<Json>(BASE + q)).body.count).toBe(1);
  expect((await admin.delete(`/api/v1/security/users/${leaverId}`)).status).toBe(200);
  expect((await admin.get<Json>(BASE + q)).body.count).toBe(0);
});

test("existing objects get managed tags when the store is upgraded", async () => {
  const path = await newChart();
  const created = await admin.post<Json>("/api/v1/saved_query/", { label: "Old", sql: "select 1" });
  await admin.post(`${path}/favorites/`);
  const queryPath = `/api/v1/saved_query/${created.body.id}`;
  const before = [await tagsOf(path), await tagsOf(queryPath)];
  const { db } = server.app;
  await db.deleteFrom("tags").execute();
  const { sql } = await import("kysely");
  const inserts = migrateTags.statements("sqlite").filter((text) => text.startsWith("insert"));
  for (const text of inserts) await sql.raw(text).execute(db);
  expect([await tagsOf(path), await tagsOf(queryPath)]).toEqual(before);
});

test("saved queries are tagged by their owner, and hidden from others", async () => {
  const sqlLab = await server.as("writer", ["Alpha", "sql_lab"]);
  const { id } = (await sqlLab.post<Json>("/api/v1/saved_query/", { label: "Weekly", sql: "select 1" })).body;
  const body = { properties: { tags: ["numbers"] } };
  expect((await admin.post(`${BASE}1/${id}/`, body)).status).toBe(404);
  expect((await sqlLab.post(`${BASE}1/${id}/`, body)).status).toBe(201);
  const bulk = { tags: [{ name: "q3", objects_to_tag: [["query", id]] }] };
  expect((await sqlLab.post<Json>(`${BASE}bulk_create`, bulk)).body.result.objects_tagged).toEqual([["query", id]]);
  expect((await sqlLab.get<Json>(`/api/v1/saved_query/${id}`)).body.result.tags.map((tag: Json) => tag.name)).toEqual([
    "numbers",
    `owner:${await server.userId("writer")}`,
    "q3",
    "type:query",
  ]);
  const tag = (await sqlLab.get<Json>(`${BASE}?q=(filters:!((col:name,opr:eq,value:q3)))`)).body.ids[0];
  const listed = await sqlLab.get<Json>(`/api/v1/saved_query/?q=(filters:!((col:tags,opr:rel_m_m,value:${tag})))`);
  expect(listed.body.ids).toEqual([id]);
  expect(await found(sqlLab, "tags=q3&types=query")).toEqual([["query", "Weekly"]]);
  expect(await found(admin, "tags=q3")).toEqual([]);
  expect((await sqlLab.delete(`${BASE}1/${id}/q3/`)).status).toBe(200);
  expect(await found(sqlLab, "tags=q3")).toEqual([]);
});
