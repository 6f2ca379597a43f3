import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const SECURITY = "/api/v1/security";
const ROLES = `${SECURITY}/roles/`;

let server: TestServer;
let admin: TestClient;
let ids: Record<string, number>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  const rows = await server.app.db.selectFrom("roles").select(["id", "name"]).execute();
  ids = Object.fromEntries(rows.map((row) => [row.name, row.id]));
});
afterAll(() => server.stop());

const newRole = async (name: string): Promise<number> => (await admin.post<Json>(ROLES, { name })).body.id;
const pairId = async (permission: string, view: string): Promise<number> => {
  const filters = `(filters:!((col:permission.name,opr:eq,value:${permission}),(col:view_menu.name,opr:eq,value:${view})))`;
  const { body } = await admin.get<Json>(`${SECURITY}/permissions-resources/?q=${filters}`);
  expect(body.result).toEqual([{ id: body.ids[0], permission: { name: permission }, view_menu: { name: view } }]);
  return body.ids[0];
};

describe("roles", () => {
  test("are created, renamed, shown and deleted; names are unique", async () => {
    const id = await newRole("Readers");
    expect((await admin.post<Json>(ROLES, { name: "Readers" })).body).toEqual({
      message: { name: ["Already in use"] },
    });
    expect((await admin.put(`${ROLES}${id}`, { name: "Gamma" })).status).toBe(422);
    expect((await admin.post(ROLES, { name: " " })).status).toBe(422);
    expect((await admin.put(`${ROLES}${id}`, { name: "Listeners" })).status).toBe(200);
    expect((await admin.get<Json>(`${ROLES}${id}`)).body.result).toEqual({ id, name: "Listeners" });
    expect((await admin.delete(`${ROLES}${id}`)).status).toBe(200);
    expect((await admin.get(`${ROLES}${id}`)).status).toBe(404);
  });

  test("that are built in can't be renamed or deleted, and administrators keep their permissions", async () => {
    for (const name of ["Admin", "Alpha", "Gamma", "sql_lab", "Public"]) {
      expect((await admin.put(`${ROLES}${ids[name]}`, { name: "Other" })).status).toBe(422);
      expect((await admin.delete(`${ROLES}${ids[name]}`)).status).toBe(422);
    }
    const path = `${ROLES}${ids.Admin}/permissions`;
    expect((await admin.post(path, { permission_view_menu_ids: [] })).status).toBe(422);
    expect((await admin.get(ROLES)).status).toBe(200);
  });

  test("grant and revoke permissions immediately", async () => {
    const id = await newRole("Stylists");
    const stylist = await server.as("stylist", ["Stylists"]);
    const styles = async () => (await stylist.get("/api/v1/css_template/")).status;
    expect(await styles()).toBe(403);
    const pair = await pairId("can_read", "CssTemplate");
    const set = (list: number[]) => admin.post<Json>(`${ROLES}${id}/permissions`, { permission_view_menu_ids: list });
    expect((await set([pair])).body).toEqual({ result: { permission_view_menu_ids: [pair] } });
    expect(await styles()).toBe(200);
    expect((await admin.get<Json>(`${ROLES}${id}/permissions/`)).body.result).toEqual([
      { id: pair, permission_name: "can_read", view_menu_name: "CssTemplate" },
    ]);
    expect((await set([pair, 999_999])).status).toBe(422);
    expect(await styles()).toBe(200);
    expect((await set([])).status).toBe(200);
    expect(await styles()).toBe(403);
  });

  test("are assigned to users, and can be found by user, by permission and by part of the name", async () => {
    const id = await newRole("Painters of walls");
    const painter = await server.userId("painter");
    const pair = await pairId("can_read", "CssTemplate");
    await admin.post(`${ROLES}${id}/permissions`, { permission_view_menu_ids: [pair] });
    expect((await admin.put<Json>(`${ROLES}${id}/users`, { user_ids: [painter] })).body.result).toEqual({
      user_ids: [painter],
    });
    const row = { id, name: "Painters of walls", user_ids: [painter], permission_ids: [pair], group_ids: [] };
    const filters = [`(col:user_ids,value:${painter})`, "(col:name,opr:eq,value:'OF WALLS')"];
    for (const filter of [...filters, `(col:permission_ids,value:${pair}),${filters[0]}`]) {
      const { body } = await admin.get<Json>(`${ROLES}search/?q=(filters:!(${filter}))`);
      expect(body.result.find((each: Json) => each.id === id)).toEqual(row);
      expect(Object.keys(body).toSorted()).toEqual(["count", "ids", "result"]);
    }
    expect((await admin.put(`${ROLES}${id}/users`, { user_ids: [99_999] })).status).toBe(422);
    expect((await admin.get(`${ROLES}search/?q=(filters:!((col:permission_ids,value:x)))`)).status).toBe(400);
  });

  test("that restrict access to an object can't be deleted", async () => {
    const id = await newRole("Board");
    const created = await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Board only", roles: [id] });
    expect(created.status).toBe(201);
    expect((await admin.delete(`${ROLES}${id}`)).status).toBe(422);
    await admin.put(`/api/v1/dashboard/${created.body.id}`, { roles: [] });
    expect((await admin.delete(`${ROLES}${id}`)).status).toBe(200);
  });
});

describe("groups", () => {
  test("give their roles to members until they are changed or deleted", async () => {
    const member = await server.as("member", []);
    const isAllowed = async () => (await member.get("/api/v1/chart/")).status === 200;
    expect(await isAllowed()).toBe(false);
    const body = { name: "analysts", roles: [ids.Gamma], users: [await server.userId("member")] };
    const created = await admin.post<Json>(`${SECURITY}/groups/`, body);
    expect(created.status).toBe(201);
    expect(await isAllowed()).toBe(true);
    const path = `${SECURITY}/groups/${created.body.id}`;
    expect((await admin.put(path, { label: "Analysts" })).status).toBe(200);
    expect((await admin.get<Json>(path)).body.result).toMatchObject({
      name: "analysts",
      label: "Analysts",
      roles: [{ name: "Gamma" }],
      users: [{ username: "member" }],
    });
    expect((await admin.put(path, { users: [] })).status).toBe(200);
    expect(await isAllowed()).toBe(false);
    expect((await admin.post(`${SECURITY}/groups/`, body)).status).toBe(422);
    expect((await admin.post(`${SECURITY}/groups/`, { ...body, name: "b", roles: [9999] })).status).toBe(422);
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
  });
});

test("the last administrator keeps the role, also through changes of roles and groups", async () => {
  const role = `${ROLES}${ids.Admin}`;
  expect((await admin.put(`${role}/users`, { user_ids: [] })).status).toBe(422);
  const users = [await server.userId("admin")];
  const created = await admin.post<Json>(`${SECURITY}/groups/`, { name: "admins", roles: [ids.Admin], users });
  const group = `${SECURITY}/groups/${created.body.id}`;
  expect((await admin.put(`${role}/users`, { user_ids: [] })).status).toBe(200);
  for (const change of [{ users: [] }, { roles: [] }]) expect((await admin.put(group, change)).status).toBe(422);
  expect((await admin.delete(group)).status).toBe(422);
  expect((await admin.put(`${role}/groups`, { group_ids: [] })).status).toBe(422);
  expect((await admin.put(`${role}/groups`, { group_ids: [created.body.id] })).status).toBe(200);
  expect((await admin.put(`${role}/users`, { user_ids: users })).status).toBe(200);
  expect((await admin.delete(group)).status).toBe(200);
});

test("pickers offer users' roles and groups, and groups' roles and users", async () => {
  await admin.post(`${SECURITY}/groups/`, { name: "pickers", roles: [], users: [] });
  const offered = async (path: string) =>
    (await admin.get<Json>(`${SECURITY}/${path}`)).body.result.map((row: Json) => row.text);
  for (const noun of ["users", "groups"]) {
    expect(await offered(`${noun}/related/roles`)).toEqual(expect.arrayContaining(["Admin", "Gamma"]));
    expect((await admin.get(`${SECURITY}/${noun}/related/password_hash`)).status).toBe(404);
  }
  expect(await offered("users/related/groups")).toContain("pickers");
  expect((await offered("groups/related/users")).length).toBeGreaterThan(0);
});

test("permission and resource names are listed once each, to administrators only", async () => {
  for (const name of ["permissions", "resources"]) {
    const { body } = await admin.get<Json>(`${SECURITY}/${name}/?q=(page_size:100)`);
    const names = body.result.map((row: Json) => row.name);
    expect(new Set(names).size).toBe(names.length);
    expect(body.count).toBeGreaterThan(10);
    expect((await admin.get(`${SECURITY}/${name}/_info`)).status).toBe(200);
  }
  const gamma = await server.as("gamma");
  for (const name of ["permissions", "resources", "permissions-resources", "groups", "roles", "users"]) {
    expect((await admin.get<Json>(`${SECURITY}/${name}/_info`)).body.permissions).toContain("can_read");
    expect((await gamma.get(`${SECURITY}/${name}/`)).status).toBe(403);
    expect((await server.anonymous.get(`${SECURITY}/${name}/`)).status).toBe(401);
  }
  for (const part of ["permissions", "users", "groups"]) {
    const method = part === "permissions" ? gamma.post : gamma.put;
    expect((await method(`${ROLES}${ids.Gamma}/${part}`, {})).status).toBe(403);
  }
});

test("single permissions and resources can be read", async () => {
  const id = await pairId("can_read", "Chart");
  const shown = await admin.get<Json>(`${SECURITY}/permissions-resources/${id}`);
  expect(shown.body).toMatchObject({ id, result: { permission: { name: "can_read" }, view_menu: { name: "Chart" } } });
  for (const name of ["permissions", "resources"]) {
    const [first] = (await admin.get<Json>(`${SECURITY}/${name}/`)).body.result;
    expect((await admin.get<Json>(`${SECURITY}/${name}/${first.id}`)).body.result).toEqual(first);
    expect((await admin.get(`${SECURITY}/${name}/2147483647`)).status).toBe(404);
    const half = name === "permissions" ? "permission" : "view_menu";
    const filters = `(filters:!((col:${half},opr:rel_o_m,value:${first.id})),page_size:100)`;
    const { result } = (await admin.get<Json>(`${SECURITY}/permissions-resources/?q=${filters}`)).body;
    expect(new Set(result.map((row: Json) => row[half].name))).toEqual(new Set([first.name]));
  }
});

test("the list of registrations is empty and for administrators only", async () => {
  const path = `${SECURITY}/user_registrations/`;
  const { status, body } = await admin.get<Json>(path);
  expect([status, body.count, body.ids, body.result]).toEqual([200, 0, [], []]);
  expect(body).toMatchObject({
    list_title: "List Register User",
    label_columns: { registration_date: "Registration Date" },
  });
  const guess = encodeURIComponent(JSON.stringify({ filters: [{ col: "username", opr: "sw", value: "a" }] }));
  expect((await admin.get<Json>(`${path}?q=${guess}`)).body.count).toBe(0);
  expect((await admin.get<Json>(`${path}_info`)).body.permissions).toEqual(["can_read"]);
  const found = [await admin.get(`${path}1`), await admin.put(`${path}1`, {}), await admin.delete(`${path}1`)];
  expect(found.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([404, { message: "Not found" }]));
  expect((await admin.get(`${path}related/username`)).status).toBe(404);
  expect((await admin.get(`${path}distinct/username`)).status).toBe(404);
  const requested = await admin.post<Json>(path, { username: "new" });
  expect([requested.status, requested.body.message]).toEqual([422, { username: ["Unknown field."] }]);
  expect((await admin.post(path, {})).status).toBe(422);
  expect((await (await server.as("gamma")).get(path)).status).toBe(403);
  expect((await server.anonymous.get(path)).status).toBe(401);
});
