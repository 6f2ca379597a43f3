import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const RESOURCES = "/api/v1/security/resources/";
const PAIRS = "/api/v1/security/permissions-resources/";
const ROLES = "/api/v1/security/roles/";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  const { databaseId } = await loadSampleData(server.app);
  admin = await server.as("admin");
  await admin.post("/api/v1/dataset/", {
    database: databaseId,
    schema: "main",
    table_name: "wheels",
    sql: "SELECT 1 AS a",
  });
  await admin.put(`/api/v1/database/${databaseId}`, { cache_timeout: 5 });
});
afterAll(() => server.stop());

const named = async (path: string, name: string) =>
  (
    await admin.get<Json>(
      `${path}?q=${encodeURIComponent(JSON.stringify({ filters: [{ col: "name", opr: "eq", value: name }] }))}`,
    )
  ).body.ids[0];
const permissionId = (name: string) => named("/api/v1/security/permissions/", name);

test("a resource is created, paired with a permission, granted to a role, renamed and deleted", async () => {
  const created = await admin.post<Json>(RESOURCES, { name: "Ledger" });
  expect([created.status, created.body.result]).toEqual([201, { name: "Ledger" }]);
  const { id } = created.body;
  expect((await admin.get<Json>(`${RESOURCES}${id}`)).body).toMatchObject({ id, result: { id, name: "Ledger" } });
  expect(await named(RESOURCES, "Ledger")).toBe(id);
  expect((await admin.get<Json>(`${PAIRS}?q=(filters:!((col:view_menu,opr:rel_o_m,value:${id})))`)).body.count).toBe(0);

  const ids = { permission_id: await permissionId("can_read"), view_menu_id: id };
  const pair = await admin.post<Json>(PAIRS, ids);
  expect([pair.status, pair.body.result]).toEqual([201, ids]);
  expect((await admin.post(PAIRS, ids)).status).toBe(422);
  const role = (await admin.post<Json>(ROLES, { name: "Clerks" })).body.id;
  const path = `${ROLES}${role}/permissions`;
  expect((await admin.post(path, { permission_view_menu_ids: [id] })).status).toBe(422);
  expect((await admin.post(path, { permission_view_menu_ids: [pair.body.id] })).status).toBe(200);
  const clerk = await server.as("clerk", ["Clerks"]);
  const applied = async () =>
    await server.app.db.selectFrom("role_permissions").selectAll().where("role_id", "=", role).execute();
  expect(await applied()).toEqual([{ role_id: role, permission: "can_read", view: "Ledger" }]);
  expect((await clerk.get("/api/v1/chart/")).status).toBe(403);

  expect((await admin.delete(`${RESOURCES}${id}`)).status).toBe(422);
  expect((await admin.put<Json>(`${RESOURCES}${id}`, { name: "Journal" })).body).toEqual({
    result: { name: "Journal" },
  });
  expect(await applied()).toEqual([{ role_id: role, permission: "can_read", view: "Journal" }]);
  const write = { permission_id: await permissionId("can_write"), view_menu_id: id };
  expect((await admin.put<Json>(`${PAIRS}${pair.body.id}`, write)).body).toEqual({ result: write });
  expect(await applied()).toEqual([{ role_id: role, permission: "can_write", view: "Journal" }]);
  expect((await admin.delete<Json>(`${PAIRS}${pair.body.id}`)).body).toEqual({ message: "OK" });
  expect(await applied()).toEqual([]);
  expect((await admin.get(`${PAIRS}${pair.body.id}`)).status).toBe(404);
  expect((await admin.delete<Json>(`${RESOURCES}${id}`)).body).toEqual({ message: "OK" });
  expect((await admin.get(`${RESOURCES}${id}`)).status).toBe(404);
});

test("access to a schema can be granted before it has datasets", async () => {
  const { id } = (await admin.post<Json>(RESOURCES, { name: "[samples].[later]" })).body;
  const schema = await permissionId("schema_access");
  const pair = await admin.post<Json>(PAIRS, { permission_id: schema, view_menu_id: id });
  expect(pair.status).toBe(201);
  expect((await admin.delete(`${PAIRS}${pair.body.id}`)).status).toBe(200);
});

test("built-in resources and permissions can't be changed, and only administrators can write", async () => {
  const all = async () => await server.app.db.selectFrom("permission_pairs").selectAll().orderBy("id").execute();
  const before = await all();
  const stored: { id: number; permission: { name: string }; view_menu: { name: string } }[] = [];
  for (const name of ["can_tag", "datasource_access", "schema_access", "database_access"]) {
    const q = `(filters:!((col:permission.name,opr:eq,value:${name})))`;
    stored.push((await admin.get<Json>(`${PAIRS}?q=${q}`)).body.result[0]);
  }
  for (const pair of stored) {
    const viewId = await named(RESOURCES, pair.view_menu.name ?? "");
    const ids = { permission_id: await permissionId("can_write"), view_menu_id: viewId };
    const writes = [
      await admin.put(`${PAIRS}${pair.id}`, ids),
      await admin.delete(`${PAIRS}${pair.id}`),
      await admin.put(`${RESOURCES}${viewId}`, { name: "Mine" }),
      await admin.delete(`${RESOURCES}${viewId}`),
    ];
    expect([pair.view_menu.name, ...writes.map(({ status }) => status)]).toEqual([
      pair.view_menu.name,
      422,
      422,
      422,
      422,
    ]);
  }
  expect(await all()).toEqual(before);
  const refused: [string, object, number][] = [
    [RESOURCES, { name: "Chart" }, 422],
    [RESOURCES, { name: " " }, 422],
    [RESOURCES, { name: "x".repeat(251) }, 422],
    [RESOURCES, { name: "y", surprise: 1 }, 422],
    [PAIRS, { permission_id: 1 }, 422],
    [PAIRS, { permission_id: 2_000_000_000, view_menu_id: 1 }, 422],
    [PAIRS, { permission_id: 1, view_menu_id: -1 }, 422],
  ];
  for (const [path, sent, status] of refused)
    expect([sent, (await admin.post(path, sent)).status]).toEqual([sent, status]);
  const role = await server.app.db
    .insertInto("roles")
    .values({ name: "Keeper" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const own = ["ViewMenu", "PermissionViewMenu"].map((view) => ({ role_id: role.id, permission: "can_write", view }));
  await server.app.db.insertInto("role_permissions").values(own).execute();
  for (const person of [await server.as("gamma"), await server.as("keeper", ["Keeper"])]) {
    expect((await person.post(RESOURCES, { name: "z" })).status).toBe(403);
    expect((await person.post(PAIRS, { permission_id: 1, view_menu_id: 1 })).status).toBe(403);
    expect((await person.delete(`${PAIRS}${stored[0]?.id}`)).status).toBe(403);
  }
});
